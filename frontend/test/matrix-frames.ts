import type {
  Bound,
  MatrixChoice,
  MatrixView,
  ModelFigures,
  Program,
  ReachedBound,
} from "../src/wire/matrix";

/** A bound as the server sends it. */
export const bound = (
  measure: string,
  classes: string[],
  relation: Bound["relation"],
  value: number,
  change: Partial<Bound> = {},
): Bound => ({
  measure,
  classes,
  relation,
  value,
  share: value > 0 && value < 1,
  locked: false,
  each_group: "",
  gap_over: "",
  ...change,
});

/** A bound with what was reached for it. */
export const reached = (
  asked: Bound,
  value: number,
  rows: Partial<ReachedBound> = {},
): ReachedBound => ({
  ...asked,
  reached: value,
  part: null,
  rows: null,
  low: 0,
  high: 1,
  tight: true,
  ...rows,
});

export const HAM_AS_SPAM = bound("cell", ["ham", "spam"], "<=", 6);

const figures = (number: number, label: string, matrix: number[][]): ModelFigures => ({
  number,
  label,
  want: number === 0 ? null : { text: label, bounds: [HAM_AS_SPAM] },
  node: null,
  family: "Logistic regression",
  matrix,
  referred: [],
  fp: matrix[0]![1]!,
  fn: matrix[1]![0]!,
  errors: matrix[0]![1]! + matrix[1]![0]!,
  accuracy: (matrix[0]![0]! + matrix[1]![1]!) / 100,
  gap: 0,
  objective: matrix[1]![0]!,
  tuned: [],
});

const BEFORE = [
  [50, 10],
  [2, 38],
];
const AFTER = [
  [54, 6],
  [8, 32],
];

export const CHOICE: MatrixChoice = {
  model: "logistic",
  levels: 15,
  freeze: 0.1,
  granularity: "root",
  learner: "auto",
  published: false,
  threshold: 0.3,
  all_classes: false,
  locked: [],
  costs: [],
  shared: false,
  confidence: null,
  prior: null,
  cutoff_column: "",
  shown: 1,
  outcome: 0,
  pins: {},
};

export const MATRIX: MatrixView = {
  classes: ["ham", "spam"],
  positive: "spam",
  referral: "refer",
  why_one_at_a_time: "",
  all_classes: false,
  catalog: [
    {
      name: "logistic",
      title: "Logistic regression",
      summary: "One penalty per feature.",
      why_not: "",
    },
    { name: "martingale", title: "Martingale program", summary: "Nodes that vote.", why_not: "" },
  ],
  rows: { training: 200, holdout: 100, test: 75 },
  tightest: [0.049, 0.072],
  examples: [
    { text: "lose at most 0.5 % of ham", meaning: "of 200 ham, at most 1 is missed" },
    { text: "catch at least 95 % of spam", meaning: "of 100 spam, at least 95 are caught" },
  ],
  shown: {
    ...figures(1, "cell(ham, spam) <= 6", AFTER),
    group_cutoffs: null,
    knobs: { threshold: 0.4 },
  },
  ranges: [
    [
      [45, 58],
      [2, 15],
    ],
    [
      [1, 12],
      [28, 39],
    ],
  ],
  group_columns: ["region"],
  cost_columns: ["amount", "home loan"],
  outcome: {
    code: "met",
    asked: "",
    groups: [],
    row_guarantees: [],
    best: null,
    confidence: null,
    prior: null,
    bounds: [{ ...HAM_AS_SPAM, reached: 6, part: 6, rows: 60, low: 0.04, high: 0.2, tight: true }],
    seen: null,
    saved: 0,
    before: BEFORE,
    referred_before: [],
    referred: [],
    wanted: [
      [54, 6],
      [2, 38],
    ],
    after: AFTER,
    met: true,
    gap: 0,
    reason: "cell(ham, spam) <= 6 holds",
    in_the_way: [],
    visited: [0, 1],
    node: null,
    clash: [],
    without: [],
    among: 1,
    guaranteed_models: 0,
    never: [],
    promises: [],
    allowances: [],
    too_few_rows: [],
    exact: true,
    counted: [],
    instead: null,
    looser: null,
    lowest_cost: null,
    afresh: false,
  },
  trajectory: [figures(0, "as fitted", BEFORE), figures(1, "cell(ham, spam) <= 6", AFTER)],
  test: { looks: 0, seen: [], matrix: null, referred: [], bounds: [], cost: null },
  program: null,
  rounds: [],
};

const end = (votes: number[], label: number, rows: number[]) => ({
  level: 1,
  votes,
  rows,
  label,
  frozen: "" as const,
  children: [],
  shift: [],
  matrix: rows.map((value, place) =>
    rows.map((_, said) => (said === label ? value : 0) * (place >= 0 ? 1 : 0)),
  ),
  advantages: [null, null],
  short: 0,
  flows: [],
});

export const PROGRAM: Program = {
  kind: "votes",
  bound: null,
  levels: 1,
  nodes: [
    {
      level: 0,
      votes: [0, 0],
      rows: [60, 40],
      label: -1,
      frozen: "",
      children: [1, 2],
      shift: [0, 0],
      matrix: AFTER,
      advantages: [0.4, 0.3],
      short: 2,
      flows: [],
    },
    end([1, 0], 0, [54, 8]),
    end([0, 1], 1, [6, 32]),
  ],
  frozen: { pure: 0, fitted: 1, saved: 0 },
  offered: [0],
  threshold: 0.35,
};
