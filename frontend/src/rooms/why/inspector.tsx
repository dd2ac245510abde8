import type { Workbench } from "../../session/workbench";
import { visible } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { RowPicture } from "../../ui/row-picture";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import { TabbedInspector, TabList } from "../../ui/tabs";
import type { LikeRow, Which, WhyRowFrame } from "../../wire/why";
import type { Tab, WhyStore } from "./store";
import { LIKE, number, RELABEL, ROWS } from "./words";

const TABS: { name: Tab; title: string }[] = [
  { name: "rows", title: ROWS.tabs.rows },
  { name: "row", title: ROWS.tabs.row },
];
const WHICH = Object.entries(ROWS.which).map(([name, title]) => ({ name: name as Which, title }));

/** Rows to choose from; the label of the chosen one, and the rows most like it. */
export function WhyInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.why;
  const row = room.row.value;
  const open = typeof room.open.value === "number";
  return (
    <TabbedInspector
      tabs={open ? TABS : TABS.slice(0, 1)}
      open={room.tab}
      testid="why-tab"
      shown={room.tab.value === "row" ? `row ${room.open.value}` : "rows"}
    >
      {(tab) =>
        tab === "rows" ? <RowList room={room} /> : row && <RowPanel room={room} row={row} />
      }
    </TabbedInspector>
  );
}

function RowList({ room }: { room: WhyStore }) {
  const say = useSay();
  const frame = room.picked.value;
  const which = room.which.value;
  const rows = frame?.which === which ? frame.rows : [];
  return (
    <div class="group why-rows">
      <TabList
        class="segments"
        tabs={WHICH}
        chosen={which}
        label={ROWS.whichLabel}
        testid="which"
        onChoose={(name) => {
          room.which.value = name;
          room.pick();
        }}
      />
      <SearchField
        search={room.rowSearch}
        label={ROWS.search}
        testid="row-search"
        hint={ROWS.hint}
        onSearch={() => room.pick()}
      />
      {which !== "corrected" && <p class="note-faint">{ROWS.sort}</p>}
      {frame?.which === which && rows.length === 0 && <p class="quiet">{ROWS.none[which]}</p>}
      <ul class="why-picked" data-testid="picked">
        {rows.map((row) => (
          <li key={row.row}>
            <button
              type="button"
              class="why-pick bare"
              data-testid="pick"
              data-row={row.row}
              aria-pressed={room.open.value === row.row}
              onClick={() => room.show(row.row)}
            >
              <span class="why-pick-head row">
                <b class="clip">{titleOf(row.id, say)}</b>
                <span class="quiet clip">{ROWS.pair(row.actual, row.predicted)}</span>
                <span class="note-faint">{number(row.score)}</span>
              </span>
              <span class="note clip">{row.text}</span>
            </button>
          </li>
        ))}
      </ul>
      {frame && frame.found > rows.length && rows.length > 0 && (
        <p class="quiet">{ROWS.more(frame.found - rows.length)}</p>
      )}
      {which === "corrected" && rows.length > 0 && (
        <button
          type="button"
          class="button"
          data-testid="export-labels"
          onClick={() => room.send({ action: "export-labels" })}
        >
          <Icon name="save" size={14} /> {ROWS.download}
        </button>
      )}
    </div>
  );
}

function RowPanel({ room, row }: { room: WhyStore; row: WhyRowFrame }) {
  return (
    <>
      <Identical room={room} row={row} />
      <Relabel room={room} row={row} />
      <LikeList room={room} title={LIKE.same(row.actual)} rows={row.same} testid="like-same" />
      <LikeList room={room} title={LIKE.other} rows={row.other} testid="like-other" />
    </>
  );
}

/** Rows that nothing tells apart from this one, and that have another label. */
function Identical({ room, row }: { room: WhyStore; row: WhyRowFrame }) {
  if (row.identical_count === 0) return null;
  return (
    <section class="group why-identical" data-testid="identical">
      <p>
        <b>{LIKE.identical(row.identical_count, row.actual)}</b> {LIKE.identicalHint}
      </p>
      <LikeItems room={room} rows={row.identical} />
    </section>
  );
}

function Relabel({ room, row }: { room: WhyStore; row: WhyRowFrame }) {
  const corrected = room.corrections.value[row.row];
  const others = row.other_labels;
  if (others.length === 0) return null;
  return (
    <section class="group" data-testid="relabel">
      <h3>{RELABEL.title}</h3>
      {corrected ? (
        <p>
          {RELABEL.was(row.loaded)}{" "}
          <button
            type="button"
            class="text-button"
            data-testid="restore-label"
            onClick={() => room.relabel(row.row, "")}
          >
            {RELABEL.restore}
          </button>
        </p>
      ) : (
        <p class="quiet">{RELABEL.wrongLabel}</p>
      )}
      {others.length === 1 ? (
        !corrected && (
          <button
            type="button"
            class="button"
            data-testid="relabel-row"
            onClick={() => room.relabel(row.row, others[0]!)}
          >
            {RELABEL.to(others[0]!)}
          </button>
        )
      ) : (
        <Select
          testid="relabel-row"
          value=""
          options={[["", RELABEL.choose], ...others.map((name) => [name, visible(name)] as const)]}
          onChoose={(value) => room.relabel(row.row, value)}
        />
      )}
      <p class="note-faint">{RELABEL.refit}</p>
      {row.part === "tuning" && <p class="note-faint">{RELABEL.flatters}</p>}
    </section>
  );
}

function LikeList(props: { room: WhyStore; title: string; rows: LikeRow[]; testid: string }) {
  if (props.rows.length === 0) return null;
  return (
    <section class="group" data-testid={props.testid}>
      <h3>{props.title}</h3>
      <LikeItems room={props.room} rows={props.rows} />
    </section>
  );
}

function LikeItems({ room, rows }: { room: WhyStore; rows: LikeRow[] }) {
  const say = useSay();
  return (
    <ul class="why-picked">
      {rows.map((row) => (
        <li key={row.row}>
          <button
            type="button"
            class="why-pick bare"
            data-testid="like"
            data-row={row.row}
            onClick={() => room.show(row.row)}
          >
            <span class="why-pick-head row">
              <b class="clip">{titleOf(row.id, say)}</b>
              <span class="quiet clip">
                {visible(row.label)}
                {row.predicted !== row.label && `, ${LIKE.wrong(row.predicted)}`}
              </span>
              <span class="note-faint">{number(row.distance)}</span>
            </span>
            {row.picture ? (
              <RowPicture picture={row.picture} size={40} />
            ) : (
              <span class="note clip">{row.text}</span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
