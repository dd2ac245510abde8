/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type WordOrder = "weight" | "for" | "against" | "frequency" | "set";

export type PriorSource = "shared" | "tuned" | "hand";

export type SplitName = "training" | "validation";

export const SPLITS: readonly SplitName[] = ["training", "validation"];

export type MetricName = "recall" | "precision" | "f1";

export const METRICS: readonly MetricName[] = ["recall", "precision", "f1"];

export type Scale = "linear" | "log";

/** x low, x high, y low, y high */
export type Bounds = [number, number, number, number];

/** A game in progress: which rows were bought is decided by the seed and the two numbers. */
export interface Game {
  seed: number;
  training: number;
  validation: number;
  budget: number;
  free: number;
}

/** Where a prior with its own alpha and beta for each feature was tuned from. */
export interface TunedFrom {
  category: string;
  folds: number;
  fold: number;
  seed: number;
  challenge: Game | null;
  features: number | null;
  knobs: Record<string, number | null>;
}

/** The alpha and beta that a person gave one word for one category. */
export interface WordPrior {
  category: string;
  word: string;
  alpha: number;
  beta: number;
}

/** The choices of the plane. */
export interface PlaneChoice {
  folds: number;
  fold: number;
  features: number | null;
  tuned: TunedFrom | null;
  curve: number;
  words: WordPrior[];
  knobs: Record<string, number | null>;
}

/** How one word moves a document; `name` is the word as the counter writes it. */
export interface WordShare {
  x: number;
  y: number;
  margin: number;
  word: string;
  name: string;
  source: PriorSource;
}

export interface WordRest {
  x: number;
  y: number;
  margin: number;
}

/** One document, and how its words move it. */
export interface DocumentDetail {
  row: number;
  id: string;
  labels: string[];
  positive: boolean;
  decided: boolean;
  x: number;
  y: number;
  margin: number;
  text: string;
  words: WordShare[];
  /** All other words that it contains, together. */
  rest: WordRest;
  /** What every document gets for the words of the model, with the intercept (Eq. 40). */
  fixed: WordRest;
}

/** One document in a line. */
export interface DocumentLine {
  row: number;
  id: string;
  labels: string[];
  positive: boolean;
  margin: number;
  text: string;
}

/** One word: in how many rows of each class, its prior, and what it adds where it occurs. */
export interface WordRow {
  word: string;
  label: string;
  positive: number;
  negative: number;
  alpha: number;
  beta: number;
  x: number;
  y: number;
  weight: number;
  source: PriorSource;
}

/** A number that a person may turn, with its value at the best steps visited. */
export interface Knob {
  name: string;
  label: string;
  low: number;
  high: number;
  default: number | null;
  scale: Scale;
  help: string;
  whole: boolean;
  best_training: number | null;
  best_validation: number | null;
}

export interface SharedPrior {
  alpha: number;
  beta: number;
}

/** The folds in which words have priors of their own, and the one prior that was better here. */
export interface Tuning {
  folds: number[];
  together: SharedPrior | null;
}

/** The beta prior of alpha and beta, and how frequent words are in the training rows. */
export interface PriorShape {
  alpha: number;
  beta: number;
  mean: number;
  /** Between which nine of ten values lie. */
  interval: [number, number];
  top: number;
  prior: number[];
  words: number[];
  /** Validation rows that have likelihood 0 in both classes without a prior (Eq. 44). */
  impossible: number;
}

/** What the search for the present line proved. */
export interface BestLine {
  split: SplitName;
  metric: string;
  score: number;
  /** A score that no line exceeds. */
  bound: number;
}

export interface Line {
  slope: number;
  intercept: number;
  /** The degree of the decision curve; 1 is the line. */
  curve: number;
  default: boolean;
  bayes_intercept: number;
  /** The part of x and y that is the same for every row (Eq. 40). */
  fixed: [number, number];
  /** The intercept that decides the same without that part (Eq. 43). */
  intercept_without_fixed: number;
  /** Validation rows that the present line would flag without it. */
  flagged_without_fixed: number;
  /** Where the present line is one that *Best line* found. */
  best?: BestLine;
}

/** The four cells and the three measures. */
export interface Measures {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  recall: number;
  precision: number;
  f1: number;
  /** Low, high. */
  intervals: Record<MetricName, [number, number]>;
}

/** Between which x and y all rows are counted in a grid of so many cells along each side. */
export interface Density {
  x: [number, number];
  y: [number, number];
  cells: number;
}

/** The training or the validation rows. */
export interface Split {
  documents: number;
  positives: number;
  fold: number | null;
  line: Measures;
  /** The same for the prior alone: slope 1, Bayes' intercept. */
  priors: Measures;
  bounds: Bounds;
  /** Without the few points that lie far out. */
  main_bounds: Bounds;
  /** None where every row is a point. */
  density: Density | null;
}

/** A measure over the folds. */
export interface Spread {
  mean: number;
  spread: number;
  each: number[];
}

/** Everything that the plane shows; `folds` may follow when the hand rests. */
export interface PlaneView {
  knobs: Knob[];
  tuning: Tuning | null;
  /** None where each word has its own. */
  prior: PriorShape | null;
  /** How many words of this category have a prior set by hand. */
  words_set: number;
  line: Line;
  training: Split;
  validation: Split;
  /** Empty where there are no folds to compare. */
  folds?: Partial<Record<MetricName, Spread>>;
}

/** Python lines that make the present model again. */
export interface PlanePythonFrame extends FrameBase {
  kind: "plane-python";
  text: string;
}

export interface DocumentFrame extends FrameBase {
  kind: "document";
  document: DocumentDetail;
}

export interface DocumentsFrame extends FrameBase {
  kind: "documents";
  documents: DocumentLine[];
}

/** The word found; the column `rows` holds the rows that contain it. */
export interface HitsFrame extends FrameBase {
  kind: "hits";
  word: string;
  count: number;
}

/** The first words of those found. */
export interface WordsFrame extends FrameBase {
  kind: "words";
  words: WordRow[];
  found: number;
  of: number;
  set: number;
  positives: number;
  negatives: number;
  slope: number;
}

/** One word's prior and the posteriors of both classes, as shares of intervals up to `top`. */
export interface WordFrame extends FrameBase {
  kind: "word";
  word: WordRow;
  positives: number;
  negatives: number;
  slope: number;
  top: number;
  prior: number[];
  positive: number[];
  negative: number[];
  /** The estimates of both classes, the means of their posteriors (Eq. 47). */
  theta: [number, number];
}

export type PlaneFrame =
  | PlanePythonFrame
  | DocumentFrame
  | DocumentsFrame
  | HitsFrame
  | WordsFrame
  | WordFrame;

export type PlaneAction =
  | { action: "set-folds"; folds: number }
  | { action: "choose-fold"; fold: number }
  | { action: "set-features"; features: number | null; gesture?: number }
  | { action: "move-knob"; knob: string; value: number | null; gesture?: number }
  | { action: "move-line"; slope: number; intercept: number; gesture?: number }
  | { action: "reset-knobs" }
  | { action: "best-line"; split: SplitName; metric?: string }
  | { action: "autotune"; per_feature?: boolean }
  | { action: "tune-folds" }
  | { action: "set-curve"; degree: number }
  | { action: "set-word"; word: string; alpha: number; beta: number; gesture?: number }
  | { action: "weigh-word"; word: string; weight: number; gesture?: number }
  | { action: "reset-word"; word?: string }
  | { action: "inspect"; row: number }
  | { action: "search"; word: string }
  | { action: "list-words"; search?: string; order?: WordOrder }
  | { action: "ask-word"; word: string }
  | { action: "ask-plane-python" }
  | { action: "list-documents"; rows: number[] };
