import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { count, plural, sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { AtHandFrame, Collection } from "../../wire/data";
import type { DataStore } from "./store";
import { size } from "./words";

/** A file to be dropped or named, and everything that can be opened at once. */
export function AtHand({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.data;
  const list = room.atHand.value;
  return (
    <div class="data-hand" data-testid="at-hand">
      <Opener room={room} />
      {list ? (
        <Shelves workbench={workbench} list={list} />
      ) : (
        <p class="quiet data-waiting">Looking at what is here …</p>
      )}
    </div>
  );
}

function Opener({ room }: { room: DataStore }) {
  const path = useSignal("");
  return (
    <section class="data-opener" aria-label="Open a file">
      <h2>{room.upload ? "Drop a file here" : "Open a file"}</h2>
      <p class="quiet">
        CSV, TSV, Parquet, JSON, Excel, ARFF, svmlight, or a folder of texts. It stays on this
        machine. {room.upload && "Up to 4 GB can be dropped; larger files are read where they are."}
      </p>
      {room.sending.value ? <Sending room={room} /> : <PathForm room={room} path={path} />}
      <FileFault room={room} />
    </section>
  );
}

/** What is wrong with a file, and where one is open a way to read it as it is now. */
export function FileFault({ room }: { room: DataStore }) {
  const fault = room.openFault.value;
  const open = room.choice.value?.path;
  useEffect(
    () => () => {
      room.openFault.value = null;
    },
    [room],
  );
  if (!fault) return null;
  return (
    <p class="data-fault row" role="alert" data-testid="open-fault">
      <Icon name="warn" size={14} />
      <span>
        <b>{sentence(fault.what)}</b> {sentence(fault.todo)}{" "}
        {open && <span class="quiet">Everything is as it was.</span>}
      </span>
      {open && (
        <button
          type="button"
          class="button"
          data-testid="look-again"
          title="Read the file as it is now"
          onClick={() => room.open(open)}
        >
          Look again
        </button>
      )}
    </p>
  );
}

function PathForm({ room, path }: { room: DataStore; path: { value: string } }) {
  return (
    <form
      class="data-path row"
      onSubmit={(event) => {
        event.preventDefault();
        room.open(path.value);
      }}
    >
      {room.upload && (
        <label class="button data-choose">
          Choose a file
          <input
            type="file"
            class="unseen"
            data-testid="choose-file"
            onChange={(event) => {
              room.take(event.currentTarget.files);
              event.currentTarget.value = "";
            }}
          />
        </label>
      )}
      <input
        class="field data-field"
        data-testid="path"
        aria-label="Path of a file or folder on this machine"
        placeholder={room.upload ? "or type its path" : "type its path"}
        autocomplete="off"
        spellcheck={false}
        value={path.value}
        onInput={(event) => {
          path.value = event.currentTarget.value;
          room.openFault.value = null;
        }}
      />
      <button type="submit" class="button button-main" data-testid="open-path">
        Open
      </button>
    </form>
  );
}

/** How far a file on its way here is. */
export function Sending({ room }: { room: DataStore }) {
  const { name, part } = room.sending.value!;
  return (
    <div class="data-sending row" data-testid="sending">
      <span>Taking in {name}</span>
      <progress value={part} max={1} aria-label={`Taking in ${name}`} />
      <span>{Math.round(part * 100)} %</span>
      <button type="button" class="button" onClick={() => room.cancelUpload()}>
        Cancel
      </button>
    </div>
  );
}

interface Line {
  key: string;
  name: string;
  note: string;
  figures: string;
  does: string;
  current?: boolean;
  open: (() => void) | null;
}

function Shelves({ workbench, list }: { workbench: Workbench; list: AtHandFrame }) {
  const { store } = workbench;
  const choose = (name: string) => () => workbench.openData(name);
  const now = store.stateParts.dataset.value;
  const collection = (each: Collection): Line => ({
    key: each.name,
    name: each.name,
    note: each.source,
    figures: figures(each.rows, each.classes ?? 0, each.bytes),
    does: each.present ? "Open" : "Fetch",
    current: each.name === now,
    open: each.present
      ? choose(each.name)
      : each.can_fetch
        ? () => workbench.rooms.data.fetch(each.name)
        : null,
  });
  const { collections, made, recent } = list;
  return (
    <div class="data-shelves scrolls">
      <Shelf
        title="Files opened last"
        empty="None yet."
        lines={recent.map(({ path, name, bytes }) => ({
          key: path,
          name,
          note: path,
          figures: bytes > 0 ? size(bytes) : "folder",
          does: "Look",
          open: () => workbench.rooms.data.open(path),
        }))}
      />
      <Shelf
        title="Made in this session"
        empty="Files that you load and tables that you make stand here."
        lines={made.map((each) => ({
          key: each.name,
          name: each.name,
          note: each.summary,
          figures: figures(each.rows, each.classes),
          does: "Open",
          current: each.name === now,
          open: choose(each.name),
        }))}
      />
      <Shelf title="Built in" lines={collections.filter((c) => c.built_in).map(collection)} />
      <Shelf
        title="Downloaded"
        empty="None yet."
        lines={collections.filter((c) => !c.built_in && c.present).map(collection)}
      />
      <Shelf
        title="To be downloaded"
        lines={collections.filter((c) => !c.built_in && !c.present && c.can_fetch).map(collection)}
      />
    </div>
  );
}

function figures(rows: number | null, classes: number, bytes = 0): string {
  if (!rows) return "counted when it is first opened";
  const all = [plural(rows, "row", "rows"), plural(classes, "class", "classes")];
  return (bytes ? [...all, size(bytes)] : all).join(" · ");
}

function Shelf({ title, lines, empty }: { title: string; lines: Line[]; empty?: string }) {
  if (lines.length === 0 && !empty) return null;
  return (
    <section class="data-shelf" aria-label={title}>
      <h3>
        {title} {lines.length > 0 && <span class="quiet">{count(lines.length)}</span>}
      </h3>
      {lines.length === 0 && <p class="quiet">{empty}</p>}
      <ul>
        {lines.map((line) => (
          <li key={line.key} aria-current={line.current ? "true" : undefined}>
            <button
              type="button"
              class="data-line bare"
              disabled={!line.open}
              data-testid="data-line"
              data-name={line.name}
              onClick={() => line.open?.()}
            >
              <b>{line.name}</b>
              <span class="data-line-note note-faint clip" title={line.note}>
                {line.note}
              </span>
              <span class="data-line-figures note-faint clip">
                {line.current ? "open now" : line.figures}
              </span>
              <span class="data-line-does small">{line.does}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
