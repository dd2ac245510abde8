import { count, plural } from "../../ui/format";
import type { Method, Score, Side } from "../../wire/compare";
import type { Page, Tab } from "./store";

export const ROOM = {
  title: "Compare",
  pages: {
    figures: "Scores",
    matrices: "Matrices",
    pairs: "Head-to-head",
    scores: "ROC curves",
    curves: "Learning curves",
  } satisfies Record<Page, string>,
  pagesLabel: "Pages of the comparison",
  tabs: { models: "Models", rows: "Rows" } satisfies Record<Tab, string>,
  opening: "Opening…",
  closed: "Too few rows to compare",
  closedHint: "Every class needs enough rows. Choose a larger category at the top.",
  open: "Try again",
  rows: (rows: number, folds: number, repeats: number) =>
    `${count(rows)} rows in ${folds} folds${repeats > 1 ? ` × ${repeats}` : ""}`,
  seed: (seed: number) => `seed ${seed}`,
  unused: (rows: number) => `${count(rows)} final test rows not used here`,
};

export const EMPTY = {
  title: "Compare models",
  hint: "Models that you pin in Steer appear here, or add some on the right. Each one is refitted in every fold and scored on rows it never saw.",
  start: "Start with two models",
  pin: "Pin models in Steer",
};

export const UNFITTED = {
  label: "Models to fit",
  title: (models: number) => `${plural(models, "model", "models")} to fit`,
  fits: (fits: number) => plural(fits, "fit", "fits"),
  resume: "Resume",
  run: "Fit and compare",
  done: (done: number, of: number, accuracy: number | null) =>
    `${done} of ${of}${accuracy === null ? "" : ` · accuracy so far ${(accuracy * 100).toFixed(1)} %`}`,
};

export const SCORES_PAGE = {
  interval: "Interval",
  overRows: "interval over rows",
  overFolds: "over folds",
  method: (name: string) => `${name}, 95 %`,
  plot: (measure: string) => `${measure} of every model`,
  faint: "Faint dots are single folds.",
  classes: "Classes",
  classScore: "Score of the classes",
  classPlot: (score: string) => `${score} of every class`,
  rows: (rows: number) => `${count(rows)} rows`,
  scores: { precision: "precision", recall: "recall", f1: "F1" } satisfies Record<Score, string>,
  all: "All measures",
  micro: "micro averages and weighted recall equal accuracy here",
  microWhy:
    "With one label per row, each error is one false positive and one false negative. So micro precision, recall and F1 equal accuracy, and so does weighted recall.",
  table: "All measures of every model",
  measure: "measure",
};

export const MATRICES = {
  title: "Confusion matrices",
  hint: "Rows: actual class. Columns: predicted class. Percentages are of the row.",
  firstCut: "Rows are counted once, in the first repeat.",
  of: (name: string) => `Confusion matrix of ${name}`,
  actual: "actual class",
};

export const PAIRS = {
  tails: (observed: number) =>
    `The shaded area is the exact p-value: counts as extreme as ${count(observed)}, if both are equally good.`,
  none: "Fit a second model to compare two head-to-head.",
  all: "All pairs by",
  allLabel: "All pairs",
  testing: "Testing all pairs…",
  stopped: "The tests were stopped.",
  again: "Test all pairs",
  grid: "Every pair of models",
  minus: "row minus column",
  difference: (measure: string) =>
    measure === COST
      ? "Row minus column, in average cost of a row: less is better."
      : `Row minus column, in percentage points of ${measureName(measure)}.`,
  colored:
    "A cell is colored when the difference is significant (p ≤ .05 after Holm's correction).",
  tests: {
    McNemar: "Test: McNemar's, which compares right and wrong predictions.",
    permutation: "Test: permutation, because McNemar's covers accuracy only.",
  },
  cell: (first: string, second: string) => `${first} minus ${second}, then Holm's p: `,
  chosen: "The chosen pair",
  testingOne: "Testing this pair…",
  choose: "Choose a pair.",
  and: "and",
  testsTitle: "Tests",
  how: "How McNemar's p-value is computed",
  methods: { auto: "auto", exact: "exact", "mid-p": "mid-p", chi2: "χ²" } satisfies Record<
    Method,
    string
  >,
  after: "after",
  holm: "Holm",
  pairs: (pairs: number) => `for ${pairs} pairs`,
  mcnemar: "McNemar's table",
  wrong: (name: string) => `${name} wrong`,
  right: (name: string) => `${name} right`,
  cells: {
    "both-wrong": "both wrong",
    "only-first": "only first right",
    "only-second": "only second right",
    "both-right": "both right",
  } satisfies Record<Side, string>,
  list: ", list these rows",
  apart: (measure: string) => `Difference in ${measure}:`,
  points: (measure: string, value: number) =>
    measure === COST ? amount(measure, value) : `${points(value)} percentage points`,
  range: (measure: string, low: number, high: number) =>
    `${amount(measure, low)} to ${amount(measure, high)}, paired bootstrap, 95 %`,
};

export const SCORE_CURVES = {
  title: "Score curves",
  asking: "Drawing the curves…",
  read: "Lines are means over folds, on rows the models never saw; bands reach from the lowest to the highest fold. Figures have 95 % intervals over folds.",
  figures: "Figures of the scores",
  model: "model",
};

export const CURVES = {
  title: "Learning curves",
  question: "Would more rows help?",
  how: "Every model is fitted on 1/16, 1/8, 1/4, 1/2 and all of each fold's training rows. If the error still falls at the end, more rows would help.",
  read: "Lines are means; bands reach from the best to the worst fold.",
  run: "Draw learning curves",
  error: "error on the fold left out",
  rows: "training rows",
  point: (name: string, rows: number, error: string) =>
    `${name}, ${count(rows)} rows: error ${error}`,
  spoken: (error: string, rows: number) => `error ${error} with ${count(rows)} rows`,
};

export const MODELS = {
  label: "Models compared",
  title: "Models",
  none: "None yet.",
  how: "How these numbers are computed",
  unused: "The final test rows are not used.",
  fitted: (done: number, of: number) => `${done} of ${of} folds fitted`,
  remove: (name: string) => `Remove ${name}`,
  held: (held: number, folds: number) => `Want held on new rows in ${held} of ${folds} folds`,
  reached: (reached: number) => `reached on the tuning rows in ${reached}`,
  holds: "holds on all new rows together",
  fate: "In each fold the model is tuned to the want on part of the training rows, then checked on the fold's own rows, which it never saw. A want that is only just reached holds there about half of the time.",
  which: "Model to add",
  add: "Add",
  want: "want, e.g. fpr <= 2%",
  wantLabel: "Want that the model is steered to; empty for the model as fitted",
  costs: "This want needs costs. Set them in Steer > Costs first.",
  goToCosts: "Go to Steer",
  folds: "Folds",
  fields: {
    folds: { label: "folds", hint: "Each fold is scored by models fitted on the other folds." },
    repeats: {
      label: "repeats",
      hint: "How often the rows are split again. More repeats steady the scores over folds; rows are counted in the first.",
    },
    seed: { label: "seed", hint: "The same seed gives the same folds." },
  },
  unchanged: "The value was not changed.",
  recut: "Split the rows differently",
  report: "Report",
  html: "HTML",
  markdown: "Markdown",
};

export const ROWS = {
  sides: {
    "only-first": (first: string, _: string) => `Only ${first} is right`,
    "only-second": (_: string, second: string) => `Only ${second} is right`,
    "both-wrong": () => "Both are wrong",
    "both-right": () => "Both are right",
  } satisfies Record<Side, (first: string, second: string) => string>,
  none: "Open Head-to-head and click a cell of McNemar's table to list its rows here.",
  which: "Which rows",
  search: "Search these rows",
  notFound: "No row contains this.",
  empty: "No rows.",
  close: "Back to the rows",
  actual: "Actual:",
  right: ", right",
  wrong: ", wrong",
};

/** The measure of which less is better. */
export const COST = "cost";

/** A difference as it is read: points of a share, or an amount of cost. */
export function amount(measure: string, value: number): string {
  if (measure !== COST) return points(value);
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 1 ? 2 : 3;
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${size.toFixed(digits)}`;
}

/** "F1, macro", "balanced accuracy" */
export function measureName(measure: string): string {
  if (measure === COST) return "average cost";
  const [score, average] = measure.split("_");
  if (!average || measure === "balanced_accuracy") return measure.replace("_", " ");
  return `${score === "f1" ? "F1" : score}, ${average}`;
}

/** "p < .001", "p = .034" */
export function pText(value: number): string {
  if (value < 0.001) return "p < .001";
  return `p = ${value >= 0.9995 ? "1" : value.toFixed(3).replace(/^0/, "")}`;
}

/** "+1.2", "−0.4", "0.0": in points. */
export function points(value: number): string {
  // Rounding the size gives a difference and its mirror image the same digits.
  const rounded = Math.round(Math.abs(value) * 1000) / 10;
  if (rounded === 0) return "0.0";
  return `${value > 0 ? "+" : "−"}${rounded.toFixed(1)}`;
}

/** The ends of an axis that holds all intervals with a little air; of shares, within 0 and 1. */
export function axisEnds(figures: { low: number; high: number }[]): [number, number] {
  if (figures.length === 0) return [0, 1];
  const low = Math.min(...figures.map((each) => each.low));
  const high = Math.max(...figures.map((each) => each.high));
  const air = Math.max(0.01, (high - low) * 0.06);
  return [Math.max(0, low - air), high > 1 ? high + air : Math.min(1, high + air)];
}
