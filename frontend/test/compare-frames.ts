import type {
  CompareChoice,
  CompareView,
  ComparisonFrame,
  Figure,
  PairFigures,
  PairsFrame,
  Recipe,
  Standing,
} from "../src/wire/compare";

const recipe = (name: string, model: string, want = ""): Recipe => ({
  name,
  model,
  levels: 15,
  freeze: 0.1,
  granularity: "root",
  learner: "auto",
  want,
  confidence: null,
  costs: [],
  rows: 0,
  lost: "",
  threshold: 0.3,
  prior: null,
  calibration: "",
  among: 1,
  published: false,
});

export const COMPARE_CHOICE: CompareChoice = {
  models: [recipe("plain", "logistic"), recipe("careful", "logistic", "fp <= 2")],
  all_classes: false,
  folds: 3,
  repeats: 1,
  seed: 0,
  measure: "accuracy",
  interval: "rows",
  method: "auto",
  pair: [],
};

export const COMPARE_VIEW: CompareView = {
  catalog: [
    {
      name: "logistic",
      title: "Logistic regression",
      summary: "One penalty per feature.",
      why_not: "",
    },
    { name: "forest", title: "Random forest", summary: "Many trees.", why_not: "" },
  ],
  classes: ["ham", "spam"],
  positive: "spam",
  why_one_at_a_time: "",
  rows: 100,
  sealed: 25,
  measure: "accuracy",
  measures: ["accuracy", "balanced_accuracy", "f1_macro"],
  intervals: { rows: "Other rows like these.", folds: "Other training rows too." },
  methods: { auto: "Exact or not.", exact: "Exact.", "mid-p": "Half.", chi2: "Large." },
  procedure: "Each row is judged by a model that never saw it.",
  summaries: { plain: "Logistic regression", careful: "Logistic regression, steered to fp <= 2" },
  pair: ["plain", "careful"],
};

const figure = (value: number): Figure => ({
  value,
  low: value - 0.04,
  high: value + 0.03,
  method: "Wilson",
  scores: [value - 0.02, value, value + 0.02],
});

export const standing = (accuracy: number, want = false): Standing => ({
  matrix: [
    [54, 6],
    [100 * (0.94 - accuracy), 40 - 100 * (0.94 - accuracy)],
  ],
  overall: {
    accuracy: figure(accuracy),
    balanced_accuracy: figure(accuracy - 0.02),
    f1_macro: figure(accuracy - 0.01),
  },
  classes: [
    { precision: figure(0.9), recall: figure(0.91), f1: figure(0.92) },
    { precision: figure(0.8), recall: figure(0.81), f1: figure(0.82) },
  ],
  met: want ? [true, true, false] : [],
  held: want ? [true, false, false] : [],
  broken: want ? ["fp <= 2 does not hold: it is 6, 4 rows would have to change"] : [],
});

export const PAIR: PairFigures = {
  first: "plain",
  second: "careful",
  table: [
    [5, 9],
    [2, 84],
  ],
  p_value: 0.0654,
  adjusted: 0.0654,
  method: "exact",
};

export const PAIRS: PairsFrame = {
  kind: "pairs",
  reply_to: 51,
  columns: {},
  measure: "accuracy",
  test: "McNemar",
  pairs: [
    { first: "plain", second: "careful", difference: 0.07, p_value: 0.0654, adjusted: 0.0654 },
  ],
};

export const COMPARISON: ComparisonFrame = {
  kind: "comparison",
  reply_to: 50,
  columns: {},
  models: [
    { name: "plain", done: 3, of: 3, standing: standing(0.93) },
    { name: "careful", done: 3, of: 3, standing: standing(0.86, true) },
  ],
  pairs: [PAIR],
  cautions: ["Few rows tell some models apart."],
  curves: {},
  curves_left: ["plain", "careful"],
};
