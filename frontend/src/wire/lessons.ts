/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type Interval = [number, number, number];

export type Loss = "epsilon" | "laplacian" | "gaussian" | "huber";

export const LOSSES: readonly Loss[] = ["epsilon", "laplacian", "gaussian", "huber"];

export type Side = "+" | "−";

export type World = "true" | "fitted";

/** The Gaussians of one class, and what they say of the person asked about. */
export interface PeopleClass {
  name: "male" | "female";
  rows: number;
  prior: number;
  means: number[];
  deviations: number[];
  densities: number[];
  joint: number;
  posterior: number;
  other_posterior: number;
  height_and_weight: number;
}

export interface PeopleCurve {
  x: number[];
  densities: number[][];
}

export interface MailLine {
  sums: number[];
  flagged: boolean[];
  right: number;
  new: number;
}

export interface MailCenters {
  spam: number[];
  ham: number[];
  w: number[];
  t: number;
  right: number;
  new: number;
}

export interface Fraction {
  top: number;
  bottom: number;
  value: number | null;
}

export interface MailClass {
  name: string;
  prior: [number, number];
  rates: Fraction[];
  product: number | null;
}

/** One naive Bayes model of the mails. */
export interface MailModel {
  name: string;
  classes: MailClass[];
  /** P(spam) of the new mail; null where both products are 0. */
  posterior: number | null;
  mails: (number | null)[];
}

export interface ScoredTest {
  name: string;
  about: string;
  score: number;
}

export interface ParameterCounts {
  joint: number;
  naive: number;
  gaussian: number;
}

export interface Rate {
  neighbors: number;
  power: number;
  excess: number;
  /** How many points of one dimension have the same rate's error. */
  alike: number;
}

export interface Kernel {
  lifted: number[][];
  lifted_product: number;
  product: number;
  kernel: number;
}

export interface RiskSpread {
  low: number;
  high: number;
}

/** The line that one loss leads to. */
export interface LossLine {
  loss: Loss;
  slope: number;
  intercept: number;
  residuals: number[];
  pulling: boolean[];
  objective: number;
  /** Summed over the points. */
  losses: Record<Loss, number>;
  fitted_by: string;
}

/** Each loss at `z`. */
export interface LossCurves {
  z: number[];
  epsilon: number[];
  laplacian: number[];
  gaussian: number[];
  huber: number[];
}

/** Every number of Gaussian naive Bayes. */
export interface PeopleAnswer extends FrameBase {
  kind: "lesson-people";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  classes: PeopleClass[];
  decided: "male" | "female";
  /** log density male minus log density female, column by column. */
  pushes: (number | null)[];
  curves: PeopleCurve[];
}

/** A line and two naive Bayes models of a few mails. */
export interface MailsAnswer extends FrameBase {
  kind: "lesson-mails";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  line: MailLine;
  centers: MailCenters;
  models: MailModel[];
}

/** The small worked examples. */
export interface TablesAnswer extends FrameBase {
  kind: "lesson-tables";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  tests: ScoredTest[];
  total: number;
  flagged: boolean;
  cells: ParameterCounts;
  rate: Rate;
  kernel: Kernel;
}

/** Error against k over many draws. */
export interface NeighborsAnswer extends FrameBase {
  kind: "lesson-neighbors";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  draws: number;
  points: number;
  p: number;
  q: number;
  means: number[];
  low: number[];
  high: number[];
  validated: number[];
  chosen: number[];
  median_chosen: number;
  best: number;
  bayes_error: number;
  recommended: number;
  one: Interval;
  at_best: Interval;
  at_recommended: Interval;
  at_chosen: Interval;
  ones: RiskSpread;
}

/** One draw; the column `zones` has the side of every cell of a grid, rows from below. */
export interface ZonesAnswer extends FrameBase {
  kind: "lesson-zones";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  neighbors: number;
  side: number;
  points: [number, number][];
  labels: number[];
  risk: number;
  training: number;
}

/** Four lines through the points. */
export interface LossesAnswer extends FrameBase {
  kind: "lesson-losses";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  lines: LossLine[];
  curves: LossCurves;
}

/** Posteriors of a few models, the ways of choosing one, and what all of them say together. */
export interface ModelsAnswer extends FrameBase {
  kind: "lesson-models";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  priors: number[];
  likelihoods: number[];
  plus: number[];
  evidence: number;
  posterior: number[];
  map: number;
  ml: number | null;
  map_says: Side;
  ml_says: Side | null;
  chance: number;
  optimal_says: Side;
}

/** Errors on new data of averaging and of choosing, over the draws. */
export interface AverageAnswer extends FrameBase {
  kind: "lesson-average";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  world: World;
  draws: number;
  names: string[];
  members: Interval[];
  weights: number[];
  average: Interval;
  map: Interval;
  ml: Interval;
  best: number;
  against_map: Interval;
  against_ml: Interval;
  against_best: Interval;
  judged_on: number;
}

export type LessonsFrame =
  | PeopleAnswer
  | MailsAnswer
  | TablesAnswer
  | NeighborsAnswer
  | ZonesAnswer
  | LossesAnswer
  | ModelsAnswer
  | AverageAnswer;

export type LessonsAction =
  | {
      action: "lesson-people";
      rows: number[][];
      male: boolean[];
      person: number[];
      unbiased?: boolean;
    }
  | {
      action: "lesson-mails";
      rows: number[][];
      spam: boolean[];
      mail: number[];
      smoothing?: number;
      weights?: number[];
      threshold?: number;
    }
  | {
      action: "lesson-tables";
      scores: number[];
      threshold?: number;
      bins?: number;
      columns?: number;
      classes?: number;
      points?: number;
      dimensions?: number;
      first?: number[];
      second?: number[];
    }
  | {
      action: "lesson-neighbors";
      points?: number;
      p?: number;
      q?: number;
      draws?: number;
      seed?: number;
    }
  | {
      action: "lesson-zones";
      neighbors: number;
      points?: number;
      p?: number;
      q?: number;
      draw?: number;
      seed?: number;
    }
  | {
      action: "lesson-losses";
      x: number[];
      y: number[];
      epsilon?: number;
      c?: number;
      sigma?: number;
    }
  | {
      action: "lesson-models";
      priors: number[];
      likelihoods: number[];
      plus: number[];
      moved?: number | null;
      to?: number;
      share?: "posterior" | "prior";
    }
  | { action: "lesson-average"; world?: World; points?: number; draws?: number; seed?: number };
