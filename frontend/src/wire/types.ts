/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { BayesAction, BayesFrame } from "./bayes";
import type { Challenge, ChallengeAction } from "./challenge";
import type {
  ClusterChoice,
  ClustersAction,
  ClustersFrame,
  ClustersView,
  RoundNews,
} from "./clusters";
import type {
  CompareAction,
  CompareChoice,
  CompareFrame,
  CompareView,
  CurveNews,
  FoldNews,
} from "./compare";
import type { DataAction, DataChoice, DataFrame, FileView } from "./data";
import type { Entry, LabAction, LabChoice, LabFrame, LabView } from "./lab";
import type {
  AverageAnswer,
  DimensionAnswer,
  LessonsAction,
  LessonsFrame,
  NeighborsAnswer,
  WideAnswer,
} from "./lessons";
import type {
  GrowthNews,
  MatrixAction,
  MatrixChoice,
  MatrixFrame,
  MatrixView,
  SteeringNews,
} from "./matrix";
import type { Game, PlaneAction, PlaneChoice, PlaneFrame, PlaneView, SplitName } from "./plane";
import type { ProjectAction, ProjectFrame, ProjectView } from "./project";
import type { ScoresAction, ScoresFrame } from "./scores";
import type { SlicesAction, SlicesFrame } from "./slices";
import type { UseAction, UseChoice, UseFrame, UseView } from "./use";
import type { WhyAction, WhyFrame } from "./why";

export * from "./bayes";
export * from "./challenge";
export * from "./plane";

export type Column = Float32Array | Uint32Array | Uint8Array;
export type Columns = Record<string, Column>;

export interface FrameBase {
  reply_to: number;
  columns: Columns;
}

export interface Category {
  name: string;
  documents: number;
}

/** The rows in memory, where all rows are in partitions. */
export interface Sample {
  rows: number;
  of: number;
  partitions: number;
  /** Where all rows are counted. */
  engine: string;
  /** Workers of a cluster that were lost; their work was done again. */
  lost_workers: number;
}

/** One step of the history. */
export interface Step {
  /** Counts all steps ever made: notes are written to it. */
  number: number;
  label: string;
  /** Empty before any data was chosen. */
  dataset: string;
  /** The place of the step before. */
  parent: number | null;
  f1_training: number;
  f1_validation: number;
}

/** All steps ever made, a tree; `line` has the places of the current branch. */
export interface History {
  steps: Step[];
  now: number;
  line: number[];
  best_training: number | null;
  best_validation: number | null;
}

/** The part of a view that all rooms share; `history` may follow when the hand rests. */
export interface SessionView {
  datasets: Entry[];
  categories: Category[];
  documents: number;
  /** What a row and what it holds are called: documents have words, rows of a table values. */
  row_word: string;
  term_word: string;
  all_features: number;
  /** None where all rows are in memory. */
  sample: Sample | null;
  history?: History;
  /** By name, those of rooms whose steps are not the project's. */
  own_histories?: Record<string, History>;
}

/** A model of the catalog. */
export interface CatalogEntry {
  name: string;
  title: string;
  summary: string;
  /** Why it cannot learn from these rows; empty where it can. */
  why_not: string;
}

/** A row that is a picture: its pixels line by line, from 0 to 100. */
export interface Picture {
  width: number;
  height: number;
  pixels: number[];
}

/** The data file that a project looks for. */
export interface ErrorNeeds {
  file: string;
  project: string;
}

/** An error: what went wrong, and what to do. */
export interface ErrorDetail {
  /** A fixed word for the kind of mistake, such as `unknown-row`; the sentences may change. */
  code: string;
  what: string;
  todo: string;
  /** The character of a want, from 0, at which it could not be read. */
  position?: number;
  needs?: ErrorNeeds;
}

/** What holds in every room, and what is chosen in each room that is open. */
export interface State {
  dataset: string;
  category: string;
  seed: number;
  corrections: Record<string, string>;
  plane: PlaneChoice;
  challenge?: Game;
  matrix?: MatrixChoice;
  use?: UseChoice;
  compare?: CompareChoice;
  clusters?: ClusterChoice;
  data?: DataChoice;
  lab?: LabChoice;
}

/** Everything there is to see; rooms appear once they were opened. */
export interface View extends Required<SessionView>, Required<PlaneView> {
  challenge: Challenge | null;
  matrix?: MatrixView;
  use?: UseView;
  compare?: CompareView;
  clusters?: ClustersView;
  data?: FileView;
  lab?: LabView;
  project?: ProjectView;
}

/** The keys of the view that changed. */
export interface ViewFrame extends FrameBase {
  kind: "view";
  revision: number;
  state: State;
  view: Partial<View>;
  /** How much the page keeps of lists of which the view has only the rest. */
  kept?: Record<string, Record<string, number>>;
}

/** A file to download; the column `bytes` holds its content. */
export interface FileFrame extends FrameBase {
  kind: "file";
  name: string;
}

/** How far a task is: 0 to 1, or null where nobody knows. */
export interface ProgressFrame extends FrameBase {
  kind: "progress";
  task: string;
  done: number | null;
}

/** The task was stopped; the state is as it was. */
export interface CancelledFrame extends FrameBase {
  kind: "cancelled";
  task: string;
}

export interface ErrorFrame extends FrameBase {
  kind: "error";
  error: ErrorDetail;
}

/** What a task under way has so far; its answer still follows. */
export type News =
  | { about: "steering"; news: SteeringNews }
  | { about: "growing"; news: GrowthNews }
  | { about: "comparison"; news: Omit<FoldNews, "kind" | keyof FrameBase> }
  | { about: "curves"; news: CurveNews }
  | { about: "clusters"; news: RoundNews }
  | { about: "lesson-neighbors"; news: Omit<NeighborsAnswer, "kind" | keyof FrameBase> }
  | { about: "lesson-average"; news: Omit<AverageAnswer, "kind" | keyof FrameBase> }
  | { about: "lesson-dimension"; news: Omit<DimensionAnswer, "kind" | keyof FrameBase> }
  | { about: "lesson-wide"; news: Omit<WideAnswer, "kind" | keyof FrameBase> };

export type NewsFrame = FrameBase & { kind: "news" } & News;

export type Frame =
  | ViewFrame
  | NewsFrame
  | FileFrame
  | ProgressFrame
  | CancelledFrame
  | ErrorFrame
  | PlaneFrame
  | BayesFrame
  | MatrixFrame
  | ScoresFrame
  | WhyFrame
  | SlicesFrame
  | UseFrame
  | CompareFrame
  | ClustersFrame
  | DataFrame
  | LessonsFrame
  | LabFrame
  | ProjectFrame;

export type SharedAction =
  | { action: "go-best"; split: SplitName; room?: string }
  | { action: "undo"; room?: string }
  | { action: "redo"; room?: string }
  | { action: "go-to"; step: number; room?: string }
  | { action: "open"; project?: string }
  | { action: "choose-data"; name: string }
  | { action: "choose-category"; category: string }
  | { action: "resample" }
  | { action: "relabel-rows"; rows: number[]; label?: string }
  | { action: "set-state"; state: State };

export type Action =
  | SharedAction
  | PlaneAction
  | ChallengeAction
  | BayesAction
  | MatrixAction
  | ScoresAction
  | WhyAction
  | SlicesAction
  | UseAction
  | CompareAction
  | ClustersAction
  | DataAction
  | LessonsAction
  | LabAction
  | ProjectAction
  | { action: "cancel"; request?: number }
  | { action: "enough"; request?: number };
