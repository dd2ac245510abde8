/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type Box = [number, number, number, number];

export type GroupMethod = "k-means" | "mixture";

export type Half = "start" | "assign" | "update";

export type Interval = [number, number, number];

export type KernelName = "linear" | "poly" | "rbf" | "sigmoid";

export type Loss = "epsilon" | "laplacian" | "gaussian" | "huber";

export const LOSSES: readonly Loss[] = ["epsilon", "laplacian", "gaussian", "huber"];

export type MachineKernel = "linear" | "poly" | "rbf";

export type PointSet = "clouds" | "long" | "moons" | "square" | "digits";

export type Side = "+" | "−";

export type StartLine = "centers" | "zero";

export type World = "true" | "fitted";

/** The Gaussians of one class, and what they say of the person asked about. */
export interface PeopleClass {
  name: "male" | "female";
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
  /** Whether the fraction was below the floor. */
  floored: boolean;
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

export interface SigmoidCurve {
  z: number[];
  chance: number[];
}

/** One training: the weights (-t, w1, w2) before the first and after each update. */
export interface RateRun {
  rate: number;
  weights: Interval[];
  /** The misclassified point of each update. */
  examples: number[];
  converged: boolean;
  /** How many points are wrong with each weights. */
  wrong: number[];
}

/** P(|eta - 1/2| <= epsilon) for each epsilon. */
export interface MarginCurve {
  epsilon: number[];
  share: number[];
}

/** One round: the rows from `start` to `end` validate, the other training rows train. */
export interface FoldBand {
  start: number;
  end: number;
  error: number;
  wrong: number;
}

/** The mean test error for each number of columns. */
export interface DimensionCurve {
  /** `all` columns, the first two principal axes (`pca`), or two columns `selected` by F test. */
  way: string;
  errors: Interval[];
}

/** How far each condition of optimality is from holding; all are 0 at the solution. */
export interface Kkt {
  /** |sum of alpha y| */
  balance: number;
  /** Largest |alpha (y f - 1 + xi)|. */
  margin: number;
  /** Largest |mu xi|, mu = C - alpha. */
  slack: number;
  /** Primal minus dual objective. */
  gap: number;
}

/** K(x, z) on [-1, 1] and the first terms of sum of lambda e(x) e(z). */
export interface Mercer {
  x: number[];
  kernel: number[];
  sum: number[];
  /** The first three eigenfunctions. */
  functions: number[][];
  /** Eigenvalues, the largest in size first. */
  values: number[];
  /** Largest distance of the two curves. */
  error: number;
}

export interface TubeCurve {
  x: number[];
  y: number[];
}

/** One point: its dual coefficients, and how far it is above or below the tube. */
export interface TubePoint {
  alpha: number;
  alpha_star: number;
  above: number;
  below: number;
}

/** One deviation around the mean of a Gaussian. */
export interface Ellipse {
  long: number;
  short: number;
  angle: number;
}

/** How near a finished mixture is to k-means from the same start. */
export interface KmeansLimit {
  /** The largest distance between a mean and the center of k-means. */
  distance: number;
  /** The mean of the largest share of each point: 1 for k-means. */
  sure: number;
  /** The share of points with the cluster of k-means. */
  same: number;
}

/** The picture at a center, 64 values from 0 to 1, and the most frequent digit around it. */
export interface DigitCenter {
  pixels: number[];
  digit: number | null;
  share: number;
}

/** The ratios P(x, y) / q(y) of one point, which q averages. */
export interface Jensen {
  q: [number, number];
  ratios: [number, number];
  log_of_mean: number;
  mean_of_logs: number;
}

export interface DrawnDocument {
  kind: number;
  /** The kind that the mixture finds, which never saw the kinds. */
  guessed: number;
  words: number[];
}

/** Shares of kinds and probabilities of words: the true ones, or learned. */
export interface StoryModel {
  shares: number[];
  words: number[][];
}

/** P(significant | equally good) is not P(equally good | significant). */
export interface Transposed {
  /** P(p below the level | equally good): at most the level, as counts are whole. */
  false_alarm: number;
  /** P(p below the level | not equally good). */
  power: number;
  equal_if_significant: number | null;
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

/** Lengths along w, and the probability on both sides of the line. */
export interface LineAnswer extends FrameBase {
  kind: "lesson-line";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  /** |w| */
  length: number;
  /** x0, the point of the line on the ray of w. */
  foot: [number, number];
  foot_length: number;
  /** |w| |x0|, which is |t|. */
  product: number;
  /** w x - t of the point asked about: its logit. */
  score: number;
  /** Signed, from the line. */
  distance: number;
  chance: number;
  curve: SigmoidCurve;
  scores: number[];
  chances: number[];
  likelihood: number;
  right: number;
}

/** Three trainings on the same points. */
export interface RatesAnswer extends FrameBase {
  kind: "lesson-rates";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  runs: RateRun[];
}

/** The error at each x and on average. */
export interface RiskAnswer extends FrameBase {
  kind: "lesson-risk";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  x: number[];
  eta: number[];
  /** P(error | x) of the rule. */
  error: number[];
  /** P(error | x) of Bayes' rule. */
  least: number[];
  /** The mean of `error`, added up. */
  risk: number;
  bayes_risk: number;
  /** The mean of |2 eta - 1| where the two rules differ, in closed form. */
  excess: number;
  /** Where |eta - 1/2| <= epsilon; null where it never is. */
  band: [number, number] | null;
  share: number;
  /** Of the margin assumption; null where it is infinite. */
  alpha: number | null;
  /** Null where eta jumps. */
  lipschitz: number | null;
  /** The best excess risk falls as n to minus this; null for faster than any power. */
  power: number | null;
  margin: MarginCurve;
}

/** Rounds of cross-validation, the error of each k, and the test rows apart. */
export interface FoldsAnswer extends FrameBase {
  kind: "lesson-folds";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  training: number;
  test: number;
  bands: FoldBand[];
  mean: number;
  /** Standard deviation over the rounds. */
  spread: number;
  /** Cross-validated error from k = 1. */
  errors: number[];
  spreads: number[];
  best: number;
  /** Of the chosen k, trained on all training rows. */
  test_error: number;
  points: [number, number][];
  labels: number[];
}

/** Three curves over the number of columns. */
export interface DimensionAnswer extends FrameBase {
  kind: "lesson-dimension";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  draws: number;
  features: number[];
  curves: DimensionCurve[];
  bayes_error: number;
  /** n to the power -2 / (2 + d): how slowly the excess risk falls. */
  rates: number[];
}

/** The climb of the dual; the column `field` has f on a grid, lowest row first. */
export interface DualAnswer extends FrameBase {
  kind: "lesson-dual";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  side: number;
  steps: number;
  step: number;
  converged: boolean;
  /** How many pairs had been moved, for each value of `dual` and `primal`. */
  moved: number[];
  dual: number[];
  primal: number[];
  alpha: number[];
  /** y f of each point */
  margins: number[];
  slacks: number[];
  bias: number;
  /** beta of a line */
  weights: [number, number] | null;
  /** |beta| */
  length: number;
  kkt: Kkt;
}

/** A Gram matrix, whether it is positive semidefinite, and Mercer's sum. */
export interface KernelsAnswer extends FrameBase {
  kind: "lesson-kernels";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  gram: number[][];
  /** The largest first. */
  eigenvalues: number[];
  /** c of length 1 with the least c K c. */
  direction: number[];
  /** c K c */
  form: number;
  definite: boolean;
  mercer: Mercer;
}

/** Errors for each number of features, and how many labelings are separable. */
export interface WideAnswer extends FrameBase {
  kind: "lesson-wide";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  draws: number;
  features: number[];
  /** Cover's share of all labelings that a hyperplane separates. */
  separable: number[];
  training: Interval[];
  test: Interval[];
  /** Training error on labels that have nothing to do with the points. */
  shuffled: Interval[];
  /** Test error with an RBF kernel, whose space has infinitely many dimensions. */
  radial: Interval;
}

/** A curve with its tube, and what proves that it is the best one. */
export interface TubeAnswer extends FrameBase {
  kind: "lesson-tube";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  curve: TubeCurve;
  points: TubePoint[];
  support: number;
  primal: number;
  dual: number;
  /** Sum of alpha - alpha*. */
  balance: number;
  /** Largest violation of alpha (eps + xi - y + f) = 0, (C - alpha) xi = 0 and their stars. */
  complementarity: number;
  /** |beta| */
  length: number;
}

/** The step asked for; columns `points` (x, y of each), `labels` and `sure`. */
export interface KmeansAnswer extends FrameBase {
  kind: "lesson-kmeans";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  half: Half;
  step: number;
  steps: number;
  box: Box;
  centers: [number, number][];
  /** Where each center was, up to this step. */
  trails: [number, number][][];
  cells: [number, number][][];
  ellipses: Ellipse[];
  /** Sum of squares or log likelihood after each step that has one. */
  history: number[];
  /** The sums of squares that k-means ends with from several random starts, lowest first. */
  starts: number[];
  elbow: number[];
  limit: KmeansLimit | null;
  digits: DigitCenter[];
  purity: number | null;
  nmi: number | null;
}

/** The log likelihood J, the bound F and the divergence KL at one step. */
export interface EmAnswer extends FrameBase {
  kind: "lesson-em";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  half: Half;
  step: number;
  steps: number;
  theta: number;
  /** Where the bound is highest. */
  next: number;
  likelihood: number;
  bound: number;
  divergence: number;
  /** q(y = 1) of each point. */
  shares: number[];
  /** Means for which the curves are drawn. */
  at: number[];
  likelihoods: number[];
  bounds: number[];
  /** Of both Gaussians at the same places, times their share. */
  densities: number[][];
  jensen: Jensen;
}

/** The drawn documents, and both ways to learn from them. */
export interface StoryAnswer extends FrameBase {
  kind: "lesson-story";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  kinds: string[];
  vocabulary: string[];
  drawn: DrawnDocument[];
  mean_length: number;
  truth: StoryModel;
  /** Maximum likelihood with the kinds known: naive Bayes. */
  counted: StoryModel;
  /** EM without them. */
  mixed: StoryModel;
  /** The share of documents whose kind the mixture finds. */
  agree: number;
  /** log P(words, kinds), per document, of naive Bayes. */
  joint_likelihood: number;
  /** log P(words), per document, of the mixture. */
  marginal_likelihood: number;
  rounds: number;
}

/** Sums and shares of a confusion matrix. */
export interface ClassesAnswer extends FrameBase {
  kind: "lesson-classes";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  row_sums: number[];
  column_sums: number[];
  total: number;
  recall: number[];
  precision: number[];
  f1: number[];
  accuracy: number;
  micro_f1: number;
  macro_f1: number;
  /** The accuracy of always predicting the most frequent class. */
  largest: number;
}

/** How well the clusters match the categories. */
export interface MarksAnswer extends FrameBase {
  kind: "lesson-marks";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  /** (categories, clusters) counts */
  table: number[][];
  /** The most frequent category of each cluster; -1 for none. */
  largest: number[];
  /** The category that each cluster is matched with; -1 for none. */
  partners: number[];
  purity: number;
  matched: number;
  category_entropy: number;
  cluster_entropy: number;
  /** All three in bits. */
  information: number;
  nmi: number;
}

/** Every count that could have been, how likely it is, and those as extreme as the observed. */
export interface PValueAnswer extends FrameBase {
  kind: "lesson-pvalue";
  /** Lines that come to the same figures; not yet there while a study runs. */
  python?: string;
  rows: number;
  /** Of 0, 1, 2, … rows for the first alone, if both are equally good. */
  chances: number[];
  extreme: boolean[];
  exact: number;
  mid_p: number;
  chi2: number;
  permutation: number;
  rejected: boolean;
  transposed: Transposed;
}

export type LessonsFrame =
  | PeopleAnswer
  | MailsAnswer
  | TablesAnswer
  | NeighborsAnswer
  | ZonesAnswer
  | LossesAnswer
  | ModelsAnswer
  | AverageAnswer
  | LineAnswer
  | RatesAnswer
  | RiskAnswer
  | FoldsAnswer
  | DimensionAnswer
  | DualAnswer
  | KernelsAnswer
  | WideAnswer
  | TubeAnswer
  | KmeansAnswer
  | EmAnswer
  | StoryAnswer
  | ClassesAnswer
  | MarksAnswer
  | PValueAnswer;

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
      floor?: number;
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
  | { action: "lesson-average"; world?: World; points?: number; draws?: number; seed?: number }
  | {
      action: "lesson-line";
      rows: number[][];
      weights?: number[];
      threshold?: number;
      at?: number[];
    }
  | {
      action: "lesson-rates";
      rows: number[][];
      rates?: number[];
      start?: StartLine;
      step?: number;
    }
  | { action: "lesson-risk"; flat?: number; jump?: number; cut?: number; epsilon?: number }
  | { action: "lesson-folds"; rows?: number; folds?: number; neighbors?: number; seed?: number }
  | {
      action: "lesson-dimension";
      points?: number;
      neighbors?: number;
      noise?: number;
      turned?: boolean;
      draws?: number;
      seed?: number;
    }
  | {
      action: "lesson-dual";
      rows: number[][];
      c?: number;
      kernel?: MachineKernel;
      gamma?: number;
      degree?: number;
      step?: number;
    }
  | {
      action: "lesson-kernels";
      rows: number[][];
      kernel?: KernelName;
      gamma?: number;
      degree?: number;
      coef0?: number;
      z?: number;
      terms?: number;
    }
  | { action: "lesson-wide"; points?: number; c?: number; draws?: number; seed?: number }
  | {
      action: "lesson-tube";
      x: number[];
      y: number[];
      epsilon?: number;
      c?: number;
      kernel?: MachineKernel;
      gamma?: number;
      degree?: number;
    }
  | {
      action: "lesson-kmeans";
      data?: PointSet;
      points?: number[][];
      centers?: number[][];
      clusters?: number;
      method?: GroupMethod;
      sigma?: number;
      learn_spread?: boolean;
      step?: number;
      draw?: number;
      seed?: number;
    }
  | {
      action: "lesson-em";
      x: number[];
      other?: number;
      sigma?: number;
      share?: number;
      start?: number;
      step?: number;
      point?: number;
    }
  | {
      action: "lesson-story";
      kinds?: number;
      share?: number;
      length?: number;
      contrast?: number;
      documents?: number;
      hidden?: boolean;
      seed?: number;
    }
  | { action: "lesson-classes"; table: number[][] }
  | { action: "lesson-marks"; categories: number[]; clusters: number[] }
  | {
      action: "lesson-pvalue";
      only_first?: number;
      only_second?: number;
      level?: number;
      nulls?: number;
      edge?: number;
    };
