import { count, plural, visible } from "../../ui/format";
import type { LimitState } from "../../wire/use";

export const ROOM = {
  title: "In use",
  pages: { watch: "Watch", label: "Label", versions: "Versions" },
  pagesLabel: "Pages of In use",
  none: "No model in use yet",
  noneHint:
    "Set limits on the errors of a model first. Then add new rows here, and see whether the limits still hold.",
  goErrors: "Set limits in Errors",
  useCurrent: (number: number) => `Use model ${number}`,
  useSaved: "Use a saved model…",
  version: (version: number) => `version ${version + 1}`,
  add: "Add rows…",
  facts: (rows: number, labeled: number) =>
    `${plural(rows, "new row")}, ${count(labeled)} with a label`,
  repair: "Repair",
} as const;

export const EMPTY = {
  title: "Add rows the model has seen in use",
  hint: "Drop a file here, or choose one. Labels, identifiers and dates are detected; none of them is required.",
  choose: "Choose a file…",
} as const;

export const STATES: Record<LimitState, string> = {
  holds: "Still holds",
  undecided: "Undecided",
  broken: "Broken",
};

export const LIMIT = {
  since: (row: number, time: string) =>
    `Broken, shown at row ${count(row)}${time ? ` (${dayText(time)})` : ""}`,
  found: (value: string, rows: number, low: string, high: string) =>
    `${value} of ${plural(rows, "labeled row")}; between ${low} and ${high}`,
  noRows: "No labeled row says anything about it yet.",
  rate: "Rate and its confidence sequence",
  evidence: "Evidence of a break (e-value)",
  rateChart: (bound: string) => `${bound}: rate over the rows, with its confidence sequence`,
  evidenceChart: (bound: string, alarm: string) =>
    `${bound}: evidence of a break over the rows; ${alarm} shows it`,
  limit: "limit",
  alarm: (at: string) => `break shown at ${at}`,
  rows: "new rows",
  days: "day",
} as const;

export const NEXT = {
  broken: "Label some rows, then repair the model on them.",
  undecided: (rows: number) =>
    rows > 0
      ? "Label some rows, or add more, to know whether it holds."
      : "Add more rows with labels to know whether it holds.",
  label: "Label rows",
  repair: (rows: number) => `Repair on ${plural(rows, "labeled row")}`,
} as const;

export const SHIFT = {
  title: "Without labels: are new rows like those of the guarantee?",
  none: "Nothing to compare with: the model was saved without counts of its final test rows.",
  names: { score: "Score", class: "Predicted as", column: "" },
  what: "what",
  before: "before",
  now: "now",
  evidence: "evidence",
  state: "shift",
  since: (row: number) => `row ${count(row)}`,
  no: "no",
  quiet: (columns: number) => `${plural(columns, "column")} without a shift`,
} as const;

export const FILES = {
  title: "New rows",
  none: "No rows yet.",
  rows: (rows: number, labeled: number) => `${plural(rows, "row")}, ${count(labeled)} labeled`,
  label: "Label",
  id: "Identifier",
  time: "Time",
  noColumn: "none",
  importLabels: "Add labels by identifier…",
  importHint: "A file with the columns row (or the identifier) and label.",
  model: "Model",
  limits: "Limits",
} as const;

export const LABEL = {
  keys: "on Label: give the class, take the last label back",
  checkTitle: "Check the limits",
  checkHint: (pool: number, confidence: string) =>
    `Label some of the ${count(pool)} newest rows to know with ${confidence} confidence whether the limits still hold. Rows where errors are likely are drawn more often, and count less.`,
  checkButton: "Draw rows to check",
  evenTitle: "Collect rows for a repair",
  evenHint: "Rows are drawn evenly, so the model can be steered again on them.",
  evenButton: (rows: number) => `Draw ${count(rows)} rows`,
  noRows: "Every new row has a label. Add rows without labels to draw from.",
  count: "Rows to draw",
  progress: (labeled: number, rows: number) => `${count(labeled)} of ${count(rows)} labeled`,
  done: "All drawn rows are labeled.",
  undo: "Undo",
  which: "Which class is it?",
  needed: (kept: number, broken: number) =>
    `About ${count(kept)} labels show that it holds, about ${count(broken)} that it is broken.`,
  other: "Draw others",
  download: "Download as CSV",
  import: "Import labels…",
  row: (name: string) => `Row ${visible(name)}`,
  predicted: (name: string) => `The model says ${visible(name)}`,
  showPredicted: "Show what the model says, and why",
  reasons: "What counts most; numbers below 0 speak against it",
} as const;

export const VERSIONS = {
  title: (version: number) => `Version ${version + 1}`,
  first: "The model as it was put in use.",
  repaired: (rows: number, from: number) =>
    `Repaired on ${plural(rows, "newly labeled row")}; watched from row ${count(from + 1)} on.`,
  notMet: "The limits were not reached: this is the closest setting.",
  inUse: "in use",
  use: "Use this version",
  model: "Download model",
  report: "Report",
  guarantee: "Guarantee",
  noGuarantee: "No guarantee.",
  old: (version: number) => `Version ${version + 1} on these rows`,
  new: "This version on these rows",
  repairTitle: "Repair",
  repairHint: (rows: number, first: number, classes: string) =>
    `Steers the model again on ${plural(rows, "row")} labeled since row ${count(first + 1)} (${classes}). The guarantee is made anew from these rows alone; this version is kept.`,
  short: (words: string, rows: number, needed: number | null) =>
    needed === null
      ? `More labeled rows are needed to guarantee: ${words}.`
      : `To guarantee “${words}”, label at least ${count(Math.max(0, needed - rows))} more of these rows (${count(rows)} so far).`,
  repairNone: "Label new rows of every class first.",
} as const;

/** "Mar 24" from "2026-03-24 00:00". */
export function dayText(time: string): string {
  const date = new Date(`${time.slice(0, 10)}T00:00:00`);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleDateString("en", { month: "short", day: "numeric" });
}

/** A share as "2.5 %", any other value as it is. */
export function valueText(value: number | null, isShare: boolean): string {
  if (value === null) return "–";
  if (!isShare) return count(Number(value.toPrecision(4)));
  const percent = 100 * value;
  return `${Number(percent.toFixed(percent < 10 ? 1 : 0))} %`;
}

/** An e-value as it is read: "0.02", "3.1", "45", "> 1 million". */
export function evidenceText(value: number | null): string {
  if (value === null) return "–";
  if (value >= 1e6) return "> 1 million";
  return value >= 10 ? count(Math.round(value)) : String(Number(value.toPrecision(2)));
}
