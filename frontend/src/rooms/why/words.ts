import { count, plural, visible } from "../../ui/format";
import type { Explanation, ImportanceFrame, Scale, Which } from "../../wire/why";

export const ROOM = {
  title: "Why",
  hint: "Explained is the current model in Errors.",
  corrected: (rows: number) => `${plural(rows, "label")} corrected`,
  correctedHint: "Rows whose label you corrected; models are fitted to the corrected labels",
} as const;

export const USES = {
  title: "What the model uses",
  measured: ({ measure, rows, baseline }: ImportanceFrame) =>
    `Loss in ${measure === "auc" ? "AUC" : measure} (${baseline.toFixed(3)}) when a feature is shuffled on ${plural(rows, "tuning row")}, with 95 % interval.`,
  some: (shown: number, of: number) => `The strongest ${count(shown)} of ${count(of)}.`,
  search: "Search features",
  hint: "a feature or word",
  none: "No feature has this name.",
  measuring: "Measuring…",
  again: "Measure",
  for: (name: string) => `more of it speaks for ${visible(name)}`,
  mixed: "depends on the value",
  sides: (category: string, against: string) => ({
    for: `for ${visible(category)}`,
    against: against ? `for ${visible(against)}` : `against ${visible(category)}`,
    mixed: "mixed",
  }),
  sidesLabel: "Show only features that speak for a class",
  weight: (weight: number) => `coefficient ${number(weight)}`,
} as const;

export const CURVE = {
  choose: "Choose a feature to see how the score depends on it.",
  title: (name: string) => `Score by ${visible(name)}`,
  axis: (category: string, scale: Scale) => `${SCALES[scale]} for ${visible(category)}`,
  describe: (name: string) => `Mean score at each value of ${name}, and the cut-off`,
  cutoff: "cut-off",
} as const;

export const SCALES: Record<Scale, string> = {
  score: "score",
  "log-odds": "log odds",
  probability: "probability",
};

export const ROW = {
  title: "Why this row",
  empty: "Pick a row on the right, or try a new one.",
  emptyHint: "Every feature's part in the score is shown, from the base value to the decision.",
  tryNew: "Try a new row",
  newRow: "New row",
  part: { training: "training row", tuning: "tuning row", new: "new row" },
  actual: "actual",
  predicted: "Predicted",
  base: "base value",
  rest: (features: number) => plural(features, "other feature"),
  absent: (words: number) => `${plural(words, "word")} it does not contain`,
  missing: "Missing words count, too:",
  absentWord: (word: string, column: string) => `no “${word}”${column && ` in ${column}`}`,
  score: "score",
  cutoff: (cutoff: number) => `cut-off ${number(cutoff)}`,
  away: ({ score, cutoff }: Explanation) =>
    `${number(Math.abs(score - cutoff))} ${score > cutoff ? "above" : "below"} the cut-off`,
  exact: "The parts add up to the score exactly.",
  shapley: "Shapley values: the parts add up to the score; each is an average over several orders.",
  asking: "Asking the model…",
  describe: "Contributions from the base value to the score",
} as const;

export const WHAT_IF = {
  title: "What if",
  hint: "Change a value: score and decision follow.",
  reset: "Reset",
  flip: "Smallest change",
  flipHint: "One or two changes, within the values seen, that turn the decision",
  searching: "Searching…",
  flips: (decided: string) => `No longer ${visible(decided)} with:`,
  none: "No change of one or two features turns this decision.",
  apply: "Try it",
  turned: (before: string, after: string) => `${visible(before)} → ${visible(after)}`,
  unknown: (words: string[]) => `The model does not know: ${words.join(", ")}`,
  range: (low: number, high: number) => `seen: ${number(low)} to ${number(high)}`,
  notNumber: "not a number",
  unusable: "These features cannot be computed from values.",
  change: {
    number: (name: string, before: string, value: string) => `${name} ${before} → ${value}`,
    add: (word: string, field: string) => `add “${word}”${field && ` to ${field}`}`,
    remove: (word: string, field: string) => `remove “${word}”${field && ` from ${field}`}`,
  },
} as const;

export const ROWS = {
  tabs: { rows: "Rows", row: "This row" },
  which: { wrong: "Wrong", all: "All", corrected: "Corrected" } satisfies Record<Which, string>,
  whichLabel: "Rows to choose from",
  search: "Search rows",
  hint: "words or an id",
  sort: "Tuning rows, most certain decisions first.",
  none: {
    wrong: "Every tuning row is decided correctly.",
    all: "No row matches.",
    corrected: "No label has been corrected.",
  } satisfies Record<Which, string>,
  more: (rows: number) => `${count(rows)} more: search to bring them up.`,
  pair: (actual: string, predicted: string) => `${visible(actual)} → ${visible(predicted)}`,
  download: "Download with corrected labels",
} as const;

export const LIKE = {
  identical: (rows: number, actual: string) =>
    `${plural(rows, "row")} with exactly these values ${rows === 1 ? "is" : "are"} not ${visible(actual)}.`,
  identicalHint: "No model can get both right: the features do not tell them apart.",
  same: (label: string) => `Nearest ${visible(label)}`,
  other: "Nearest of another class",
  wrong: (predicted: string) => `predicted ${visible(predicted)}`,
} as const;

export const RELABEL = {
  title: "Label",
  wrongLabel: "Is the label wrong?",
  to: (label: string) => `Relabel as ${visible(label)}`,
  choose: "Relabel as…",
  was: (label: string) => `Corrected; it came as ${visible(label)}.`,
  restore: "Restore",
  refit: "The model is fitted again. Undo takes it back.",
  flatters: "Correcting only the rows a model gets wrong flatters it: check with the final test.",
} as const;

/** "−1.24": a score or a part of it. */
export function number(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
  return value.toFixed(digits).replace("-", "−");
}

/** "+1.24": a part that is added. */
export function signed(value: number): string {
  const text = number(value);
  return value > 0 ? `+${text}` : text;
}
