/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { BayesAction, BayesFrame } from "./bayes";
import type { Challenge, ChallengeAction, Game } from "./challenge";
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
import type { LabAction, LabChoice, LabFrame, LabView } from "./lab";
import type { AverageAnswer, LessonAction, LessonFrame, NeighborsAnswer } from "./lessons";
import type {
  GrowthNews,
  MatrixAction,
  MatrixChoice,
  MatrixFrame,
  MatrixView,
  SteeringNews,
} from "./matrix";
import type { PlaneAction, PlaneFrame, PlaneView } from "./plane";
import type { ProjectAction, ProjectFrame, ProjectView } from "./project";

export * from "./bayes";
export * from "./challenge";
export * from "./plane";

export type Column = Float32Array | Uint32Array | Uint8Array;
export type Columns = Record<string, Column>;

export interface FrameBase {
  reply_to: number;
  columns: Columns;
}

/** Something to choose: the name to send, and what a person reads. */
export interface Entry {
  name: string;
  title: string;
  summary: string;
}

/** The choices of one session. */
export interface State {
  dataset: string;
  category: string;
  folds: number;
  fold: number;
  seed: number;
  features: number | null;
  tuned: TunedFrom | null;
  curve: number;
  challenge: Game | null;
  matrix: MatrixChoice | null;
  compare: CompareChoice | null;
  lab: LabChoice | null;
  clusters: ClusterChoice | null;
  data: DataChoice | null;
  knobs: Record<string, number | null>;
}

/** The data file that a project looks for. */
export interface ErrorNeeds {
  file: string;
  project: string;
}

/** What went wrong, and what to do. */
export interface ErrorDetail {
  what: string;
  todo: string;
  needs?: ErrorNeeds;
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

/** Everything there is to see; rooms appear once they were opened. */
export interface View extends Required<PlaneView> {
  challenge: Challenge | null;
  matrix?: MatrixView;
  compare?: CompareView;
  lab?: LabView;
  clusters?: ClustersView;
  data?: FileView;
  project?: ProjectView;
}

/** The keys of the view that changed. */
export interface ViewFrame extends FrameBase {
  kind: "view";
  revision: number;
  state: State;
  view: Partial<View>;
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
  | { about: "lesson-neighbors"; news: Omit<NeighborsAnswer, "kind" | keyof FrameBase> }
  | { about: "lesson-average"; news: Omit<AverageAnswer, "kind" | keyof FrameBase> }
  | { about: "clusters"; news: RoundNews };

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
  | CompareFrame
  | LabFrame
  | LessonFrame
  | ClustersFrame
  | DataFrame
  | ProjectFrame;

export type Action =
  | PlaneAction
  | BayesAction
  | ChallengeAction
  | MatrixAction
  | CompareAction
  | LabAction
  | LessonAction
  | ClustersAction
  | DataAction
  | ProjectAction
  | { action: "cancel" }
  | { action: "enough" };
