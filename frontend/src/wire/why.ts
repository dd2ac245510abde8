/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase, Picture } from "./types";

/** The part of the data that a row belongs to. */
export type PartName = "training" | "tuning" | "new";

export type FieldKind = "number" | "category" | "date" | "text";

export type Scale = "score" | "log-odds" | "probability";

export type Which = "wrong" | "all" | "corrected";

/** One feature by importance; a column of categories is one feature. */
export interface UsedFeature {
  group: number;
  name: string;
  kind: "number" | "category" | "date" | "vector" | "word";
  drop: number;
  low: number;
  /** A 95 % interval of the drop. */
  high: number;
  /** Change of the class's score from a low to a high value; 0 for categories. */
  direction: number;
  /** The coefficient, where there is one. */
  weight: number | null;
}

/** The mean score when every row has this value, and the share of rows that have it. */
export interface DependencePoint {
  label: string;
  value: number;
  score: number;
  share: number;
}

export interface PickedRow {
  row: number;
  id: string;
  text: string;
  actual: string;
  predicted: string;
  score: number;
  corrected: boolean;
}

/** What one feature adds to the score; `shown` is its value in the row. */
export interface Push {
  name: string;
  kind: "number" | "category" | "date" | "vector" | "word";
  /** The column of a word, where texts are counted apart. */
  text_column: string;
  shown: string;
  push: number;
}

/** Features that are summed up, and what they add together. */
export interface Share {
  count: number;
  push: number;
}

/** Contributions that add up: base + pushes + rest + absent = score. */
export interface Explanation {
  /** The class that the score speaks for. */
  category: string;
  against: string;
  predicted: string;
  scale: Scale;
  base: number;
  score: number;
  cutoff: number;
  exact: boolean;
  /** None where they were not asked for. */
  pushes: Push[] | null;
  rest: Share;
  /** Words that the row does not contain. */
  absent: Share;
  absent_words: Push[];
}

/** One column of a row, to be edited. */
export interface Field {
  name: string;
  kind: FieldKind;
  value: string;
  options: string[];
  low: number;
  /** The range seen in the data. */
  high: number;
}

/** A row that is like another. */
export interface LikeRow {
  row: number;
  id: string;
  label: string;
  predicted: string;
  text: string;
  picture: Picture | null;
  distance: number;
}

/** A value that changes: `value` is what to write in its column. */
export interface FlipChange {
  name: string;
  kind: "number" | "category" | "date" | "vector" | "word";
  fields: string[];
  before: string;
  value: string;
}

export interface Flip {
  changes: FlipChange[];
  score: number;
}

/** What the model uses, the most important first. */
export interface ImportanceFrame extends FrameBase {
  kind: "importance";
  search: string;
  focus: string;
  /** The class that directions are for. */
  category: string;
  against: string;
  measure: "auc" | "balanced accuracy";
  /** The measure with every feature as it is. */
  baseline: number;
  rows: number;
  /** All features; the likeliest of many are measured. */
  of: number;
  features: UsedFeature[];
}

/** The curve of one feature. */
export interface DependenceFrame extends FrameBase {
  kind: "dependence";
  group: number;
  name: string;
  feature_kind: "number" | "category" | "date" | "vector" | "word";
  category: string;
  scale: Scale;
  cutoff: number;
  points: DependencePoint[];
}

/** Rows to choose from; `found` counts all of them. */
export interface PickedRowsFrame extends FrameBase {
  kind: "picked-rows";
  which: Which;
  search: string;
  found: number;
  rows: PickedRow[];
  cutoff: number;
  category: string;
}

/** One row: why it is decided as it is, its values, and the rows most like it. */
export interface WhyRowFrame extends FrameBase {
  kind: "row-why";
  row: number;
  id: string;
  part: PartName;
  actual: string;
  /** The label that it came with. */
  loaded: string;
  /** What a person may call it instead. */
  other_labels: string[];
  text: string;
  picture: Picture | null;
  explanation: Explanation;
  fields: Field[];
  /** The nearest rows with the same label. */
  same: LikeRow[];
  other: LikeRow[];
  /** Rows with the very same values and another label. */
  identical: LikeRow[];
  identical_count: number;
}

/** The score of a row with other values. */
export interface TriedRowFrame extends FrameBase {
  kind: "tried-row";
  row: number | null;
  tried: Record<string, string>;
  explanation: Explanation;
  fields: Field[];
  /** Words of the text that the model does not know. */
  unknown: string[];
}

/** The smallest changes that turn the decision; none where one or two features cannot. */
export interface FlipsFrame extends FrameBase {
  kind: "flips";
  row: number | null;
  tried: Record<string, string>;
  decided: string;
  flips: Flip[];
}

export type WhyFrame =
  | ImportanceFrame
  | DependenceFrame
  | PickedRowsFrame
  | WhyRowFrame
  | TriedRowFrame
  | FlipsFrame;

export type WhyAction =
  | { action: "ask-importance"; search?: string; focus?: string }
  | { action: "ask-dependence"; group: number; focus?: string }
  | { action: "pick-rows"; which?: Which; search?: string }
  | { action: "why-row"; row: number }
  | { action: "try-row"; values: Record<string, string>; row?: number | null; explained?: boolean }
  | { action: "find-flips"; values: Record<string, string>; row?: number | null }
  | { action: "export-labels" };
