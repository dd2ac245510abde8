import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { ROOMS_WITH_STORE, type RoomStores, roomNamed, roomsOf } from "../rooms";
import { pauseWithRoom } from "../rooms/challenge/pause";
import { ProjectStore } from "../rooms/project/store";
import type { SectionName } from "../rooms/sections";
import type { State } from "../wire/types";
import type { Transport } from "./link";
import { once } from "./once";
import { FIRST_ROOM, type Host, type RoomStore } from "./room-store";
import { Store } from "./store";
import { COPIED } from "./words";

const GAME = "challenge";

/** What has steps and a link of its own while it is open, such as a lesson. */
interface OwnSteps {
  canUndo: ReadonlySignal<boolean>;
  canRedo: ReadonlySignal<boolean>;
  undo(): void;
  redo(): void;
  /** A link to what is open, where it has one of its own. */
  link?: { name: string; copy(): string };
}

/** The guide that somebody follows, and the step they are at. */
export interface GuideProgress {
  name: string;
  step: number;
}

/** Everything that one page or one notebook cell holds. */
export class Workbench implements Host {
  readonly store: Store;
  /** The name of the open room. */
  readonly room = signal<string>(FIRST_ROOM);
  /** The room that was last open in each section of the rail. */
  readonly lastRooms = signal<Partial<Record<SectionName, string>>>({});
  readonly rooms: RoomStores;
  readonly project: ProjectStore;
  readonly guide = signal<GuideProgress | null>(null);
  readonly helpOpen = signal(false);
  /** A short message that goes away by itself. */
  readonly notice = signal<string | null>(null);
  /** A link to copy by hand, where the page may not write into the clipboard. */
  readonly link = signal<string | null>(null);
  /** What undo, redo and the link are about instead of the session's own state. */
  readonly own = signal<OwnSteps | null>(null);
  /** Whose history is shown: that of the room or of the game, or, without a name, the project's. */
  readonly historyName = computed(
    () => roomNamed(this.room.value)?.history ?? (this.store.state.value?.challenge ? GAME : ""),
  );
  readonly history = computed(() => {
    const { history, own_histories: own } = this.store.viewParts;
    return this.historyName.value ? own.value?.[this.historyName.value] : history.value;
  });
  readonly canUndo = computed(() => {
    const history = this.history.value;
    const parent = history?.steps[history.now]?.parent ?? null;
    return this.own.value?.canUndo.value ?? parent !== null;
  });
  readonly canRedo = computed(() => {
    const history = this.history.value;
    return this.own.value?.canRedo.value ?? (!!history && history.line.at(-1) !== history.now);
  });
  private noticeTimer = 0;
  private stopWaiting = () => {};
  private readonly endGame: () => void;

  constructor(transport: Transport, restore: State | null = null, project = "") {
    this.store = new Store(transport, restore, project);
    const stores = ROOMS_WITH_STORE.map((room) => [room.name, room.createStore(this)]);
    this.rooms = Object.fromEntries(stores) as RoomStores;
    this.project = new ProjectStore(this);
    this.endGame = pauseWithRoom(this);
    // what went wrong in one room is not said in the next
    this.room.subscribe((name) => {
      this.store.fault.value = null;
      const section = roomNamed(name)?.section;
      if (section) this.lastRooms.value = { ...this.lastRooms.peek(), [section]: name };
    });
  }

  /** Opens a section of the rail in the room that was last open in it. */
  openSection(section: SectionName): void {
    const rooms = roomsOf(section).map(({ name }) => name);
    const last = this.lastRooms.value[section];
    this.room.value = last && rooms.includes(last) ? last : rooms[0]!;
  }

  /** Goes on once something has come that was asked for; whatever was waited for before is dropped. */
  when(condition: () => boolean, then: () => void): void {
    this.stopWaiting();
    this.stopWaiting = once(condition, then);
  }

  /** Chooses data, and a category of it, and enters a room when both are there. */
  openData(name: string, { room = FIRST_ROOM, category = "" } = {}, then = () => {}): void {
    const { stateParts, viewParts } = this.store;
    const enter = () => {
      this.room.value = room;
      then();
    };
    if (stateParts.dataset.value !== name) this.store.send({ action: "choose-data", name });
    // an action that comes too early would stop the one before it
    this.when(
      () => stateParts.dataset.value === name,
      () => {
        const there = viewParts.categories.value?.some((each) => each.name === category);
        if (!there || stateParts.category.value === category) return enter();
        this.store.send({ action: "choose-category", category });
        this.when(() => stateParts.category.value === category, enter);
      },
    );
  }

  undo(): void {
    if (this.own.value) this.own.value.undo();
    else this.store.send({ action: "undo", room: this.historyName.value });
  }

  redo(): void {
    if (this.own.value) this.own.value.redo();
    else this.store.send({ action: "redo", room: this.historyName.value });
  }

  say(text: string): void {
    window.clearTimeout(this.noticeTimer);
    this.notice.value = text;
    this.noticeTimer = window.setTimeout(() => {
      this.notice.value = null;
    }, NOTICE_MS);
  }

  /** Copies lines of Python, or says how to. */
  copyLines(text: string): void {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
    copied.then(
      () => this.say(COPIED.lines),
      () => this.say(COPIED.blocked),
    );
  }

  /** The stores of all rooms, in the order of the rail. */
  get roomStores(): RoomStore[] {
    return Object.values(this.rooms);
  }

  /** The store of the open room. */
  get openStore(): RoomStore | undefined {
    const room = roomNamed(this.room.value);
    const owner = room && "storeOf" in room ? room.storeOf : this.room.value;
    return this.rooms[owner as keyof RoomStores];
  }

  close(): void {
    this.stopWaiting();
    this.endGame();
    for (const room of this.roomStores) room.close();
    this.project.close();
    this.store.close();
  }
}

const NOTICE_MS = 2500;
