import { computed, effect, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Action, Frame, State, View } from "../wire/types";
import type { Store } from "./store";

/** The room in which data is opened that was just loaded, made or chosen. */
export const FIRST_ROOM = "matrix";

/** What is open before there is anything to work on: it has no place among the rooms. */
export const START_PAGE = "start";

/** What a room may use of the page it is on. */
export interface Host {
  readonly store: Store;
  /** The name of the open room. */
  readonly room: Signal<string>;
  /** Shows a short message that goes away by itself. */
  say(text: string): void;
}

/** What is open on the page of a room: it hears what arrives, follows values, and ends with them. */
export abstract class RoomStore<Sent extends Action = Action> {
  readonly store: Store;
  private readonly endings: (() => void)[] = [];

  constructor(protected readonly host: Host) {
    this.store = host.store;
  }

  /** Called once by a store that is complete: effects run at once. */
  protected begin(...follow: (() => void)[]): void {
    const listen = (frame: Frame) => this.receive(frame);
    this.store.listeners.add(listen);
    this.endWith(
      () => this.store.listeners.delete(listen),
      ...follow.map((each) => effect(() => each.call(this))),
    );
  }

  /** What is to be done when the page goes away. */
  protected endWith(...endings: (() => void)[]): void {
    this.endings.push(...endings);
  }

  close(): void {
    for (const end of this.endings) end();
  }

  send(action: Sent, dragging = false): void {
    this.store.send(action, dragging);
  }

  protected receive(_frame: Frame): void {}

  /** Takes up what was open before a reload; never called in a notebook, which keeps nothing. */
  restoreUi(): void {}

  /** Opens what an address asks for; false when it asks nothing of this room. */
  openLink(_hash: string): boolean {
    return false;
  }

  /** Handles a key pressed while the room is open; true when it meant something. */
  handleKey(_event: KeyboardEvent): boolean {
    return false;
  }

  /** Closes what is marked; false when nothing was. */
  stepBack(): boolean {
    return false;
  }
}

type ChoiceName = "clusters" | "compare" | "data" | "lab" | "matrix" | "use";

/** The store of a room that the server keeps a choice and a view of. */
export abstract class ServerRoomStore<
  Name extends ChoiceName,
  Sent extends Action,
> extends RoomStore<Sent> {
  readonly choice: ReadonlySignal<NonNullable<State[Name]> | null> = computed(
    () => this.store.state.value?.[this.name] ?? null,
  );
  readonly view: ReadonlySignal<NonNullable<View[Name]> | null> = computed(() =>
    this.choice.value ? (this.store.view.value?.[this.name] ?? null) : null,
  );
  readonly isOpen = computed(() => this.host.room.value === this.name);

  constructor(
    host: Host,
    readonly name: Name,
  ) {
    super(host);
  }
}

const OWN = "steersman-";
let prefix = OWN;
/** What only this window knows: its project, and notices that were read. */
const PRIVATE = new Set(["project", "notice-read", "guide"]);

/** Saves what is open under names of its own: for a page inside another one of the same window. */
export function keepUiApart(name: string): void {
  prefix = `${OWN}${name}-`;
}

/** What is open on this page, by name, as a reload would find it. */
export function savedScreen(): Record<string, string> {
  const screen: Record<string, string> = {};
  try {
    for (const key of Object.keys(sessionStorage).sort()) {
      const name = key.slice(prefix.length);
      if (key.startsWith(prefix) && !PRIVATE.has(name)) screen[name] = sessionStorage.getItem(key)!;
    }
  } catch {
    // a page without storage shows the room only
  }
  return screen;
}

/** Puts what is open on another page in the place of what is open here. */
export function writeScreen(screen: Record<string, string>): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
    for (const [name, text] of Object.entries(screen)) sessionStorage.setItem(prefix + name, text);
  } catch {
    // a page without storage opens as new
  }
}

/** What was saved under a name while this window is open; null on a page without storage. */
export function savedUi<Open>(name: string): Open | null {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? "null");
  } catch {
    return null;
  }
}

/** Saves what is open whenever it changes, so that a reload finds it; nothing while it is null. */
export function saveUi(name: string, open: () => object | string | null): () => void {
  return effect(() => {
    const now = open();
    if (now !== null) writeUi(name, now);
  });
}

/** Saves a value for a reload of this window; null takes it away. */
export function writeUi(name: string, value: object | string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // a page without storage opens as new
  }
}
