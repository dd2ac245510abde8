/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { Granularity, Learner } from "./matrix";
import type { CatalogEntry, FrameBase, Picture } from "./types";

export type Interval = "rows" | "folds";

export type Method = "exact" | "mid-p" | "chi2" | "auto";

/** [[both wrong, only first right], [only second right, both right]] */
export type PairTable = [[number, number], [number, number]];

export type Score = "precision" | "recall" | "f1";

export type Side = "only-first" | "only-second" | "both-wrong" | "both-right";

/** A model of the catalog with its settings, and the want that it is steered to, if any. */
export interface Recipe {
  name: string;
  model: string;
  levels: number;
  freeze: number;
  granularity: Granularity;
  learner: Learner;
  want: string;
  confidence: number | null;
  costs: number[][];
  rows: number;
  lost: string;
  threshold: number;
  prior: number | null;
  calibration: string;
  among: number;
  published: boolean;
}

/** The choice of the compare room: the models, the folds, and how they are shown. */
export interface CompareChoice {
  models: Recipe[];
  all_classes: boolean;
  folds: number;
  repeats: number;
  seed: number;
  measure: string;
  interval: Interval;
  method: Method;
  pair: string[];
}

/** The settings of the compare room; its figures are a separate query. */
export interface CompareView {
  catalog: CatalogEntry[];
  classes: string[];
  positive: string | null;
  /** Why all classes cannot be asked about together; empty where they can. */
  why_one_at_a_time: string;
  rows: number;
  sealed: number;
  measures: string[];
  /** The measure that is shown: the chosen one, as far as it can be had. */
  measure: string;
  intervals: Record<Interval, string>;
  methods: Record<Method, string>;
  procedure: string;
  summaries: Record<string, string>;
  pair: string[];
}

/** A figure with its interval. */
export interface Figure {
  value: number;
  low: number;
  high: number;
  method: string;
  /** Of each fold. */
  scores: number[];
}

/** One model in figures. */
export interface Standing {
  matrix: number[][];
  overall: Record<string, Figure>;
  classes: Record<Score, Figure>[];
  /** By fold: whether steering reached the want, and whether it held on the new rows. */
  met: boolean[];
  held: boolean[];
  broken: string[];
}

/** How far a model is fitted, and its figures once it is. */
export interface ComparedModel {
  name: string;
  done: number;
  of: number;
  standing: Standing | null;
}

/** Two models by the rows that only one of them gets right. */
export interface PairFigures {
  first: string;
  second: string;
  table: PairTable;
  p_value: number;
  adjusted: number;
  method: string;
}

/** The errors of all folds at one number of training rows. */
export interface CurvePoint {
  share: number;
  rows: number;
  errors: number[];
}

/** A curve at the places of the grid: the mean over folds, the lowest and the highest fold. */
export interface ScoreBand {
  mean: number[];
  low: number[];
  high: number[];
}

export interface Difference {
  value: number;
  low: number;
  high: number;
}

/** The scores of one model for one class. */
export interface ScoreStanding {
  name: string;
  roc: ScoreBand;
  pr: ScoreBand;
  gain: ScoreBand;
  /** Probabilities by bins of rows, and below the share of the class; none without probabilities. */
  predicted: number[];
  observed: number[];
  /** AUC, average precision, Brier score and log loss: means over folds with intervals. */
  figures: Record<string, Difference>;
}

/** One test of a pair and what its p-value means. */
export interface PairTest {
  name: string;
  way: string;
  p_value: number;
  meaning: string;
}

/** The distribution behind McNemar's test around its middle: the extreme part sums to p. */
export interface Tail {
  /** The count of rows that `chances` begins with. */
  first: number;
  observed: number;
  chances: number[];
  extreme: boolean[];
}

/** Two models by the chosen measure, the first's minus the second's. */
export interface MeasuredPair {
  first: string;
  second: string;
  difference: number;
  p_value: number;
  adjusted: number;
}

/** One row in a line, with what both models say of it. */
export interface PairExample {
  row: number;
  id: string;
  text: string;
  true: string;
  first: string;
  second: string;
}

/** What one model says of a row. */
export interface Said {
  name: string;
  class: string;
}

/** A fold that has just been fitted. */
export interface FoldNews {
  name: string;
  done: number;
  of: number;
  fold: number;
  accuracy: number;
}

/** The points of a model's curve so far. */
export interface CurveNews {
  name: string;
  points: CurvePoint[];
}

/** The figures of the models that are fitted, and how far the others are. */
export interface ComparisonFrame extends FrameBase {
  kind: "comparison";
  models: ComparedModel[];
  pairs: PairFigures[];
  cautions: string[];
  /** Models whose curve is not whole yet. */
  curves_left: string[];
  curves: Record<string, CurvePoint[]>;
}

/** How good the scores of the models fitted so far are, for one class. */
export interface ScoreCurvesFrame extends FrameBase {
  kind: "score-curves";
  focus: string;
  grid: number[];
  models: ScoreStanding[];
}

/** The tests of the chosen pair. */
export interface PairFrame extends FrameBase {
  kind: "pair";
  first: string;
  second: string;
  table: PairTable;
  tests: PairTest[];
  tails: Tail;
  measure: string;
  difference: Difference;
  independence: string;
}

/** All pairs by the chosen measure. */
export interface PairsFrame extends FrameBase {
  kind: "pairs";
  measure: string;
  test: "McNemar" | "permutation";
  pairs: MeasuredPair[];
}

/** Rows in one cell of McNemar's table. */
export interface PairExamplesFrame extends FrameBase {
  kind: "pair-examples";
  side: Side;
  search: string;
  first: string;
  second: string;
  count: number;
  examples: PairExample[];
}

/** One row in full, and what each model says of it. */
export interface ComparedRowFrame extends FrameBase {
  kind: "compared-row";
  row: number;
  id: string;
  labels: string[];
  true: string;
  text: string;
  /** Whether the text is the row's own words and not its values. */
  prose: boolean;
  picture: Picture | null;
  said: Said[];
}

export type CompareFrame =
  | ComparisonFrame
  | ScoreCurvesFrame
  | PairFrame
  | PairsFrame
  | PairExamplesFrame
  | ComparedRowFrame;

export type CompareAction =
  | { action: "open-compare" }
  | { action: "suggest-models" }
  | { action: "add-model"; model: string; want?: string }
  | { action: "leave-model-out"; name: string }
  | { action: "set-cuts"; folds: number; repeats?: number; seed?: number }
  | { action: "set-compared-question"; all_classes: boolean }
  | { action: "set-compared-view"; measure: string; interval?: Interval; method?: Method }
  | { action: "choose-pair"; first: string; second: string }
  | { action: "ask-comparison" }
  | { action: "ask-score-curves"; focus?: string }
  | { action: "run-comparison" }
  | { action: "ask-pair" }
  | { action: "ask-pairs" }
  | { action: "pair-examples"; side: Side; search?: string }
  | { action: "read-row"; row: number }
  | { action: "run-curves" }
  | { action: "export-comparison"; kind?: "html" | "markdown" };
