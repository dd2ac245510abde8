/** What travels on the wire, as docs/protocol.md has it. */

import type { ClusterChoice, ClustersAction, ClustersFrame, ClustersView } from "./clusters";
import type { CompareAction, CompareChoice, CompareFrame, CompareView } from "./compare";
import type { DataAction, DataChoice, DataRoomFrame, FileView } from "./data";
import type { LabAction, LabChoice, LabFrame, LabView } from "./lab";
import type { LessonAction, LessonFrame } from "./lessons";
import type { MatrixAction, MatrixChoice, MatrixFrame, MatrixView } from "./matrix";
import type { ProjectAction, ProjectsFrame, ProjectView } from "./project";

export type SplitName = "training" | "validation";
export type MetricName = "recall" | "precision" | "f1";

export const SPLITS: readonly SplitName[] = ["training", "validation"];
export const METRICS: readonly MetricName[] = ["recall", "precision", "f1"];

export interface PlaneChoice {
  folds: number;
  fold: number;
  /** How many words the model looks at; null is all of them. */
  features: number | null;
  /** Where a prior with its own alpha and beta for each feature was tuned from. */
  tuned?: Record<string, unknown> | null;
  /** The degree of the decision curve; 1 is the line. */
  curve?: number;
  knobs: Record<string, number | null>;
}

/** What holds in every room, and what is chosen in each open room by its name. */
export interface State {
  dataset: string;
  category: string;
  seed: number;
  plane: PlaneChoice;
  matrix?: MatrixChoice | null;
  lab?: LabChoice | null;
  clusters?: ClusterChoice | null;
  data?: DataChoice | null;
  compare?: CompareChoice | null;
  /** What was bought, while a game is played. */
  challenge?: unknown;
}

export interface Knob {
  name: string;
  label: string;
  low: number;
  high: number;
  default: number | null;
  scale: "log" | "linear";
  help: string;
  best_training: number | null;
  best_validation: number | null;
}

export interface Measures {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
  recall: number;
  precision: number;
  f1: number;
  intervals?: Partial<Record<MetricName, [number, number]>>;
}

export interface Split {
  documents: number;
  positives: number;
  fold: number | null;
  line: Measures;
  priors: Measures;
  /** x low, x high, y low, y high */
  bounds: [number, number, number, number];
  /** Without the few points that lie far out. */
  main_bounds: [number, number, number, number];
}

export interface Line {
  slope: number;
  intercept: number;
  curve?: number;
  default: boolean;
  bayes_intercept: number;
}

export interface Step {
  /** Counts all steps ever made: notes are written to it. */
  number?: number;
  label: string;
  f1_training: number;
  f1_validation: number;
}

/** A game: training and validation documents are bought, the test is opened once. */
export interface Challenge {
  budget: number;
  left: number;
  /** How many documents one purchase can be. */
  lots: number[];
  training: number;
  validation: number;
  goal: number;
  test_f1: number | null;
}

export interface History {
  steps: Step[];
  now: number;
  best_training: number | null;
  best_validation: number | null;
}

/** Steps that follow each other on one data set, or on none yet. */
export interface Run {
  start: number;
  has_data: boolean;
}

/** Words with priors of their own: the folds that have them, and the one prior that was better here. */
export interface Tuning {
  folds: number[];
  together: { alpha: number; beta: number } | null;
}

export interface View {
  datasets: { name: string; title: string; summary: string }[];
  categories: { name: string; documents: number }[];
  documents: number;
  all_features: number;
  /** What a row and what it holds are called: documents have words, rows of a table values. */
  row_word: string;
  term_word: string;
  knobs: Knob[];
  tuning?: Tuning | null;
  line: Line;
  training: Split;
  validation: Split;
  challenge?: Challenge | null;
  folds: Partial<Record<MetricName, { mean: number; spread: number }>>;
  history: History;
  runs?: Run[];
  matrix?: MatrixView;
  compare?: CompareView;
  lab?: LabView;
  clusters?: ClustersView;
  data?: FileView;
  project?: ProjectView;
}

export interface WordShare {
  word: string;
  x: number;
  y: number;
  margin: number;
}

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
  rest: { x: number; y: number; margin: number };
}

export interface DocumentLine {
  row: number;
  id: string;
  labels: string[];
  positive: boolean;
  text: string;
}

export type Column = Float32Array | Uint32Array | Uint8Array;
export type Columns = Record<string, Column>;

interface FrameBase {
  reply_to: number;
  columns: Columns;
}

export interface ViewFrame extends FrameBase {
  kind: "view";
  revision: number;
  state: State;
  view: Partial<View>;
}

export interface DocumentFrame extends FrameBase {
  kind: "document";
  document: DocumentDetail;
}

export interface DocumentsFrame extends FrameBase {
  kind: "documents";
  documents: DocumentLine[];
}

export interface HitsFrame extends FrameBase {
  kind: "hits";
  word: string;
  count: number;
}

export interface ProgressFrame extends FrameBase {
  kind: "progress";
  task: string;
  done: number | null;
  message?: string;
}

/** What a task under way has so far; its answer still follows. */
export interface NewsFrame extends FrameBase {
  kind: "news";
  about: string;
  news: unknown;
}

export interface CancelledFrame extends FrameBase {
  kind: "cancelled";
  task: string;
}

export interface ErrorFrame extends FrameBase {
  kind: "error";
  error: { what: string; todo: string; needs?: { file: string; project: string } };
}

/** A document and the line in one of the four spaces of Bayes' rule. */
export interface BayesSpace {
  point: [number, number];
  slope: number;
  intercept: number;
}

export interface BayesPlaneFrame extends FrameBase {
  kind: "bayes-plane";
  posterior: BayesSpace;
  joint: BayesSpace;
  data: BayesSpace;
  likelihood: BayesSpace;
  evidence: number;
  positive: boolean;
}

export interface BayesObject {
  label: string;
  point: [number, number];
  positive: boolean;
}

export interface BayesDemoFrame extends FrameBase {
  kind: "bayes-demo";
  objects: BayesObject[];
  line: { slope: number; intercept: number };
}

export type Frame =
  | ViewFrame
  | DocumentFrame
  | DocumentsFrame
  | HitsFrame
  | ProgressFrame
  | NewsFrame
  | CancelledFrame
  | BayesPlaneFrame
  | BayesDemoFrame
  | ErrorFrame
  | MatrixFrame
  | CompareFrame
  | LabFrame
  | ClustersFrame
  | DataRoomFrame
  | LessonFrame
  | ProjectsFrame;

export type Action =
  | LessonAction
  | MatrixAction
  | LabAction
  | ClustersAction
  | DataAction
  | ProjectAction
  | CompareAction
  | { action: "open" }
  | { action: "choose-data"; name: string }
  | { action: "choose-category"; category: string }
  | { action: "set-folds"; folds: number }
  | { action: "choose-fold"; fold: number }
  | { action: "resample" }
  | { action: "set-features"; features: number }
  | { action: "move-knob"; knob: string; value: number | null; gesture: number }
  | { action: "move-line"; slope: number; intercept: number; gesture: number }
  | { action: "reset-knobs" }
  | { action: "best-line"; split: SplitName; metric: "f1" }
  | { action: "go-best"; split: SplitName }
  | { action: "undo" }
  | { action: "redo" }
  | { action: "go-to"; step: number }
  | { action: "set-state"; state: State }
  | { action: "inspect"; row: number }
  | { action: "list-documents"; rows: number[] }
  | { action: "set-curve"; degree: number }
  | { action: "autotune"; per_feature: boolean }
  | { action: "tune-folds" }
  | {
      action: "bayes-plane";
      positive_likelihood: number;
      negative_likelihood: number;
      prior: number;
      cost_ratio: number;
    }
  | {
      action: "bayes-demo";
      rates: number[];
      prior: number;
      normalized: boolean;
      logarithmic: boolean;
    }
  | { action: "start-challenge" }
  | { action: "buy"; split: SplitName; documents: number }
  | { action: "reveal" }
  | { action: "leave-challenge" }
  | { action: "search"; word: string }
  | { action: "cancel" }
  | { action: "enough" };
