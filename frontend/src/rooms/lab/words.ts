import { count, plural } from "../../ui/format";
import type { Brush } from "./store";

/** "0.42", "−1.3": three digits that matter, with a true minus. */
export function signedNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e4 || size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}

/** "x1 + 2 x2 = 1.5" of homogeneous weights (−t, w1, w2). */
export function lineEquation([minusT, w1, w2]: [number, number, number]): string {
  if (w1 === 0 && w2 === 0) return "no line: all weights are 0";
  const second = `${w2 < 0 ? "−" : "+"} ${signedNumber(Math.abs(w2))} x2`;
  return `${signedNumber(w1)} x1 ${second} = ${signedNumber(-minusT)}`;
}

export const ROOM = {
  title: "Lab",
  keys: "in the lab: paint a point at the cursor, erase it",
  opening: "Drawing the first points…",
  openingHint: "Two clouds, and the line half-way between their centers.",
  bench: "Points and models",
  pane: (model: string) => `${model} on the points`,
  points: "Points",
  draw: "Draw the points again",
  count: (points: number) => plural(points, "point"),
  bayesError: "Bayes error",
  bayesHint:
    "The lowest error any rule can reach here; the true distribution is known. Its frontier is dashed green.",
  brush: "Brush",
  model: (place: number | null) => (place === null ? "Model" : `Model ${place + 1}`),
  png: "Save the picture as PNG",
  saved: (file: string) => `Saved ${file}`,
  python: "Python code for the same figures",
  remove: (model: string) => `Remove ${model}`,
  compare: "Compare",
  compareHint: "Add a second model on the same points",
};

export const BRUSHES: { name: Brush | null; title: string; hint: string }[] = [
  { name: null, title: "Look", hint: "Hover over a point to see what the model predicts." },
  {
    name: "positive",
    title: "● Positive",
    hint: "Click or drag to paint positives (Shift: negatives).",
  },
  {
    name: "negative",
    title: "■ Negative",
    hint: "Click or drag to paint negatives (Shift: positives).",
  },
  { name: "erase", title: "Erase", hint: "Click points to erase them (or Alt with any brush)." },
];

export const INSPECTOR = {
  python: "The same in Python",
  paint:
    "Click in the picture to add a point, drag to paint many. Shift paints the other class, Alt erases. Keys: arrows, + or −, Enter, Delete.",
  clear: "Clear all points",
  column: (axis: string) => `Column ${axis}`,
  split: (positive: string) =>
    `Positives are ${positive}. Two thirds of the rows are for training, one third for testing.`,
  default: "default",
  theory: "theory: n^(2/(2+d))",
};

/** The rule of each model in formulas; the rest of some depends on an option. */
export const FORMULAS: Record<string, string[]> = {
  basic: [
    "w = p − n",
    "t = (‖p‖² − ‖n‖²) / 2",
    "positive where w·x > t",
    "parametric: three weights",
  ],
  regressions: [
    "y = 1 in the class, 0 outside",
    "one regression each; the larger output decides",
    "parametric: three weights for each class",
  ],
  perceptron: [
    "an error: y w°·x° ≤ 0",
    "then w° ← w° + η y x°",
    "a line is found if one exists",
    "parametric: three weights",
  ],
  ascent: ["P(1 | x) = 1 / (1 + exp(−w°·x°))", "parametric: three weights"],
  gaussian: [
    "P(x | c) = ∏ N(xⱼ; μⱼ, σⱼ)",
    "class of the larger P(c) P(x | c)",
    "parametric: a mean and a deviation for each column and class",
  ],
  bernoulli: [
    "P(x | c) = ∏ pⱼ or 1 − pⱼ",
    "class of the larger P(c) P(x | c)",
    "parametric: one probability for each column and class",
  ],
  multinomial: [
    "P(x | c) ∝ ∏ θⱼ^xⱼ",
    "class of the larger P(c) P(x | c)",
    "parametric: one probability for each column and class",
  ],
  binned: [
    "P(x | c) = ∏ P(bin of xⱼ | c)",
    "class of the larger P(c) P(x | c)",
    "parametric: one probability for each bin and class",
  ],
  neighbors: [
    "the share of positives among the k nearest",
    "k = 1: high variance. k = n: always the same class.",
    "non-parametric: all points are kept",
  ],
  svm: [
    "f(x) = Σ αᵢ yᵢ K(xᵢ, x) + β₀",
    "non-parametric with a kernel: all support vectors are kept",
  ],
};

/** What an option of a model adds to its rule, by the option's name and value. */
export const OPTION_FORMULAS: Record<string, Record<string, string[]>> = {
  method: {
    batch: ["w° ← w° + η Σ (y − p) x°, over all points"],
    mean: ["w° ← w° + (η / n) Σ (y − p) x°, over all points"],
    stochastic: ["w° ← w° + η (y − p) x°, point by point"],
  },
  margin: {
    soft: [
      "min ½‖β‖² + C Σ ξᵢ with yᵢ f(xᵢ) ≥ 1 − ξᵢ, ξᵢ ≥ 0",
      "0 ≤ αᵢ ≤ C; αᵢ > 0: support vector",
    ],
    hard: ["min ½‖β‖² with yᵢ f(xᵢ) ≥ 1 for every point", "αᵢ ≥ 0; αᵢ > 0: support vector"],
  },
};

export const FIGURES = {
  training: "training error",
  test: "test error",
  noTest: "No test error for hand-painted points.",
  hint: (wrong: string, of: string, low: string, high: string) =>
    `${wrong} of ${of} wrong; 95 % interval ${low} to ${high}.`,
  of: (wrong: string, of: string) => `${wrong} of ${of}`,
  marked: ", marked ×",
  weights: (weights: string) => `weights incl. bias (${weights})`,
  weightsHint: "w° = (−t, w): a constant 1 is added to each point, and the decision is w°·x° > 0.",
  support: (vectors: string, bound: string | null) =>
    `${vectors} support vectors, ${bound === null ? "all on the margin" : `${bound} at the bound`}`,
  margin: (width: string) => `margin width ${width}`,
  densities: (positive: string, negative: string) =>
    `Along the edges: P(x | class) of each column, ${positive} solid, ${negative} dashed.`,
};

export const PLAYER = {
  start: "To the start of the training",
  back: "One step back",
  pause: "Pause",
  play: "Play the training",
  on: "One step forward",
  end: "To the end of the training",
  scrub: "Step of the training",
  ascent: (updates: number, likelihood: string) =>
    `after ${plural(updates, "update")}: log conditional likelihood ${likelihood}`,
  before: (steps: number) => `before the first of ${plural(steps, "update")}`,
  update: (step: number, steps: number, pass: number) =>
    `update ${count(step)} of ${count(steps)}, pass ${count(pass)}: the circled point was wrong`,
};

export const CHARTS = {
  likelihood: "log conditional likelihood",
  path: "path of w",
  trying: "Trying every k…",
  errors: (most: number, folds: number) =>
    `error of k = 1 to ${most} in ${folds}-fold cross-validation`,
  theoryAt: (k: string) => `n^(2/(2+d)) = ${k}`,
  bestAt: (k: number) => `best: k = ${k}`,
  nowAt: (k: number) => `now: k = ${k}`,
  best: "best k =",
  theory: "theory n^(2/(2+d)) =",
  use: "Use the best k",
};

export const POINT = {
  noEffect: "α = 0: no effect on the frontier",
  bound: "at the bound C: inside the margin or wrong",
  margin: "on the margin",
  slack: (slack: string) => `slack ξ = max(0, 1 − y f(x)) = ${slack}`,
};

/** The picture for those who listen. */
export function pictureText(
  model: string,
  points: { count: number; positives: number; classes: readonly string[] },
  errors: string,
): string {
  return `${model} on ${plural(points.count, "point")}, ${points.positives} of them ${points.classes[1]}. ${errors}Arrow keys move a cursor, plus and minus choose the class, Enter paints, Delete erases.`;
}
