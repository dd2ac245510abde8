import { plural } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { RowPicture } from "../../ui/row-picture";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import type { ComparedRowFrame, CompareView, PairExample, Side } from "../../wire/compare";
import { Mark } from "./marks";
import type { CompareStore } from "./store";
import { ROWS } from "./words";

const SIDES = Object.keys(ROWS.sides) as Side[];

/** The rows in one cell of the pair's table, and the one that is being read. */
export function RowsPanel({ room, view }: { room: CompareStore; view: CompareView }) {
  const row = room.row.value;
  const frame = room.examples.value;
  const [first, second] = view.pair;
  if (row) return <Reading room={room} row={row} />;
  if (!frame || !first || !second || frame.first !== first || frame.second !== second) {
    return (
      <div class="group">
        <p class="quiet">{ROWS.none}</p>
      </div>
    );
  }
  return (
    <div class="group examples" data-testid="pair-rows">
      <label class="side-choice">
        <span class="unseen">{ROWS.which}</span>
        <Select
          testid="side"
          value={room.side.value}
          options={SIDES.map((side) => [side, ROWS.sides[side](first, second)] as const)}
          onChoose={(value) => room.list(value as Side)}
        />
      </label>
      <SearchField
        search={room.search}
        label={ROWS.search}
        testid="pair-search"
        onSearch={() => room.askExamples()}
      />
      <h3 aria-live="polite">{plural(frame.count, "row", "rows")}</h3>
      {frame.examples.length === 0 && (
        <p class="quiet">{frame.search ? ROWS.notFound : ROWS.empty}</p>
      )}
      <ul>
        {frame.examples.map((example) => (
          <Example key={example.row} room={room} example={example} />
        ))}
      </ul>
    </div>
  );
}

function Example({ room, example }: { room: CompareStore; example: PairExample }) {
  const say = useSay();
  return (
    <li class="example">
      <button
        type="button"
        class="example-head bare pair-example"
        data-testid="pair-example"
        onClick={() => room.read(example.row)}
      >
        <span class="example-id clip">{titleOf(example.id, say)}</span>
        <span class="pair-true note clip">{example.true}</span>
        <span class="example-text note clip">{example.text}</span>
      </button>
    </li>
  );
}

/** One row in full, and what every model predicted for it when it was new to them. */
function Reading({ room, row }: { room: CompareStore; row: ComparedRowFrame }) {
  const say = useSay();
  const names = room.models.value.map(({ name }) => name);
  return (
    <article class="group reading" data-testid="reading">
      <div class="reading-head spread">
        <h2 title={row.id}>{titleOf(row.id, say)}</h2>
        <IconButton
          icon="close"
          label={ROWS.close}
          testid="reading-close"
          onClick={() => {
            room.row.value = null;
          }}
        />
      </div>
      <p>
        <span class="quiet">{ROWS.actual}</span> <b>{row.true}</b>
      </p>
      <ul class="said">
        {row.said.map(({ name, class: said }) => (
          <li key={name} class={said === row.true ? "said-right" : "said-wrong"}>
            <Mark place={names.indexOf(name)} />
            <span class="said-name" title={name}>
              {name}
            </span>
            <Icon name={said === row.true ? "check" : "close"} size={12} />
            <span>
              {said}
              <span class="unseen">{said === row.true ? ROWS.right : ROWS.wrong}</span>
            </span>
          </li>
        ))}
      </ul>
      {row.picture ? (
        <RowPicture picture={row.picture} size={160} />
      ) : row.prose ? (
        <p class="reading-text">{row.text}</p>
      ) : (
        <ul class="reading-values">
          {row.text.split(", ").map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      )}
    </article>
  );
}
