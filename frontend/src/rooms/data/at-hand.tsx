import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { count, plural, sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { AtHandFrame, Collection } from "../../wire/data";
import type { DataStore } from "./store";
import { OPEN, SHELVES, size } from "./words";

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
        <p class="quiet data-waiting">{OPEN.looking}</p>
      )}
    </div>
  );
}

function Opener({ room }: { room: DataStore }) {
  const path = useSignal("");
  return (
    <section class="data-opener" aria-label={OPEN.open}>
      <h2>{room.upload ? OPEN.drop : OPEN.open}</h2>
      <p class="quiet">
        {OPEN.formats} {room.upload && OPEN.limit}
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
    <p class="data-fault row" role="alert" data-testid="open-fault" data-code={fault.code}>
      <Icon name="warn" size={14} />
      <span>
        <b>{sentence(fault.what)}</b> {sentence(fault.todo)}{" "}
        {open && <span class="quiet">{OPEN.unchanged}</span>}
      </span>
      {open && (
        <button
          type="button"
          class="button"
          data-testid="look-again"
          title={OPEN.lookAgainHint}
          onClick={() => room.open(open)}
        >
          {OPEN.lookAgain}
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
          {OPEN.choose}
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
        aria-label={OPEN.path}
        placeholder={room.upload ? OPEN.orPath : OPEN.justPath}
        autocomplete="off"
        spellcheck={false}
        value={path.value}
        onInput={(event) => {
          path.value = event.currentTarget.value;
          room.openFault.value = null;
        }}
      />
      <button type="submit" class="button button-main" data-testid="open-path">
        {OPEN.go}
      </button>
    </form>
  );
}

/** How far a file on its way here is. */
export function Sending({ room }: { room: DataStore }) {
  const { name, part } = room.sending.value!;
  return (
    <div class="data-sending row" data-testid="sending">
      <span>{OPEN.sending(name)}</span>
      <progress value={part} max={1} aria-label={OPEN.sending(name)} />
      <span>{Math.round(part * 100)} %</span>
      <button type="button" class="button" onClick={() => room.cancelUpload()}>
        {OPEN.cancel}
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
    does: each.present ? SHELVES.open : SHELVES.download,
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
        title={SHELVES.recent}
        empty={SHELVES.none}
        lines={recent.map(({ path, name, bytes }) => ({
          key: path,
          name,
          note: path,
          figures: bytes > 0 ? size(bytes) : SHELVES.folder,
          does: SHELVES.preview,
          open: () => workbench.rooms.data.open(path),
        }))}
      />
      <Shelf
        title={SHELVES.made}
        empty={SHELVES.noneMade}
        lines={made.map((each) => ({
          key: each.name,
          name: each.name,
          note: each.summary,
          figures: figures(each.rows, each.classes),
          does: SHELVES.open,
          current: each.name === now,
          open: choose(each.name),
        }))}
      />
      <Shelf
        title={SHELVES.builtIn}
        lines={collections.filter((c) => c.built_in).map(collection)}
      />
      <Shelf
        title={SHELVES.downloaded}
        empty={SHELVES.none}
        lines={collections.filter((c) => !c.built_in && c.present).map(collection)}
      />
      <Shelf
        title={SHELVES.toDownload}
        lines={collections.filter((c) => !c.built_in && !c.present && c.can_fetch).map(collection)}
      />
    </div>
  );
}

function figures(rows: number | null, classes: number, bytes = 0): string {
  if (!rows) return SHELVES.unknownSize;
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
                {line.current ? SHELVES.current : line.figures}
              </span>
              <span class="data-line-does small">{line.does}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
