/** What travels on the wire for the matrix room, as docs/protocol.md has it. */

import type { Columns } from "./types";

export type Counts = number[][];
export type Granularity = "root" | "all" | "select";
export type Learner = "auto" | "linear" | "rbf" | "both" | "tree";

/** What is chosen in the room. */
export interface MatrixChoice {
  model: string;
  levels: number;
  freeze: number;
  granularity: Granularity;
  learner: Learner;
  /** Nodes of a program with an advantage under this are weak. */
  threshold: number;
  all_classes: boolean;
  locked: [string, string][];
  costs: number[][];
  confidence: number | null;
  shown: number | null;
  outcome: number | null;
  pins: Record<string, string>;
}

/** One model visited, in figures of the held out rows. */
export interface ModelFigures {
  number: number;
  label: string;
  /** What it was steered to, at one node perhaps; null where it was fitted. */
  want: Want | null;
  node: number | null;
  /** What the catalog calls it. */
  family: string;
  matrix: Counts;
  fp: number | null;
  fn: number | null;
  errors: number;
  accuracy: number;
  gap: number;
  objective: number;
  /** The nodes turned by hand on the way to it. */
  tuned: number[];
}

export interface ShownModel extends ModelFigures {
  training_matrix: Counts;
  knobs: Record<string, unknown>;
}

/** One inequality of a want; the classes are named as in the data, none where one is meant. */
export interface Bound {
  measure: string;
  classes: string[];
  relation: "<=" | ">=" | "<" | ">" | "=";
  value: number;
  /** Whether values are shares, from 0 to 1, rather than counts. */
  share: boolean;
  /** Whether it was added for a locked cell, not asked for. */
  locked: boolean;
}

/** A want that can be asked for: by its text, in the words of its bounds. */
export interface Want {
  text: string;
  bounds: Bound[];
}

/** A bound that does not hold (or is not promised); `rows` must change, null where none would do. */
export interface Violation {
  bound: Bound;
  value: number;
  rows: number | null;
  promising: boolean;
}

/** A bound that holds on new data but for a risk; so many of the rows here may err. */
export interface BoundPromise {
  bound: Bound;
  risk: number;
  allowed: number | null;
  rows: number | null;
}

/** A bound that so few rows cannot promise, and how many could, where that is known. */
export interface Shortage {
  bound: Bound;
  rows: number;
  needed: number | null;
}

export interface Outcome {
  code: string;
  /** What was asked and what the locks add, with the value reached for each. */
  bounds: (Bound & { reached: number })[];
  before: Counts;
  wanted: Counts;
  after: Counts;
  met: boolean;
  gap: number;
  reason: string;
  in_the_way: Violation[];
  visited: number[];
  node: number | null;
  /** Bounds that exclude each other, and what is left of the want without each of them. */
  clash: Bound[];
  without: (Want | null)[];
  promises: BoundPromise[];
  /** What no model could promise from these rows. */
  too_few_rows: Shortage[];
  /** Whether everything was tried; otherwise there was no time to. */
  exact: boolean;
  /** Bounds on counts, which hold here and cannot be promised, and a want of rates that can be. */
  counted: Bound[];
  instead: Want | null;
  /** What can be had in place of a want that was not met; null where nothing is known. */
  looser: Want | null;
  /** The cost that was come to, where the lowest was asked for. */
  lowest_cost: number | null;
  /** Whether it began with the model as fitted, for the sake of a promise. */
  afresh: boolean;
  /** A model visited before that does it too, with so much less damage. */
  seen: number | null;
  saved: number;
}

/** A model on the way while steering goes on: it has no number yet. */
export type PassingModel = Pick<
  ModelFigures,
  "fp" | "fn" | "errors" | "accuracy" | "gap" | "objective"
> & {
  /** With all classes asked about: rows of each class called otherwise, and others called so. */
  missed?: number[];
  wrongly?: number[];
};

/** What the steering under way has so far; `from` counts the models told before these. */
export interface SteeringNews {
  bounds: Bound[];
  from: number;
  models: PassingModel[];
}

/** The levels of a program that have been grown; rows are those it learns from. */
export type GrowthNews = Pick<Program, "levels" | "threshold" | "nodes">;

export interface ProgramNode {
  level: number;
  votes: number[];
  /** Training rows of each class that reach it. */
  rows: number[];
  /** The class at the end of a path, -1 where the node decides. */
  label: number;
  frozen: "" | "pure" | "empty" | "rare" | "weak";
  children: number[];
  shift: number[];
  matrix: Counts;
  advantages: (number | null)[];
  /** Votes that it lacks until no advantage is under the threshold; not while it grows. */
  short?: number;
}

export interface Program {
  levels: number;
  nodes: ProgramNode[];
  frozen: Record<string, number>;
  /** The nodes to turn by hand, those that lack the most votes first. */
  offered: number[];
  threshold: number;
}

export type CellRanges = [number, number][][];

export interface MatrixView {
  classes: string[];
  positive: string | null;
  /** Why all classes cannot be asked about together; empty where they can. */
  why_one_at_a_time: string;
  all_classes: boolean;
  catalog: { name: string; title: string; summary: string }[];
  rows: { training: number; holdout: number; test: number };
  shown: ShownModel;
  ranges: CellRanges;
  expected_cost: number | null;
  outcome: Outcome | null;
  trajectory: ModelFigures[];
  /** `looks` at the sealed rows, for any question; `seen`: models of this one they were for. */
  test: { looks: number; seen: number[]; matrix: Counts | null };
  program: Program | null;
}

export interface Example {
  row: number;
  id: string;
  text: string;
  sureness: number;
  reasons: { name: string; push: number }[];
  /** The classes that negative and positive pushes speak for. */
  sides: string[];
}

/** Why a row was decided so, and how that was found out. */
export interface ReasonsFrame extends Answer {
  kind: "reasons";
  row: number;
  how: "weights" | "median" | "absence";
  reasons: Example["reasons"];
  sides: string[];
  /** All of the row in words. */
  text: string;
}

export interface PathStep {
  node: number;
  level: number;
  votes: number[];
  scores?: number[];
  voted?: string;
  label?: string;
  frozen?: string;
}

interface Answer {
  reply_to: number;
  columns: Columns;
}

export interface ExamplesFrame extends Answer {
  kind: "examples";
  true: string;
  predicted: string;
  search: string;
  doubtful_first: boolean;
  /** In the cell, and of those how many the search finds. */
  count: number;
  found: number;
  examples: Example[];
}

export interface PathFrame extends Answer {
  kind: "path";
  row: number;
  true: string;
  steps: PathStep[];
}

export interface FrontierFrame extends Answer {
  kind: "frontier";
  /** The class whose errors they are. */
  focus: string;
  curves: { name: string; points: [number, number][] }[];
}

export interface TrainingFrame extends Answer {
  kind: "training";
  accuracies: number[];
}

/** How many models are still to be fitted for it; null where that would take long. */
export interface RangesToCome extends Answer {
  kind: "ranges";
  left: number | null;
}

export interface RangesFrame extends Answer {
  kind: "ranges";
  left: 0;
  ranges: CellRanges;
  lowest_by: string[][];
  highest_by: string[][];
  shown: number;
}

export interface NodeFrame extends Answer {
  kind: "node";
  node: number;
  learner: string;
  features: { name: string; class: string; push: number }[];
}

export interface LevelsFrame extends Answer {
  kind: "levels";
  points: { levels: number; holdout: number; training: number }[];
}

export interface ModelPythonFrame extends Answer {
  kind: "model-python";
  number: number;
  text: string;
}

export interface FileFrame extends Answer {
  kind: "file";
  name: string;
}

export type MatrixFrame =
  | FileFrame
  | ModelPythonFrame
  | ExamplesFrame
  | ReasonsFrame
  | PathFrame
  | FrontierFrame
  | TrainingFrame
  | RangesFrame
  | RangesToCome
  | NodeFrame
  | LevelsFrame;

export type MatrixAction =
  | { action: "open-matrix"; all_classes: boolean }
  | {
      action: "choose-model";
      model: string;
      levels?: number;
      freeze?: number;
      granularity?: Granularity;
      learner?: Learner;
    }
  | { action: "mark-weak"; threshold: number }
  | { action: "edit-cell"; true: string; predicted: string; count: number }
  | { action: "edit-node"; node: number; true: string; predicted: string; count: number }
  | { action: "ask-want"; want: string }
  | { action: "lock-cell"; true: string; predicted: string; locked: boolean }
  | { action: "set-costs"; costs: number[][] }
  | { action: "steer-to-cost" }
  | { action: "set-confidence"; confidence: number | null }
  | { action: "show-model"; number: number }
  | { action: "pin-model"; number: number; name: string }
  | { action: "open-test" }
  | {
      action: "cell-examples";
      true: string;
      predicted: string;
      search: string;
      doubtful_first: boolean;
    }
  | { action: "export-examples"; true: string; predicted: string; search: string }
  | { action: "explain-row"; row: number }
  | { action: "follow-row"; row: number }
  | { action: "ask-frontier"; focus: string }
  | { action: "ask-training" }
  | { action: "ask-ranges"; beside?: boolean }
  | { action: "ask-node"; node: number }
  | { action: "ask-levels" }
  | { action: "ask-python"; number: number }
  | { action: "export-card"; number: number; kind: "md" | "html" }
  | { action: "export-model"; number: number };
