import { count } from "../../ui/format";
import type { MetricName, SplitName } from "../../wire/types";

export const ROOM = {
  title: "Plane",
  tabs: { knobs: "Knobs", words: "Words", document: "Document" },
  selected: (rows: number) => `${count(rows)} selected`,
  keys: {
    shift: "in the plane: move the line up or down, changes the intercept (Shift: finely)",
    turn: "in the plane: rotate the line, changes the slope (Shift: finely)",
    best: "in the plane: best line for training",
    fold: "in the plane: next fold",
    search: "search for a word in the plane and in Clusters",
  },
  mouse: {
    line: { keys: ["drag the line"], does: "change its intercept" },
    end: { keys: ["drag an end"], does: "change its slope" },
    point: { keys: ["click a point"], does: "read the document" },
    about: { keys: ["Alt", "click a point"], does: "rotate the line about it" },
    select: { keys: ["Shift", "drag"], does: "select documents" },
    zoom: { keys: ["wheel, drag"], does: "zoom and pan; double-click shows all" },
  },
};

export const METRIC_TITLES: Record<MetricName, string> = {
  recall: "Recall",
  precision: "Precision",
  f1: "F1",
};

export const KNOBS = {
  smoothing: "Smoothing",
  line: "Line",
  documents: "Documents",
  curve: "curve",
  straight: "line",
  features: "features",
  folds: "folds",
  ticks: {
    default: "Default",
    training: "Best seen on training",
    validation: "Best seen on validation",
  },
  together: (alpha: string, beta: string) =>
    `One prior for all words was best: alpha ${alpha}, beta ${beta}.`,
  each: "Each word has its own prior.",
  prior: (mean: string, low: string, high: string) =>
    `Share of documents with a word, assumed: ${mean} (90 %: ${low} to ${high}).`,
  frequencies: "counted",
  assumed: "assumed",
  why: "Why smooth?",
  impossible: (rows: string, of: string) =>
    `With alpha 0, a word never seen in a class has probability 0 there, and so has every document that contains it: ${rows} of ${of} validation documents would be impossible in both classes.`,
  wordsSet: (words: number) =>
    `${count(words)} ${words === 1 ? "word has a prior" : "words have priors"} set by hand.`,
  lineBound: (split: string, score: string, bound: string | null) =>
    bound === null
      ? `No line has a higher F1 on ${split}: ${score}.`
      : `Best line found: F1 ${score} on ${split}. No line exceeds ${bound}.`,
  python: "Python",
  pythonHint: "Python code that makes this model again",
  pythonTitle: "The same in Python",
  fixed: "The fixed part",
  fixedText: (x: string, y: string, intercept: string, flagged: string, now: string) =>
    `Every document gets x ${x} and y ${y} for the words of the model, whether it contains them or not. Without this part, intercept ${intercept} decides the same; the present one would flag ${flagged} validation documents instead of ${now}.`,
};

export const BUTTONS = {
  "best-line": {
    text: "Best line",
    title: "The line with the highest F1 on the training documents (b)",
  },
  tune: {
    text: "Auto-tune",
    title: "Tunes alpha, beta, features and line by cross-validation on the training documents",
  },
  "tune-each": {
    text: "Auto-tune per word",
    title: "Tunes a prior for each word by cross-validation on the training documents",
  },
  reset: { text: "Defaults", title: "Set all knobs to their defaults" },
  "go-best-training": {
    text: "Best on training",
    title: "Go back to the setting with the highest F1 on training so far",
  },
  "go-best-validation": {
    text: "Best on validation",
    title: "Go back to the setting with the highest F1 on validation so far",
  },
};

export const FOLDS = {
  title: "Training vs validation",
  gap: "gap",
  folds: (folds: number) => `(${folds} folds)`,
  training: "training",
  validation: "validation",
  all: "all folds",
  tuned: "Words were tuned in each fold; the line moves together in all of them.",
  partly: (tuned: number, folds: number) =>
    `Words are tuned in ${tuned} of ${folds} folds. Tune the others to see scores for all folds.`,
  tune: (folds: number) => `Tune the other ${folds === 1 ? "fold" : `${folds} folds`}`,
  spoken: (metric: string, training: string, validation: string) =>
    `${metric}: training ${training}, validation ${validation}`,
  spokenFolds: (mean: string, spread: string) => `, all folds ${mean} ± ${spread}`,
};

export const NUMBERS = {
  decidedBy: "Decided by",
  line: "your line",
  bayes: "Bayes default",
  change: "Change since the last step",
  counts: (split: SplitName) => `Counts of ${split}`,
};

export type OutcomeName = "tp" | "fp" | "fn" | "tn";

/** What happened to a document, by the name of the category. */
export const OUTCOMES: Record<OutcomeName, (category: string) => string> = {
  tp: (category) => `${category}, and flagged (correct)`,
  fn: (category) => `${category}, but missed`,
  fp: (category) => `not ${category}, but flagged`,
  tn: (category) => `not ${category}, and not flagged (correct)`,
};

export const DOCUMENT = {
  close: "Close the document",
  noText: "This document has no text.",
  margin: "margin",
  against: "against",
  for: "for the category",
  rest: "its other words",
  fixed: "same for every document",
  silence: "not evidence",
  silenceHint: (word: string, category: string) =>
    `“${word}” should not speak for or against ${category}: gives it a prior with weight 0`,
};

/** "−2.31", "0.004": what a word adds to the margin. */
export function weightText(weight: number): string {
  const text = Math.abs(weight) < 0.0005 ? "0" : weight.toFixed(Math.abs(weight) < 0.095 ? 3 : 2);
  return text.replace("-", "−");
}

export const WORDS = {
  search: "Search words",
  hint: "Search words",
  orderLabel: "Order of the words",
  orders: {
    weight: "strongest",
    for: "for the category",
    against: "against it",
    frequency: "most frequent",
    set: "set by hand",
  },
  word: "word",
  c: "c",
  notC: "not c",
  weight: "weight",
  prior: "prior",
  shared: "Shared prior",
  inside: (documents: string) => `Of ${documents} training documents in the category`,
  outside: (documents: string) => `Of ${documents} other training documents`,
  listed: (shown: number, found: number) =>
    shown < found
      ? `The first ${count(shown)} of ${count(found)} words.`
      : `${count(found)} ${found === 1 ? "word" : "words"}.`,
  set: (words: number) => `${count(words)} set by hand.`,
  resetAll: "Reset them",
  choose: "Choose a word to see its prior and to set it by hand.",
  sources: {
    shared: "shared prior",
    tuned: "auto-tuned prior",
    hand: "set by hand",
  },
  counts: (inside: string, outside: string) =>
    `In ${inside} documents of the category and ${outside} others.`,
  shape: (word: string, share: string) =>
    `Prior of ${word} and what both classes make of it; estimate in the category ${share}`,
  silence: "Silence",
  silenceHint: "Gives the word a prior under which it speaks for neither side",
  reset: "Reset",
};

export const SELECTION = {
  filters: "Show only",
  clear: "Clear the selection",
  first: (rows: number) => `The first ${rows} are listed.`,
};

export const PLOT = {
  x: "log P(o | c)",
  y: "log P(o | not c)",
  level: "Level",
  levelHint: "Lay the line flat: height is the distance of documents from it, below it: flagged",
  levelY: "distance above the line",
  documents: "documents",
  positive: "positive",
  fold: (fold: number) => `fold ${fold + 1}`,
  lasso: "Select documents with a lasso",
  lassoHint: "Lasso: draw around points (or Shift and drag)",
  fit: "Fit the axes to the points",
  fitHint: "Fit the axes to the points (double-click on the plot)",
  png: "Save this plot as PNG",
  svg: "Save this plot as SVG",
  saved: (file: string) => `Saved ${file}`,
  unsaved: (why: string) => `The picture could not be saved: ${why}`,
  label: (split: SplitName) => `${split} documents in the likelihood plane`,
  beyond: (points: number) =>
    `${count(points)} ${points === 1 ? "point" : "points"} beyond the frame`,
  showAll: "Show all points (or double-click on the plot)",
  dragLine: "Drag to change the intercept",
  dragEnd: "Drag to change the slope",
  above: "the line lies above: all flagged",
  below: "the line lies below: none flagged",
  margins:
    "The documents lie close to the line. This shows how far each is from it; right of the mark: flagged.",
  marginsSpoken: (split: SplitName, low: string, high: string) =>
    `Distance of ${split} documents from the line, from ${low} to ${high}; above 0 they are flagged`,
  fromLine: "distance",
};
