import { FIRST_ROOM } from "../../session/room-store";
import type { Workbench } from "../../session/workbench";
import { plural, sentence } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { Select } from "../../ui/select";
import { PageSwitch } from "../../ui/tabs";
import type { FileView } from "../../wire/data";
import { AtHand, FileFault, Sending } from "./at-hand";
import { CatchQuestion } from "./catch-question";
import { Findings } from "./findings";
import { LabelQuestion } from "./label-question";
import type { DataStore, Page } from "./store";
import { ColumnTable } from "./table";
import { TextPage } from "./text-page";
import { DELIMITERS, ENCODINGS, HEAD, READING, roundedEstimate } from "./words";

/** What is at hand; or a file, its columns and what they are for, before it is loaded. */
export function DataRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.data;
  const view = room.view.value;
  return (
    <section class="data-room pane" aria-label="Data" data-testid="data-room">
      {view ? (
        <OpenFile room={room} workbench={workbench} view={view} />
      ) : (
        <AtHand workbench={workbench} />
      )}
    </section>
  );
}

const PAGES: { name: Page; title: string }[] = [
  { name: "table", title: "Columns" },
  { name: "text", title: "Text" },
];

function OpenFile({
  room,
  workbench,
  view,
}: {
  room: DataStore;
  workbench: Workbench;
  view: FileView;
}) {
  const page = room.hasText.value ? room.page.value : "table";
  return (
    <fieldset
      class="data-file"
      data-testid="data-file"
      aria-label={view.name}
      disabled={room.awaiting.value === "open"}
    >
      <FileHead room={room} workbench={workbench} view={view} />
      {room.sending.value && <Sending room={room} />}
      <FileFault room={room} />
      <LabelQuestion room={room} view={view} />
      <CatchQuestion room={room} view={view} />
      <div class="data-bar row">
        <Reading room={room} view={view} />
        {room.hasText.value && (
          <PageSwitch
            pages={PAGES}
            open={room.page}
            label="Pages of the data room"
            testid="data-page"
          />
        )}
      </div>
      {page === "table" && (
        <>
          <Findings room={room} view={view} />
          <ColumnTable room={room} view={view} />
        </>
      )}
      {page === "text" && <TextPage room={room} view={view} />}
    </fieldset>
  );
}

function FileHead({
  room,
  workbench,
  view,
}: {
  room: DataStore;
  workbench: Workbench;
  view: FileView;
}) {
  const missing = view.missing_role;
  const loaded = room.isLoaded.value ? workbench.store.view.value?.documents : undefined;
  const rowsText = (rows: number) =>
    view.rows_exact || loaded !== undefined
      ? plural(loaded ?? rows, "row", "rows")
      : HEAD.about(roundedEstimate(rows));
  const busy = workbench.store.progress.value !== null;
  return (
    <header class="data-head row">
      <IconButton
        icon="left"
        label={HEAD.close}
        hint={HEAD.closeHint}
        testid="close-file"
        onClick={() => room.send({ action: "close-file" })}
      />
      <h2 data-testid="file-name" title={room.choice.value?.path}>
        {view.name}
      </h2>
      <p class="data-facts note" data-testid="file-facts">
        {rowsText(view.rows)}
        <span class="dot">·</span>
        {plural(view.columns_in_all, "column", "columns")}
        <span class="dot">·</span>
        {view.format}
        {view.rows_seen < view.rows && <span class="quiet">{HEAD.judged(view.rows_seen)}</span>}
      </p>
      <span class="spring" />
      {missing ? (
        <p class="data-missing row" data-testid="missing-role">
          <Icon name="warn" size={14} /> {sentence(missing.todo)}
        </p>
      ) : room.isLoaded.value ? (
        <button
          type="button"
          class="button"
          data-testid="go-plane"
          onClick={() => {
            workbench.room.value = FIRST_ROOM;
          }}
        >
          <Icon name="check" size={14} /> {HEAD.loaded}
        </button>
      ) : (
        <button
          type="button"
          class="button data-load"
          data-testid="load-file"
          disabled={busy}
          onClick={() => room.load()}
        >
          {HEAD.load(rowsText(view.rows_kept))}
        </button>
      )}
    </header>
  );
}

/** Whether all rows are read into memory, or counted where they are. */
function RowsChoice({ room }: { room: DataStore }) {
  const engine = room.choice.value?.engine ?? "";
  const own = [
    ["", READING.memory],
    ["local", READING.disk],
  ] as const;
  return (
    <label title={READING.rowsHint}>
      {READING.rows}
      <Select
        class="field field-small"
        testid="rows-choice"
        value={engine}
        options={
          engine === "" || engine === "local" ? own : [...own, [engine, READING.cluster(engine)]]
        }
        onChoose={(chosen) => room.send({ action: "set-engine", engine: chosen })}
      />
    </label>
  );
}

function Reading({ room, view }: { room: DataStore; view: FileView }) {
  const delimited = view.delimiter !== null;
  const encodings = ENCODINGS.some((each) => each.value === view.encoding)
    ? ENCODINGS
    : [{ value: view.encoding ?? "", title: view.encoding ?? "" }, ...ENCODINGS];
  const delimiters = DELIMITERS.some((each) => each.value === view.delimiter)
    ? DELIMITERS
    : [{ value: view.delimiter ?? "", title: view.delimiter ?? "" }, ...DELIMITERS];
  return (
    <fieldset class="data-reading row note">
      <legend class="unseen">{READING.title}</legend>
      {view.sheets.length > 1 && (
        <label>
          {READING.sheet}
          <Select
            class="field field-small"
            testid="sheet"
            value={view.sheet ?? ""}
            options={view.sheets.map((sheet) => [sheet, sheet] as const)}
            onChoose={(value) => room.setReading({ sheet: value })}
          />
        </label>
      )}
      {view.encoding !== null && (
        <label>
          {READING.encoding}
          <Select
            class="field field-small"
            testid="encoding"
            value={view.encoding}
            options={encodings.map(({ value, title }) => [value, title] as const)}
            onChoose={(value) => room.setReading({ encoding: value })}
          />
        </label>
      )}
      {delimited && (
        <label>
          {READING.separator}
          <Select
            class="field field-small"
            testid="delimiter"
            value={view.delimiter!}
            options={delimiters.map(({ value, title }) => [value, title] as const)}
            onChoose={(value) => room.setReading({ delimiter: value })}
          />
        </label>
      )}
      {(delimited || view.kind === "excel") && (
        <label class="toggle">
          <input
            type="checkbox"
            data-testid="header"
            checked={view.header}
            onChange={(event) => room.setReading({ header: event.currentTarget.checked })}
          />
          {READING.header}
        </label>
      )}
      {(view.files > 1 || view.kind === "folder" || room.choice.value?.engine) && (
        <RowsChoice room={room} />
      )}
      {view.has_choices && (
        <button
          type="button"
          class="text-button"
          data-testid="guess-again"
          title={READING.againHint}
          onClick={() => room.send({ action: "guess-again" })}
        >
          {READING.again}
        </button>
      )}
    </fieldset>
  );
}
