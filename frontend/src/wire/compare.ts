/** What travels on the wire for the room that compares models, as docs/protocol.md has it. */

import type { Columns } from "./types";

export type Interval = "rows" | "folds";
export type Method = "auto" | "exact" | "mid-p" | "chi2";
export type Side = "only-first" | "only-second" | "both-wrong" | "both-right";
export type Score = "precision" | "recall" | "f1";

/** How a model is made, so that it can be made again from other rows. */
export interface Recipe {
  name: string;
  model: string;
  want: string;
  lost: string;
  [setting: string]: unknown;
}

/** What is chosen in the room. */
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

export interface CompareView {
  catalog: { name: string; title: string; summary: string }[];
  classes: string[];
  positive: string | null;
  /** Why all classes cannot be asked about together; empty where they can. */
  why_one_at_a_time: string;
  rows: number;
  sealed: number;
  steering_parts: number;
  measures: string[];
  intervals: Record<Interval, string>;
  methods: Record<Method, string>;
  honesty: string;
  told: Record<string, string>;
  pair: string[];
}

export interface Figure {
  value: number;
  low: number;
  high: number;
  method: string;
  /** Of each fold. */
  scores: number[];
}

export interface Standing {
  matrix: number[][];
  overall: Record<string, Figure>;
  classes: Record<Score, Figure>[];
  /** By fold: whether steering reached the want, and whether it held on the new rows. */
  met: boolean[];
  held: boolean[];
  broken: string[];
}

export interface ComparedModel {
  name: string;
  done: number;
  of: number;
  standing: Standing | null;
}

export interface PairFigures {
  first: string;
  second: string;
  /** [[both wrong, only first right], [only second right, both right]] */
  table: [[number, number], [number, number]];
  p_value: number;
  adjusted: number;
  method: string;
}

/** Two models by the chosen measure, the first's minus the second's. */
export interface MeasuredPair {
  first: string;
  second: string;
  difference: number;
  p_value: number;
  adjusted: number;
}

export interface CurvePoint {
  share: number;
  rows: number;
  errors: number[];
}

interface Answer {
  reply_to: number;
  columns: Columns;
}

export interface ComparisonFrame extends Answer {
  kind: "comparison";
  models: ComparedModel[];
  pairs: PairFigures[];
  cautions: string[];
  curves: Record<string, CurvePoint[]>;
  /** Models whose curve is not whole yet. */
  curves_left: string[];
}

export interface PairTest {
  name: string;
  way: string;
  p_value: number;
  meaning: string;
}

export interface PairsFrame extends Answer {
  kind: "pairs";
  measure: string;
  test: "McNemar" | "permutation";
  pairs: MeasuredPair[];
}

export interface PairFrame extends Answer {
  kind: "pair";
  first: string;
  second: string;
  table: [[number, number], [number, number]];
  measure: string;
  difference: { value: number; low: number; high: number };
  tests: PairTest[];
  independence: string;
}

export interface PairExample {
  row: number;
  id: string;
  text: string;
  true: string;
  first: string;
  second: string;
}

export interface PairExamplesFrame extends Answer {
  kind: "pair-examples";
  side: Side;
  search: string;
  first: string;
  second: string;
  count: number;
  examples: PairExample[];
}

export interface ComparedRowFrame extends Answer {
  kind: "compared-row";
  row: number;
  id: string;
  labels: string[];
  true: string;
  text: string;
  /** Whether the text is the row's own words and not its values. */
  prose: boolean;
  said: { name: string; class: string }[];
}

export type CompareFrame =
  | ComparisonFrame
  | PairFrame
  | PairsFrame
  | PairExamplesFrame
  | ComparedRowFrame;

export type CompareAction =
  | { action: "open-compare" }
  | { action: "suggest-models" }
  | { action: "add-model"; model: string; want: string }
  | { action: "leave-model-out"; name: string }
  | { action: "set-cuts"; folds: number; repeats: number; seed: number }
  | { action: "set-compared-question"; all_classes: boolean }
  | { action: "set-compared-view"; measure: string; interval: Interval; method: Method }
  | { action: "choose-pair"; first: string; second: string }
  | { action: "ask-comparison" }
  | { action: "run-comparison" }
  | { action: "ask-pair" }
  | { action: "ask-pairs" }
  | { action: "pair-examples"; side: Side; search: string }
  | { action: "read-row"; row: number }
  | { action: "run-curves" }
  | { action: "export-comparison"; kind: "html" | "markdown" };
