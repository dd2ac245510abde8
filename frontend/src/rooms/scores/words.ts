import { count, plural, visible } from "../../ui/format";

export const ROOM = {
  title: "Scores",
  hint: "The curves are those of the current model in Errors.",
  about: "Scores of",
  keys: {
    move: "on a curve: move the cut-off",
    drag: "Drag a dot",
    dragging: "move the cut-off; the matrix follows",
  },
  charts: "Curves",
} as const;

/** The page's words about one class against the rest. */
export interface ClassWords {
  name: string;
  others: string;
}

export const CHARTS = {
  roc: "ROC",
  pr: "Precision and recall",
  gain: "Gain",
  reliability: "Calibration",
  caught: ({ name }: ClassWords) => `${visible(name)} caught`,
  falseAlarms: ({ name, others }: ClassWords) => `${visible(others)} called ${visible(name)}`,
  right: "calls that are right",
  called: ({ name }: ClassWords) => `rows called ${visible(name)}`,
  predicted: ({ name }: ClassWords) => `predicted probability of ${visible(name)}`,
  actual: ({ name }: ClassWords) => `actual share of ${visible(name)}`,
  cutoff: "Cut-off",
  curve: (title: string, first: string, second: string) => `${title}: ${first} against ${second}`,
  noProbabilities: "This model has scores but no probabilities.",
  bin: (rows: number, predicted: string, observed: string, low: string, high: string) =>
    `${plural(rows, "row")}: predicted ${predicted}, actual ${observed} (${low}–${high})`,
  chance: "drawn at random",
  perfect: "predicted = actual",
  tuning: "tuning rows",
  test: "final test rows",
} as const;

export const PANEL = {
  title: "At this cut-off",
  moving: "Release to use this cut-off.",
  drag: "Drag the dot on a curve, or use the arrow keys.",
  matrix: "Confusion matrix at the cut-off",
  caught: (name: string, tp: number, positives: number) =>
    `${count(tp)} of ${count(positives)} ${visible(name)} caught`,
  alarms: (others: string, name: string, fp: number, negatives: number) =>
    `${count(fp)} of ${count(negatives)} ${visible(others)} called ${visible(name)}`,
  right: (tp: number, called: number) => `${count(tp)} of ${plural(called, "call")} right`,
  recall: "Recall",
  precision: "Precision",
  fpr: "False positive rate",
  others: "others",
} as const;

export const CALIBRATE = {
  title: "Calibrate",
  label: "Calibration method",
  methods: { none: "Off", sigmoid: "Sigmoid", isotonic: "Isotonic" },
  why: "Makes 80 % mean 80 %: probabilities that match how often the class occurs.",
  stays: "Every row is decided as before.",
  which: "Sigmoid suits few rows, isotonic 1,000 training rows or more.",
  before: "before",
  done: (before: string, after: string) => `Calibration error ${before} → ${after}.`,
} as const;

export const FIGURES = {
  title: "How good the scores are",
  tuning: "tuning",
  test: "final test",
  names: {
    auc: "AUC",
    average_precision: "Average precision",
    brier: "Brier score",
    log_loss: "Log loss",
    error: "Calibration error",
  } as Record<string, string>,
  terms: {
    auc: "auc",
    average_precision: "averagePrecision",
    brier: "brier",
    log_loss: "logLoss",
    error: "calibration",
  } as const,
  intervals: "95 % intervals: AUC by DeLong, the others by bootstrap of the rows.",
  several: "Of several classes, rows are ranked by how far the class leads the others.",
  untested: "Final test rows appear here after the final test.",
} as const;
