/** The messages of the lessons, as docs/protocol.md has them. */
import type { Columns } from "./types";

/** A mean and its 95 % interval. */
export type Interval = [mean: number, low: number, high: number];

/** A figure as the lecture prints it, beside ours. */
export interface Check {
  what: string;
  printed: string;
  ours: number;
  agrees: boolean;
  note: string;
}

interface Answer {
  reply_to: number;
  columns: Columns;
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
}

export interface PeopleAsked {
  rows: number[][];
  male: boolean[];
  person: number[];
  unbiased: boolean;
}

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

export interface PeopleAnswer extends Answer {
  kind: "lesson-people";
  classes: PeopleClass[];
  decided: "male" | "female";
  /** log density male minus log density female, column by column. */
  pushes: (number | null)[];
  curves: { x: number[]; densities: number[][] }[];
  checks: Check[];
}

export interface MailsAsked {
  rows: number[][];
  spam: boolean[];
  mail: number[];
  smoothing: number;
  weights: number[];
  threshold: number;
}

export interface Fraction {
  top: number;
  bottom: number;
  value: number | null;
}

export interface MailModel {
  name: string;
  classes: {
    name: string;
    prior: [number, number];
    rates: Fraction[];
    product: number | null;
  }[];
  /** P(spam) of the new mail; null where both products are 0. */
  posterior: number | null;
  mails: (number | null)[];
}

export interface MailsAnswer extends Answer {
  kind: "lesson-mails";
  line: { sums: number[]; flagged: boolean[]; right: number; new: number };
  centers: { spam: number[]; ham: number[]; w: number[]; t: number; right: number; new: number };
  models: MailModel[];
  checks: Check[];
}

export interface TablesAsked {
  scores: number[];
  threshold: number;
  bins: number;
  columns: number;
  classes: number;
  points: number;
  dimensions: number;
  first: number[];
  second: number[];
}

export interface TablesAnswer extends Answer {
  kind: "lesson-tables";
  tests: { name: string; about: string; score: number }[];
  total: number;
  flagged: boolean;
  cells: { joint: number; naive: number; gaussian: number };
  /** `alike`: how many points of one dimension have the same rate's error. */
  rate: { neighbors: number; power: number; excess: number; alike: number };
  kernel: { lifted: number[][]; lifted_product: number; product: number; kernel: number };
  checks: Check[];
}

export interface NeighborsAsked {
  points: number;
  p: number;
  q: number;
  draws: number;
  seed: number;
}

export interface NeighborsAnswer extends Answer {
  kind: "lesson-neighbors";
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
  ones: { low: number; high: number; above_printed: number };
  printed: { bayes: number; one: number; chosen: number; recommended: number };
}

export interface ZonesAsked {
  neighbors: number;
  points: number;
  p: number;
  q: number;
  draw: number;
  seed: number;
}

export interface ZonesAnswer extends Answer {
  kind: "lesson-zones";
  neighbors: number;
  side: number;
  points: [number, number][];
  labels: number[];
  risk: number;
  training: number;
}

export const LOSSES = ["epsilon", "laplacian", "gaussian", "huber"] as const;
export type Loss = (typeof LOSSES)[number];

export interface LossesAsked {
  x: number[];
  y: number[];
  epsilon: number;
  c: number;
  sigma: number;
}

export interface LossLine {
  loss: Loss;
  slope: number;
  intercept: number;
  residuals: number[];
  pulling: boolean[];
  objective: number;
  losses: Record<Loss, number>;
  fitted_by: string;
}

export interface LossesAnswer extends Answer {
  kind: "lesson-losses";
  lines: LossLine[];
  curves: Record<Loss | "z", number[]>;
}

export interface ModelsAsked {
  priors: number[];
  likelihoods: number[];
  plus: number[];
  moved: number | null;
  to: number;
  share: "posterior" | "prior";
}

export type Side = "+" | "−";

export interface ModelsAnswer extends Answer {
  kind: "lesson-models";
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
  checks: Check[];
}

export type World = "true" | "fitted";

export interface AverageAsked {
  world: World;
  points: number;
  draws: number;
  seed: number;
}

export interface AverageAnswer extends Answer {
  kind: "lesson-average";
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

/** What each lesson asks, by the name of its action. */
export interface LessonAsked {
  "lesson-people": PeopleAsked;
  "lesson-mails": MailsAsked;
  "lesson-tables": TablesAsked;
  "lesson-neighbors": NeighborsAsked;
  "lesson-zones": ZonesAsked;
  "lesson-losses": LossesAsked;
  "lesson-models": ModelsAsked;
  "lesson-average": AverageAsked;
}

/** What it is answered with. */
export interface LessonAnswers {
  "lesson-people": PeopleAnswer;
  "lesson-mails": MailsAnswer;
  "lesson-tables": TablesAnswer;
  "lesson-neighbors": NeighborsAnswer;
  "lesson-zones": ZonesAnswer;
  "lesson-losses": LossesAnswer;
  "lesson-models": ModelsAnswer;
  "lesson-average": AverageAnswer;
}

export type LessonKind = keyof LessonAsked;
export type LessonFrame = LessonAnswers[LessonKind];
export type LessonAction = {
  [Kind in LessonKind]: { action: Kind } & LessonAsked[Kind];
}[LessonKind];

/** Answered within a frame or two: while one is under way only the newest value waits. */
export const LIVE_LESSONS: ReadonlySet<string> = new Set([
  "lesson-people",
  "lesson-mails",
  "lesson-tables",
  "lesson-zones",
  "lesson-losses",
  "lesson-models",
]);

/** Run over many draws, with progress and figures so far. */
export const LONG_LESSONS: ReadonlySet<string> = new Set(["lesson-neighbors", "lesson-average"]);
