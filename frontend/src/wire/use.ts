/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { Reason } from "./matrix";
import type { FrameBase } from "./types";

export type LimitState = "holds" | "undecided" | "broken";

export type ShiftKind = "score" | "class" | "column";

/** A file of new rows, and its columns of labels, identifiers and times; empty for none. */
export interface FedFile {
  path: string;
  digest: string;
  label: string;
  id: string;
  time: string;
}

/** A label that was given later, for a row by its identifier. */
export interface GivenLabel {
  row: string;
  label: string;
}

/** A repair: of which version, on the rows labeled since which row. */
export interface RepairedAt {
  version: number;
  first_row: number;
}

/** One thing that happened, in order: a file came, a label was given, or a repair was made. */
export interface UseEvent {
  kind: "file" | "label" | "repair";
  file: FedFile | null;
  label: GivenLabel | null;
  fair: boolean;
  repair: RepairedAt | null;
}

/** A draw of rows to label, from those without a label after so many events. */
export interface DrawnRows {
  events: number;
  count: number | null;
  even: boolean;
  seed: number;
}

/** The choice of the room. */
export interface UseChoice {
  number: number | null;
  category: string;
  seed: number;
  all_classes: boolean;
  path: string;
  want: string;
  events: UseEvent[];
  drawn: DrawnRows | null;
  version: number;
}

/** One limit of the model in use, now and over the rows so far. */
export interface Limit {
  bound: string;
  /** The limit in words, such as: at most 2 % of ham called spam. */
  words: string;
  state: LimitState;
  limit: number;
  is_upper: boolean;
  is_share: boolean;
  /** Labeled rows that say something about it. */
  rows: number;
  estimate: number | null;
  low: number | null;
  high: number | null;
  e_value: number | null;
  alarm_at: number | null;
  broken_since: number | null;
  broken_time: string;
  reason: string;
  row_numbers: number[];
  estimates: (number | null)[];
  lows: (number | null)[];
  highs: (number | null)[];
  e_values: (number | null)[];
}

/** One thing that may shift without labels: the score, a class share, or a column. */
export interface FeatureShift {
  about: string;
  kind: ShiftKind;
  e_value: number;
  alarm_at: number;
  before: number | null;
  now: number | null;
  since: number | null;
  /** The values of a column whose share changed most. */
  part: string;
}

/** A file of new rows, and the columns that it has. */
export interface NewFile {
  name: string;
  rows: number;
  labeled: number;
  first_row: number;
  label: string;
  id: string;
  time: string;
  columns: string[];
  notes: string[];
}

/** The next row to label; `prose` says that the text is its own. */
export interface RowToLabel {
  row: string;
  text: string;
  prose: boolean;
  predicted: string;
}

/** What the labels of a plan say about a limit. */
export interface CheckedLimit {
  bound: string;
  words: string;
  state: LimitState;
  is_share: boolean;
  rows: number;
  estimate: number | null;
  low: number | null;
  high: number | null;
  needed_if_kept: number;
  needed_if_broken: number;
}

/** Rows drawn to be labeled, and how far that is. */
export interface LabelQueue {
  even: boolean;
  pool: number;
  rows: number;
  labeled: number;
  next: RowToLabel | null;
  /** The label given last; empty before the first. */
  last: string;
  limits: CheckedLimit[];
}

/** The model as it was put in use, or a repair of it. */
export interface Version {
  version: number;
  from_row: number;
  replaced: number | null;
  /** Newly labeled rows that it was steered on; 0 for the first. */
  rows: number;
  met: boolean;
  want: string;
  guarantees: string[];
  sentences: string[];
  old: number[][];
  new: number[][];
}

/** A limit that so few labeled rows cannot guarantee. */
export interface ShortLimit {
  words: string;
  rows: number;
  /** Labeled rows that say something about it, without an error; null where not known. */
  needed: number | null;
}

/** Whether there are rows to repair the model on. */
export interface RepairRoom {
  first_row: number;
  rows: number;
  by_class: Record<string, number>;
  short: ShortLimit[];
}

/** The room: the model in use, the limits, shifts, files, rows to label, versions. */
export interface UseView {
  title: string;
  confidence: number;
  classes: string[];
  version: number;
  rows: number;
  labeled: number;
  /** Rows of the newest file without a label. */
  open_rows: number;
  state: LimitState;
  limits: Limit[];
  /** The time at each point that is drawn; empty where there is none. */
  times: string[];
  shifts: FeatureShift[];
  effects: string[];
  notes: string[];
  files: NewFile[];
  drawn: LabelQueue | null;
  versions: Version[];
  repair: RepairRoom;
}

/** Why the model decides a row as it does; what pushes down speaks against its decision. */
export interface RowReasonsFrame extends FrameBase {
  kind: "row-reasons";
  row: string;
  reasons: Reason[];
}

export type UseFrame = RowReasonsFrame;

export type UseAction =
  | { action: "open-use" }
  | { action: "put-in-use"; number?: number | null; path?: string }
  | { action: "feed-file"; path: string; file?: FedFile | null }
  | {
      action: "set-fed-columns";
      place: number;
      label?: string;
      identifier?: string;
      time?: string;
    }
  | { action: "draw-rows"; count?: number | null; even?: boolean }
  | { action: "label-row"; row: string; label: string }
  | { action: "import-labels"; path: string; labels?: [string, string][] }
  | { action: "repair-model"; first_row?: number }
  | { action: "use-version"; version: number }
  | { action: "export-drawn-rows" }
  | { action: "ask-reasons"; row: string }
  | { action: "export-version"; version: number; kind?: "model" | "html" | "markdown" };
