/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { CatalogEntry, FrameBase, Picture } from "./types";

/** A confusion matrix: rows are actual, columns predicted. */
export type Counts = number[][];

/** The lowest and highest count of each cell. */
export type CellRanges = [number, number][][];

export type Relation = "<=" | ">=" | "<" | ">" | "=";

export type Granularity = "root" | "all" | "select";

export type Learner = "auto" | "linear" | "rbf" | "both" | "tree";

export type FrozenWhy = "" | "pure" | "empty" | "rare" | "weak";

/** The choice of the matrix room; `shown` and `outcome` number models and steerings. */
export interface MatrixChoice {
  model: string;
  levels: number;
  freeze: number;
  granularity: Granularity;
  learner: Learner;
  published: boolean;
  threshold: number;
  all_classes: boolean;
  locked: [string, string][];
  costs: number[][];
  confidence: number | null;
  shared: boolean;
  prior: number | null;
  cutoff_column: string;
  shown: number | null;
  outcome: number | null;
  pins: Record<string, string>;
}

export interface RowCounts {
  training: number;
  holdout: number;
  test: number;
}

/** A want as it can be written, and what it means. */
export interface WantExample {
  text: string;
  meaning: string;
}

/** One inequality of a want; the classes are named as in the data, none where one is meant. */
export interface Bound {
  measure: string;
  classes: string[];
  relation: Relation;
  value: number;
  /** Whether values are shares, from 0 to 1, rather than counts. */
  share: boolean;
  /** Whether it was added for a locked cell, not asked for. */
  locked: boolean;
  /** What the groups are called that it must hold in, each of them; empty for all rows. */
  each_group: string;
  /** What the groups are called whose largest difference it limits; empty where it does not. */
  gap_over: string;
}

/** A want that can be asked for: by its text, in the words of its bounds. */
export interface Want {
  text: string;
  bounds: Bound[];
}

/** The cut-off of one group, and a rate of its tuning rows. */
export interface GroupCutoff {
  group: string;
  rows: number;
  /** The score above which a row is of the second class; null where none or all are. */
  cutoff: number | null;
  /** Null where the group has no such rows. */
  value: number | null;
  low: number | null;
  high: number | null;
}

/** A model with a cut-off for each group. */
export interface GroupCutoffs {
  column: string;
  /** What the rate of a group is of: of the limit on groups, where there is one. */
  rate: Bound;
  groups: GroupCutoff[];
}

/** The current model. */
export interface ShownModel {
  fp: number | null;
  fn: number | null;
  errors: number;
  accuracy: number;
  number: number;
  label: string;
  /** What it was steered to; null where it was fitted. */
  want: Want | null;
  /** The node that was steered, where it was one. */
  node: number | null;
  /** What the catalog calls it. */
  family: string;
  matrix: Counts;
  /** Rows of each class that go to a person; empty where the model decides every row. */
  referred: number[];
  gap: number;
  objective: number;
  /** The nodes turned by hand on the way to it. */
  tuned: number[];
  /** Null where one cut-off is for all rows. */
  group_cutoffs: GroupCutoffs | null;
  knobs: Record<string, unknown>;
}

/** A bound with the value that its measure reached; `part` of `rows` rows where it counts. */
export interface ReachedBound {
  measure: string;
  classes: string[];
  relation: Relation;
  value: number;
  /** Whether values are shares, from 0 to 1, rather than counts. */
  share: boolean;
  /** Whether it was added for a locked cell, not asked for. */
  locked: boolean;
  /** What the groups are called that it must hold in, each of them; empty for all rows. */
  each_group: string;
  /** What the groups are called whose largest difference it limits; empty where it does not. */
  gap_over: string;
  reached: number;
  part: number | null;
  rows: number | null;
  low: number;
  /** Where it is likely on new rows, as a share of rows or as the average cost of a row. */
  high: number;
  /** Whether the limit is between them, so that new rows may well break it. */
  tight: boolean;
}

/** A bound that does not hold. */
export interface Violation {
  bound: Bound;
  value: number;
  /** How many must change; null where none would do. */
  rows: number | null;
  /** Whether it holds here and only cannot be promised. */
  promising: boolean;
}

/** A bound that holds on new data but for a risk; so many of the rows here may err. */
export interface BoundPromise {
  bound: Bound;
  risk: number;
  allowed: number | null;
  rows: number | null;
  /** Whether it holds only while the classes have the shares that were assumed. */
  of_shares: boolean;
}

/** How many errors a bound allows among so many rows here, and how many there are. */
export interface Allowance {
  bound: Bound;
  used: number;
  allowed: number;
  rows: number;
}

/** A bound that so few rows cannot promise, and how many could, where that is known. */
export interface Shortage {
  bound: Bound;
  rows: number;
  needed: number | null;
}

/** What one limit came to in one group. */
export interface GroupOutcome {
  limit: string;
  column: string;
  group: string;
  rows: number;
  /** Null where the group has no such rows. */
  value: number | null;
  low: number | null;
  high: number | null;
  met: boolean;
}

/** The outcome of one steering. */
export interface Outcome {
  code: string;
  /** The want as it was written; empty where it was not. */
  asked: string;
  /** What was made as good as possible within the bounds; null where nothing was named. */
  best: ReachedBound | null;
  /** The confidence of the guarantee that was asked for. */
  confidence: number | null;
  /** Models that share its risk, so that one of them may be chosen. */
  among: number;
  /** Fitted models that a guarantee was asked of on the tuning rows so far, this one included. */
  guaranteed_models: number;
  /** Classes predicted for no row, though the want is met. */
  never: string[];
  /** The share of the class to catch in use; null where it is that of the tuning rows. */
  prior: number | null;
  /** What was asked and what the locks add. */
  bounds: ReachedBound[];
  before: Counts;
  referred_before: number[];
  /** Rows of each class that go to a person before and after; empty where none do. */
  referred: number[];
  /** The nearest matrix that meets the want. */
  wanted: number[][];
  after: Counts;
  met: boolean;
  gap: number;
  reason: string;
  in_the_way: Violation[];
  visited: number[];
  /** The node turned by hand. */
  node: number | null;
  /** Bounds that exclude each other. */
  clash: Bound[];
  /** What is left of the want without each bound that clashes. */
  without: (Want | null)[];
  promises: BoundPromise[];
  /** Of bounds on errors among rows of known truth; with a guarantee, what can be guaranteed. */
  allowances: Allowance[];
  /** What no model could promise from these rows. */
  too_few_rows: Shortage[];
  /** Whether every setting of the model was searched; otherwise a better one may exist. */
  exact: boolean;
  /** Bounds on counts, which hold here and cannot be promised. */
  counted: Bound[];
  /** A want of rates that can be promised in their place. */
  instead: Want | null;
  /** What can be had in place of a want that was not met; null where nothing is known. */
  looser: Want | null;
  /** Every limit on groups in every group, the worst first. */
  groups: GroupOutcome[];
  /** What is guaranteed of groups and of costs by row, a sentence each. */
  row_guarantees: string[];
  /** The cost that was reached, where the lowest was asked for. */
  lowest_cost: number | null;
  /** Whether it started from the model as fitted, for the sake of a promise. */
  afresh: boolean;
  /** A model visited before that does it too, with less damage. */
  seen: number | null;
  /** How much less. */
  saved: number;
}

/** One model visited, in figures of the held out rows. */
export interface ModelFigures {
  fp: number | null;
  fn: number | null;
  errors: number;
  accuracy: number;
  number: number;
  label: string;
  /** What it was steered to; null where it was fitted. */
  want: Want | null;
  /** The node that was steered, where it was one. */
  node: number | null;
  /** What the catalog calls it. */
  family: string;
  matrix: Counts;
  /** Rows of each class that go to a person; empty where the model decides every row. */
  referred: number[];
  gap: number;
  objective: number;
  /** The nodes turned by hand on the way to it. */
  tuned: number[];
}

/** A bound on the final test rows; counts are shares of the rows they count among, costs are averages of a row. */
export interface FinalBound {
  bound: Bound;
  value: number;
  limit: number;
  low: number;
  high: number;
  part: number | null;
  rows: number | null;
  /** The value on the tuning rows. */
  tuning: number;
  holds: boolean;
  /** It fails, and the interval includes the limit. */
  within_noise: boolean;
  /** Of a limit for each group, the one in which it is furthest away. */
  group: string;
}

/** The average cost of a row, on the tuning rows and on the final test rows. */
export interface AverageCost {
  tuning: number;
  test: number;
}

/** The sealed rows: how often they were opened, and the matrix if this model's was. */
export interface Sealed {
  /** For any question. */
  looks: number;
  /** Models of this question that they were opened for. */
  seen: number[];
  matrix: Counts | null;
  referred: number[];
  /** Every bound that the model was steered to. */
  bounds: FinalBound[];
  cost: AverageCost | null;
}

/** What martingale boosting proves of the error, from the least advantage of a node. */
export interface ErrorBound {
  /** The least of all nodes and classes, on the tuning rows. */
  advantage: number;
  node: number;
  /** The most that the error of a class can be at this advantage, paths that stop early apart. */
  majority: number;
  /** The same by Hoeffding's inequality, which grows with the number of classes. */
  lead: number;
}

/** A node of a martingale program. */
export interface ProgramNode {
  level: number;
  votes: number[];
  /** Training rows of each class that reach it. */
  rows: number[];
  /** The class at the end of a path, -1 where the node decides. */
  label: number;
  /** Why the path ends early. */
  frozen: FrozenWhy;
  children: number[];
  shift: number[];
  matrix: Counts;
  advantages: (number | null)[];
  /** Votes that it lacks until no advantage is under the threshold; null while it grows. */
  short: number | null;
  /** Rows of each class that go on to each child; empty where a child is one vote further. */
  flows: Counts;
}

/** The current program. */
export interface Program {
  /** What leads from node to node: votes, or positions of an adaptive program. */
  kind: "votes" | "positions";
  bound: ErrorBound | null;
  levels: number;
  nodes: ProgramNode[];
  frozen: Record<string, number>;
  /** The nodes to turn by hand, those that lack the most votes first. */
  offered: number[];
  threshold: number;
}

/** One round of AdaBoost, on the tuning rows. */
export interface Round {
  weight: number;
  own_error: number;
  /** Of all rounds up to this one. */
  error: number;
}

/** The view of the current model. */
export interface MatrixView {
  classes: string[];
  positive: string | null;
  /** The answer for a row that goes to a person, which is no class. */
  referral: string;
  all_classes: boolean;
  /** Why all classes cannot be asked about together; empty where they can. */
  why_one_at_a_time: string;
  catalog: CatalogEntry[];
  rows: RowCounts;
  /** For each class, the lowest error rate that its tuning rows can guarantee. */
  tightest: number[];
  /** Wants about these classes to start from. */
  examples: WantExample[];
  shown: ShownModel;
  ranges: CellRanges;
  /** Columns whose groups may each have a cut-off of their own; none for several classes. */
  group_columns: string[];
  /** Columns of numbers, any of which may say what an error on each row costs. */
  cost_columns: string[];
  outcome: Outcome | null;
  trajectory: ModelFigures[];
  test: Sealed;
  program: Program | null;
  /** The rounds of AdaBoost; none of other models. */
  rounds: Round[];
}

/** A feature, and how much it pushes. */
export interface Reason {
  name: string;
  push: number;
}

/** One held out row of a cell. */
export interface Example {
  row: number;
  id: string;
  text: string;
  sureness: number;
  reasons: Reason[];
  /** The classes that negative and positive pushes speak for. */
  sides: string[];
  picture: Picture | null;
}

/** A node on the way of a row: `scores` and `voted` where it decides, `label` at the end. */
export interface PathStep {
  node: number;
  level: number;
  votes: number[];
  scores?: (number | null)[];
  voted?: string;
  label?: string;
  frozen?: FrozenWhy;
}

export interface FrontierCurve {
  name: string;
  points: [number, number][];
}

/** A feature that a node weighs, and the class that it speaks for. */
export interface NodeFeature {
  name: string;
  class: string;
  push: number;
}

export interface LevelsPoint {
  levels: number;
  holdout: number;
  training: number;
}

/** A model on the way while steering goes on: it has no number yet. */
export interface PassingModel {
  fp: number | null;
  fn: number | null;
  errors: number;
  accuracy: number;
  gap: number;
  objective: number;
  /** With all classes asked about: rows of each class predicted as another one. */
  missed?: number[];
  /** With all classes asked about: rows of other classes predicted as this one. */
  wrongly?: number[];
}

/** What the steering under way has so far; `from` counts the models sent before these. */
export interface SteeringNews {
  bounds: Bound[];
  from: number;
  models: PassingModel[];
}

/** The levels of a program that have been grown; rows are those it learns from. */
export interface GrowthNews {
  levels: number;
  threshold: number;
  nodes: ProgramNode[];
}

/** Rows of one cell. */
export interface ExamplesFrame extends FrameBase {
  kind: "examples";
  true: string;
  predicted: string;
  search: string;
  doubtful_first: boolean;
  /** In the cell. */
  count: number;
  /** Of those, how many the search finds. */
  found: number;
  examples: Example[];
}

/** Why a row was decided so, and how that was found out. */
export interface ReasonsFrame extends FrameBase {
  kind: "reasons";
  row: number;
  how: "weights" | "median" | "absence";
  reasons: Reason[];
  sides: string[];
  /** All of the row in words. */
  text: string;
}

/** The way of one row through the program. */
export interface PathFrame extends FrameBase {
  kind: "path";
  row: number;
  true: string;
  steps: PathStep[];
}

/** False positives against false negatives. */
export interface FrontierFrame extends FrameBase {
  kind: "frontier";
  /** The class whose errors they are. */
  focus: string;
  curves: FrontierCurve[];
}

/** The accuracy of every model on the rows it learned from, by number. */
export interface TrainingFrame extends FrameBase {
  kind: "training";
  accuracies: number[];
}

/** The counts each cell can take with any model, and which model gives them. */
export interface RangesFrame extends FrameBase {
  kind: "ranges";
  left: 0;
  ranges: CellRanges;
  lowest_by: string[][];
  highest_by: string[][];
  shown: number;
}

/** Models are still to be fitted before the ranges of all models are known. */
export interface RangesToCome extends FrameBase {
  kind: "ranges";
  /** How many; null where that would take long. */
  left: number | null;
}

/** The strongest weights of a node's learner. */
export interface NodeFrame extends FrameBase {
  kind: "node";
  node: number;
  learner: string;
  features: NodeFeature[];
}

/** Accuracy of programs with fewer levels. */
export interface LevelsFrame extends FrameBase {
  kind: "levels";
  points: LevelsPoint[];
}

/** Ways to go on with a want that is being written. */
export interface CompletionsFrame extends FrameBase {
  kind: "completions";
  text: string;
  completions: WantExample[];
}

/** Python lines that make a model again. */
export interface ModelPythonFrame extends FrameBase {
  kind: "model-python";
  number: number;
  text: string;
}

export type MatrixFrame =
  | ExamplesFrame
  | ReasonsFrame
  | PathFrame
  | FrontierFrame
  | TrainingFrame
  | RangesFrame
  | RangesToCome
  | NodeFrame
  | LevelsFrame
  | CompletionsFrame
  | ModelPythonFrame;

export type MatrixAction =
  | { action: "open-matrix"; all_classes?: boolean }
  | {
      action: "choose-model";
      model: string;
      levels?: number;
      freeze?: number;
      granularity?: Granularity;
      learner?: Learner;
      published?: boolean;
    }
  | { action: "mark-weak"; threshold: number }
  | { action: "edit-cell"; true: string; predicted: string; count: number }
  | { action: "edit-node"; node: number; true: string; predicted: string; count: number }
  | { action: "ask-want"; want: string }
  | { action: "lock-cell"; true: string; predicted: string; locked?: boolean }
  | { action: "set-costs"; costs?: number[][] }
  | { action: "steer-to-cost" }
  | { action: "set-confidence"; confidence: number | null }
  | { action: "share-risk" }
  | { action: "set-prior"; prior: number | null }
  | { action: "set-group-cutoffs"; column?: string }
  | { action: "show-model"; number: number }
  | { action: "move-cutoff"; setting: number; focus?: string }
  | { action: "pin-model"; number: number; name: string }
  | { action: "open-test" }
  | {
      action: "cell-examples";
      true: string;
      predicted: string;
      search?: string;
      doubtful_first?: boolean;
    }
  | { action: "export-examples"; true: string; predicted: string; search?: string }
  | { action: "complete-want"; text: string }
  | { action: "ask-python"; number: number }
  | { action: "export-card"; number: number; kind?: "md" | "html" }
  | { action: "explain-row"; row: number }
  | { action: "follow-row"; row: number }
  | { action: "ask-frontier"; focus?: string }
  | { action: "ask-training" }
  | { action: "ask-ranges"; beside?: boolean }
  | { action: "ask-node"; node: number }
  | { action: "ask-levels" }
  | { action: "export-model"; number: number };
