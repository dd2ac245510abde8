import type { ComponentType } from "preact";
import type { Host, RoomStore } from "../session/room-store";
import type { Workbench } from "../session/workbench";
import type { TermName } from "../ui/terms";
import type { SectionName } from "./sections";

export type TopChoice = "category" | "folds" | "search";
type RoomView = ComponentType<{ workbench: Workbench }>;

/** A key or a movement of the mouse, as the help lists it. */
export interface KeyHelp {
  keys: string[];
  does: string;
}

/** What the page knows about a room. A new room is a folder with such a record, and a line in the list. */
interface RoomRecord<Name extends string = string> {
  name: Name;
  title: string;
  /** What the rail calls it below its task; the title if not given. */
  railTitle?: string;
  /** The task on the rail that the room belongs to. */
  section: SectionName;
  view: RoomView;
  /** What the room shows on its right; nothing if not given. */
  inspector?: RoomView;
  /** What the room takes of the choices at the top, in addition to the data; the category if not given. */
  takes?: readonly TopChoice[] | ((workbench: Workbench) => readonly TopChoice[]);
  /** The history of its own steps, which are not the project's. */
  history?: string;
  /** Whether it has something to show before any data has been chosen. */
  withoutData?: boolean;
  /** Whether it has a speaker mode: large type and no settings, to be shown to others. */
  forSpeakers?: boolean;
  /** Whether it has something to show where no document has a label. */
  withoutLabels?: boolean;
  /** Which rows the page is about where data is in partitions, by the name of the note on it. */
  onPartitions?: "plane" | "matrix" | "others";
  keys?: readonly KeyHelp[];
  mouse?: readonly KeyHelp[];
  /** The words that the room speaks of, in the order in which one meets them. */
  terms?: readonly TermName[];
}

/** A room with a store of its own. */
export interface Room<Name extends string = string, Store extends RoomStore = RoomStore>
  extends RoomRecord<Name> {
  createStore(host: Host): Store;
}

/** A room that works on the store of another one. */
export interface GuestRoom<Name extends string = string> extends RoomRecord<Name> {
  storeOf: string;
}
