/** Every text of the Steer room. */

import { count, plural, visible } from "../../ui/format";
import { shownValue } from "../../ui/scale";
import type {
  Bound,
  BoundPromise,
  FinalBound,
  GroupOutcome,
  MatrixView,
  ModelFigures,
  Outcome,
  ReachedBound,
  ReasonsFrame,
  Shortage,
  Violation,
} from "../../wire/matrix";

// A number and its sign stay on one line.
const NBSP = "\u00a0";
const SIGNS = { "<=": "≤", ">=": "≥", "<": "<", ">": ">", "=": "=" };

/** Words of the rooms about the current model. */
export const MODEL_ROOM = {
  fitting: "Fitting a model…",
  none: "No model yet",
  fit: "Fit a model",
  classLabel: "Class",
} as const;

export const PAGES = { matrix: "Steer", program: "Program", trajectory: "Models" };
export const TABS = { cell: "Cell", node: "Node", costs: "Costs", test: "Final test" };
export const ROOM = {
  pages: "Pages of Steer",
  fitting: "Fitting the first model",
  unopened: "No model yet",
  parts:
    "A model learns from most rows, is tuned on others, and is tested on the rest at the very end.",
  fit: "Fit a model",
  model: "Model",
  catching: "Catching",
  catchingHint: "The class that recall, precision, false positives and false negatives are about",
  train: "train",
  tuning: "tuning",
  finalTest: "final test",
  tried: "Settings tried",
};

export const BUILDER = {
  label: "Say which errors you can accept",
  verb: "What to limit",
  atMost: "at most",
  rate: "The limit in percent",
  of: "of",
  amongCalled: "errors among rows called",
  which: "Class to limit",
  next: "then",
  goal: "What to improve next",
  steer: "Steer",
  guarantee: "Guarantee on new data (95 % confidence)",
  refer: "Ask a person about at most",
  referRate: "Percent of rows that may go to a person",
  referHint:
    "Rows that the model is not sure of go to a person. Other limits are on the decided rows.",
  rows: "% of rows",
  inUse: "In use, about",
  sameShare: "as here",
  inUseHint:
    "Precision, accuracy and F1 depend on it. Leave it empty if new rows have as many as these.",
  notARate: "Write a percentage between 0 and 100, such as 0.5.",
};

/** "% are spam", after the number */
export function inUseText(name: string): string {
  return `% are ${className(name)}`;
}

/** Which rows the shares of an answer are of, where they differ from those of the matrix. */
export function inUseNote(prior: number, name: string): string {
  return `Precision, accuracy and F1 in this answer are those with ${percent(prior)} ${className(name)} in use.`;
}

export function inUseLabel(name: string): string {
  return `Percent of rows in use that are ${className(name)}`;
}

/** A share in percent without the sign, as it is typed: 0.1 -> "10" */
export function percentNumber(share: number): string {
  return String(Number((100 * share).toPrecision(6)));
}

/** What is limited: rows of the class that are missed, or errors among the rows called so. */
export type Limited = "missed" | "called";

/** "Lose", "Miss", "Allow" */
export function verb(limited: Limited, isPositive: boolean): string {
  if (limited === "called") return "Allow";
  return isPositive ? "Miss" : "Lose";
}

/** "catch as much spam as possible" */
export function catchText(name: string): string {
  return asMuch(className(name));
}

/** Of two classes, what is improved within the limit. */
export function nextText(name: string, catches: boolean): string {
  return catches ? `${BUILDER.next} ${catchText(name)}` : FEWEST_ALARMS;
}

/** The sentence of the builder, as it is typed: what the want language reads. */
export function builtWords(parts: {
  limited: Limited;
  isPositive: boolean;
  percent: number;
  name: string;
  next: string | null;
  catches: boolean;
  /** The percentage of rows that may go to a person; null where every row is decided. */
  refer: number | null;
}): string {
  const { limited, name, next } = parts;
  const among = limited === "called" ? BUILDER.amongCalled : BUILDER.of;
  const words = [verb(limited, parts.isPositive).toLowerCase(), BUILDER.atMost, parts.percent];
  const ask = parts.refer === null ? "" : `, ${BUILDER.refer.toLowerCase()} ${parts.refer} %`;
  const limit = `${words.join(" ")} % ${among} ${name}${ask}`;
  if (next === null) return limit;
  return `${limit}, ${parts.catches ? `${BUILDER.next} ${asMuch(next)}` : FEWEST_ALARMS}`;
}

const asMuch = (name: string) => `catch as much ${name} as possible`;
const FEWEST_ALARMS = "with as few false alarms as possible";

export const FEWEST_ERRORS = "make as few other errors as possible";

const LISTED_CLASSES = 3;

/** What the tuning rows can guarantee, class by class. */
export function tightestText(view: MatrixView): string {
  const { matrix, referred } = view.shown;
  const sizes = matrix.map((row, place) =>
    row.reduce((sum, value) => sum + value, referred[place] ?? 0),
  );
  const order = view.classes.map((_, place) => place).sort((a, b) => sizes[a]! - sizes[b]!);
  const shown = order.length > LISTED_CLASSES ? [order[0]!, order[order.length - 1]!] : order;
  const limits = shown.map((place) => {
    const name = className(view.classes[place]!);
    return `${name} (${plural(sizes[place]!, "row")}) ${rateText(view.tightest[place]!)}`;
  });
  return `Tightest possible with these rows: ${limits.join(", ")}.`;
}

/** Why a rate is too tight to be guaranteed. */
export function tooTightText(name: string, rate: number, tightest: number): string {
  return `${rateText(rate)} is too tight to guarantee for ${className(name)}; its tuning rows allow ${rateText(tightest)}.`;
}

/** A rate rounded up, with as many digits as tell it: "0.25 %", "1.8 %" */
export function rateText(rate: number): string {
  const value = rate * 100;
  const digits = value < 1 ? 2 : 1;
  const scale = 10 ** digits;
  return `${Number((Math.ceil(value * scale - 1e-6) / scale).toFixed(digits))}${NBSP}%`;
}

export const WANT = {
  label: "Or write it",
  steer: "Steer",
  examples: "Examples:",
  unknown: "Try a measure such as recall, precision, fpr, fn, accuracy or cost.",
};

export const STRIP = {
  label: "Figures on the tuning rows",
  precision: "precision",
  recall: "recall",
  f1: "F1",
  cost: "average cost",
  which: "Class of these figures",
};

export const GRID = {
  label: "Confusion matrix of the tuning rows: actual classes in rows, predicted ones in columns",
  corner: "actual ↓ predicted →",
  rows: "actual ↓",
  cornerSpoken: "actual class, and how many rows",
  referred: "to a person",
  referredHint: "Rows that the model leaves to a person; other figures are of the decided rows",
  unlock: "Unlock: may get worse",
  lock: "Lock: must not get worse",
  worse: " worse",
  better: " better",
};

export const CELL = {
  choose: "Choose a cell to see its examples and to say what it should be.",
  fewer: "One fewer",
  more: "One more",
  otherModels: "with other models?",
  keep: "must not get worse",
  was: "was",
  wanted: "wanted",
  is: "is",
  otherOrder: "Reverse the order",
  doubtfulFirst: "least certain first",
  surestFirst: "most certain first",
  saveExamples: "Save all of these examples as CSV",
  saveExamplesHint: "Save all of these examples as CSV, with their whole text or all values",
  search: "Search these examples",
  noneFound: "No example matches.",
  empty: "No row is in this cell.",
  referred:
    "The model is not sure of these rows and leaves them to a person. They count in no other figure.",
  follow: "Show its path through the program",
  why: "Why this row, and what would change it",
};

export const REASONS = {
  asking: "Asking the model…",
  none: (how: ReasonsFrame["how"]) =>
    `No single ${how === "absence" ? "word" : "feature"} decides it: removing any one changes nothing.`,
  program: "Follow its path through the program instead.",
  how: {
    weights:
      "Each bar is the weight of a feature times its value; with a constant they add up to the score.",
    median:
      "Each bar is how much the score would change if that one feature had its median of the training rows.",
    absence: "Each bar is how much the score would change if that one word were not there.",
  } satisfies Record<ReasonsFrame["how"], string>,
};

export const COSTS = {
  byRow: "Each row has its own cost",
  byRowHint: "An error costs what the column says.",
  column: "Column",
  title: "Cost of errors",
  explain: "How much each error costs. Costlier errors are avoided first.",
  even: "all errors equal",
  distance: "by distance",
  distanceHint: "For ordered classes: an error costs as much as the classes are apart",
  missing: "Missing",
  heavier: "costs 10×",
  heavierClass: "The class whose errors cost more",
  symmetric: "symmetric",
  copy: "Copy table",
  copyHint: "Paste it into a spreadsheet; paste a whole table from there into any field",
  reset: "Reset costs",
  resetHint: "Without costs, steering keeps the other errors few",
  paste: "You can paste a whole table from a spreadsheet into any field.",
  average: "average cost per row",
  total: "total on tuning rows",
  steer: "Steer to the lowest cost",
  unchanged: "Nothing was changed.",
};

/** The want for the lowest cost, where a column says what an error on each row costs. */
export function rowCostWant(column: string): string {
  const plain = /^[\p{L}\p{N}_]+$/u.test(column);
  return `minimize cost, cost column = ${plain ? column : `"${column.replaceAll('"', '""')}"`}`;
}

export const FINAL = {
  title: "Final test",
  run: "Final test",
  runHint: "Test this model on rows that took no part in training or tuning; best done once",
  runAgain: "Run final test (best done once)",
  ask: "Run the final test?",
  once: "Best done once: decide on a model first. If you change the model because of the result, the test is no longer fair.",
  notYet: "Not yet",
  go: "Run it",
  unused: "Not used yet. Decide on a model first; only the first look is unbiased.",
  first: "Final test used once. Stop choosing now, or it is no longer a fair test.",
  matrix: "Confusion matrix of the final test rows",
  noise: "It may be chance: the interval includes the limit.",
  real: "This is more than chance: the interval excludes the limit.",
  noWant: "No limit was asked of this model.",
};

/** How often the final test rows were used, and what that means. */
export function looksText(looks: number, tested: boolean): string {
  if (looks === 0) return FINAL.unused;
  if (looks === 1)
    return tested
      ? FINAL.first
      : "Final test used once, for another model. A second look is less fair.";
  return `You have looked ${looks} times. Picking the best of several looks overstates the result.`;
}

export const MODELS = {
  report: "Report",
  reportHint: "A report of this model: data, want, matrices, history (HTML)",
  markdown: "Report (Markdown)",
  markdownHint: "The same report as Markdown",
  html: "Report (HTML)",
  download: "Download model",
  downloadHint: "A file for the command line: steersman predict",
  python: "Python",
  pythonHint: "The Python code that makes this model again",
  table: "CSV",
  tableHint: "All settings as a table",
  pin: "Pin",
  unpin: "Unpin",
  pinName: "Name for this model",
  number: "no.",
  numberHint: "In the order in which they were tried",
  family: "model",
  goal: "goal",
  short: "rows short",
  shortHint: "How many tuning rows this setting is short of the goal; 0 reaches it.",
  fp: "False positives",
  fn: "False negatives",
  errors: "errors",
  errorsHint: "All errors on the tuning rows",
  accuracy: "tuning",
  accuracyHint: "Accuracy on the tuning rows",
  training: "training",
  use: "Use this setting",
  shown: "This setting is in use",
};

export const PREDICT = {
  button: "Predict a file",
  hint: "Predict the rows of a file with this model",
  title: "Predict a file",
  explain:
    "A table with the same columns as your data; the label column may be missing. The file stays on this computer.",
  reasons: "Add the three strongest reasons for each row",
  reasonsHint: "What raises or lowers the score most, compared with the first rows of the file",
  choose: "Choose a file…",
  drop: "or drop it here",
  sending: "Reading the file…",
  cancel: "Cancel",
  another: "Predict another file",
  download: "Download predictions (CSV)",
  close: "Close",
};

/** "1,205 rows predicted" */
export function predictedText(rows: number, done: boolean): string {
  return done ? `${plural(rows, "row")} predicted.` : `${plural(rows, "row")} so far…`;
}

export const SCATTER = {
  cutOffs: "thresholds of this model",
  best: "best tried",
  errorsOf: "Errors of",
  click: "click a dot to use it",
  more: (settings: number) => `${count(settings)} more under way`,
  one: "One setting so far",
  focused:
    "The line shows what the threshold of this class can do in this model, the dotted one the best of all settings tried. Click a dot to use it.",
  focusedLabel: "Errors of one class in all settings tried",
};

/** "89 settings tried" */
export function triedText(settings: number): string {
  return settings === 1 ? SCATTER.one : `${count(settings)} settings tried`;
}

export const ANSWER = {
  guaranteed: "Guaranteed",
  reached: "Reached",
  already: "Already true",
  notReached: "Not reached",
  notGuaranteed: "Not guaranteed",
  notFound: "Not found among the settings tried",
  halfFail: "Holds on these rows; on new data about half of such settings do not.",
  afresh: "Started from the untuned model, because tuning on these rows would void the guarantee.",
  unchanged: "No change made.",
  nodeOnly: "The node was changed; the matrix of the whole program stays the same.",
  helps: "What would help:",
  dropGuarantee: "Drop the guarantee",
  guaranteeChoice: "Guarantee the choice",
  guaranteeChoiceHint: "The models share the risk, so the limit is a little stricter for this one",
  undo: "Undo",
  moreRows: "more tuning rows",
  otherModels: "See what other models can do",
  looser: "a looser limit",
  locked: "Locked cells were kept.",
  decided: "Rates are of the decided rows.",
  price: "Price:",
  noPrice: "No price elsewhere:",
  first:
    "Choose a limit above, drag a bar, or type into a cell. The model is tuned until it keeps to your limit.",
  refused: "No change made: the want was not understood.",
  exclude: "These limits exclude each other.",
  drop: "Drop",
  steering: "Steering",
  takeBest: "Take the best",
  takeBestHint: "Stop searching and use the best setting so far",
  stop: "Stop",
  stopHint: "Stop and leave everything as it was",
};

/** What names of classes are read from. */
type ClassNames = Pick<MatrixView, "classes" | "positive">;

/** The bounds that were asked for, without those of locks. */
function askedBounds(outcome: Outcome): Outcome["bounds"] {
  return outcome.bounds.filter(({ locked }) => !locked);
}

/** What was asked, when it is about cells alone; null when it speaks of something else. */
export function askedCells(outcome: Outcome): Outcome["bounds"] | null {
  const asked = askedBounds(outcome);
  return asked.every(({ measure }) => measure === "cell") ? asked : null;
}

/** Whether something was kept for the sake of locked cells. */
export function keepsLocks(outcome: Outcome): boolean {
  return outcome.bounds.some(({ locked }) => locked);
}

/** "ham called spam", "spam missed", "spam caught", "ham correct" */
export function cellName(truth: string, said: string, positive: string | null): string {
  if (truth === said) return `${className(truth)} ${truth === positive ? "caught" : "correct"}`;
  if (truth === positive) return `${className(truth)} missed`;
  return `${className(truth)} called ${className(said)}`;
}

/** "ham to a person" */
export function referredName(truth: string): string {
  return `${className(truth)} ${GRID.referred}`;
}

/** What a screen reader says of rows that go to a person. */
export function referredSpoken(truth: string, value: number, total: number): string {
  return `${referredName(truth)}: ${value} of ${total}, ${percent(value / Math.max(1, total))}`;
}

/** A class within a sentence: in quotes where its name could be taken for a part of it. */
function className(name: string): string {
  return /^[\d.]+$|[,:;]|\b(called|missed|caught|correct)\b/.test(name)
    ? `“${visible(name)}”`
    : visible(name);
}

/** The rows that a measure is a share of, and what happens to them: "ham", "called spam" */
function rowsAndFate(bound: Bound, about: ClassNames): [string, string] | null {
  const { measure, classes } = bound;
  const name = classes[0] ?? about.positive;
  if (name === null || name === undefined) return null;
  const [own, others] = [className(name), className(otherThan(name, about))];
  const two = about.classes.length === 2;
  const caught = (whose: string | null) => (whose === about.positive ? "caught" : "correct");
  switch (measure) {
    case "cell rate":
      return [own, classes[1] === name ? "correct" : `called ${className(classes[1]!)}`];
    case "recall":
    case "tp":
      return [own, two ? caught(name) : "caught"];
    case "fnr":
    case "fn":
      return [own, name === about.positive || !two ? "missed" : `called ${others}`];
    case "fpr":
    case "fp":
      return [others, name === about.positive || !two ? `called ${own}` : "missed"];
    case "specificity":
    case "tn":
      return [others, two ? caught(otherThan(name, about)) : `not called ${own}`];
    default:
      return null;
  }
}

/** What a measure is about, in words: "ham called spam", "precision for spam" */
export function measureName(bound: Bound, about: ClassNames): string {
  const { measure, classes } = bound;
  if (measure === "cell") return cellName(classes[0]!, classes[1]!, about.positive);
  if (measure === "refer" || measure === "referrals") return GRID.referred;
  if (measure === "error rate") return "rows wrong";
  const rows = rowsAndFate(bound, about);
  if (rows) return rows.join(" ");
  const name = classes[0] ?? about.positive;
  if (name === null || name === undefined) return measure;
  switch (measure) {
    case "precision":
      return `precision for ${className(name)}`;
    case "fdr":
      return `wrong among called ${className(name)}`;
    case "f1":
      return `F1 of ${className(name)}`;
    default:
      return classes.length > 0 ? `${measure} of ${className(name)}` : measure;
  }
}

/** Of two classes the other one, else all others. */
function otherThan(name: string, { classes }: ClassNames): string {
  const rest = classes.filter((each) => each !== name);
  return rest.length === 1 ? rest[0]! : "others";
}

/** "ham called spam ≤ 21", "spam caught ≥ 95 %" */
export function boundText(bound: Bound, about: ClassNames): string {
  const limit = valueText(bound, bound.value, 6);
  const each = bound.each_group ? ` for each ${bound.each_group}` : "";
  return `${groupedName(bound, about)} ${SIGNS[bound.relation]} ${limit}${each}`;
}

/** "ham called spam", or "gap of ham called spam over clinic" where groups are compared */
export function groupedName(bound: Bound, about: ClassNames): string {
  const name = measureName(bound, about);
  return bound.gap_over ? `gap of ${name} over ${bound.gap_over}` : name;
}

/** A value of the measure that a bound is on: "95 %", "6" */
function valueText({ share }: Bound, value: number, digits: number): string {
  const shown = Number((share ? value * 100 : value).toPrecision(digits));
  return share ? `${shown}${NBSP}%` : shownValue(shown);
}

/** What was asked, in the user's words; at a node, with its number. */
export function wantText(bounds: Bound[], about: ClassNames, node: number | null = null): string {
  const words = bounds.map((bound) => boundText(bound, about)).join(" and ");
  return `${node === null ? "" : `at node ${node}: `}${words}`;
}

/** What a model was steered to, or its name where it was fitted. */
export function goalText({ want, node, label }: ModelFigures, about: ClassNames): string {
  return want ? wantText(want.bounds, about, node) : label;
}

/** "1 of 1,205 ham called spam (0.1 %, limit 0.5 %)" */
function reachedText(bound: ReachedBound, about: ClassNames): string {
  const { part, rows, reached, share, value } = bound;
  const name = groupedName(bound, about);
  const least = bound.relation.startsWith(">");
  const limit = `${least ? "at least" : "limit"} ${valueText(bound, value, 6)}`;
  if (bound.each_group) {
    const worst = `in the worst ${bound.each_group}`;
    const alone = reachedText({ ...bound, each_group: "" }, about);
    return `${worst}, ${alone}`;
  }
  if (part === null || rows === null)
    return `${name} ${valueText(bound, reached, share ? 3 : 6)} (${limit})`;
  const counted = `${count(part)} of ${count(rows)}`;
  if (bound.measure === "refer" || bound.measure === "referrals") {
    const go = part === 1 ? "goes" : "go";
    return `${counted} rows ${go} ${name} (${percent(part / rows)}, ${limit})`;
  }
  const detail = share ? `${percent(part / rows)}, ${limit}` : limit;
  return bound.measure === "precision" || bound.measure === "accuracy"
    ? `${name} ${counted} (${detail})`
    : `${counted} ${name} (${detail})`;
}

/** "spam caught 85.6 % (90 % wanted, 16 more rows)" */
export function violationText(violation: Violation, about: ClassNames): string {
  const { bound, value, rows, promising } = violation;
  const now = valueText(bound, value, bound.share ? 3 : 6);
  const more = rows ? `, ${plural(rows, "more row", "more rows")}` : "";
  const wanted = `${SIGNS[bound.relation]} ${valueText(bound, bound.value, 6)}`;
  const how = promising ? "to guarantee" : "wanted";
  return `${measureName(bound, about)} ${now} (${wanted} ${how}${more})`;
}

/** What happens to the rows that a measure of all of them counts. */
const OF_ALL_ROWS: Record<string, string> = {
  refer: `go ${GRID.referred}`,
  "error rate": "are wrong",
  accuracy: "are right",
};

/** "at most 0.5 % of new ham is called spam (1 of 1,205 tuning rows was, 2 may be)" */
export function promiseText(
  { bound, allowed, rows }: BoundPromise,
  about: ClassNames,
  reached: ReachedBound | undefined,
): string {
  const upper = bound.relation.startsWith("<");
  const fate = rowsAndFate(bound, about);
  const value = valueText(bound, bound.value, 6);
  const words = fate
    ? `${upper ? "at most" : "at least"} ${value} of new ${fate[0]} is ${fate[1]}`
    : OF_ALL_ROWS[bound.measure]
      ? `${upper ? "at most" : "at least"} ${value} of new rows ${OF_ALL_ROWS[bound.measure]}`
      : `${boundText(bound, about)} on new data`;
  const part = reached?.part ?? null;
  if (allowed === null || rows === null || part === null) return words;
  // Where a share is to be large, the errors are the other rows.
  const errors = upper ? part : rows - part;
  return `${words} (tuning rows: ${plural(errors, "error")} in ${count(rows)}, ${count(allowed)} allowed)`;
}

export const GROUPS = {
  label: "Cut-off",
  hint: "The score above which a row is called the class to catch.",
  forAll: "one for all",
  tryOnePer: "Try one cut-off per",
  rows: "rows",
  cutoff: "cut-off",
  cutoffHint: "A row whose score is above it is of the second class.",
  interval: "95 % interval",
};

export function onePer(column: string): string {
  return `one per ${column}`;
}

/** What a cut-off for each group means for rows and for use. */
export function onePerNote(column: string): string {
  return `Rows that differ in ${column} are treated differently; each new row must say its ${column}.`;
}

export function spanText(low: number | null, high: number | null): string {
  return low === null || high === null ? "–" : `${percent(low)} to ${percent(high)}`;
}

/** The limit on a group, its rows and the interval of its rate. */
export function groupTitle(group: GroupOutcome): string {
  const { limit, rows, low, high } = group;
  const within =
    low === null || high === null ? "" : `, 95 % interval ${percent(low)} to ${percent(high)}`;
  return `${limit}: ${plural(rows, "row")}${within}`;
}

export function moreGroups(left: number): string {
  return `and ${plural(left, "more group", "more groups")}`;
}

/** "For the best of the 3 models guaranteed on these rows, the confidence is 85 %." */
export function bestOfText({ confidence, guaranteed_models: models }: Outcome): string {
  const left = Math.max(0, 1 - models * (1 - (confidence ?? 0.95)));
  return `A guarantee was asked of ${count(models)} models on these rows. For the best of them, the confidence is only ${percent(left)}.`;
}

/** "The limit is kept by calling every row ham, and none spam." */
export function neverText({ never, bounds }: Outcome, about: ClassNames): string {
  const others = about.classes.filter((name) => !never.includes(name));
  const names = never.map(className).join(" or ");
  const limits = bounds.length === 1 ? "The limit is" : "The limits are";
  return others.length === 1
    ? `${limits} kept by calling every row ${className(others[0]!)}, and none ${names}.`
    : `No row is called ${names}.`;
}

/** "With 95 % confidence, at most 0.5 % of new ham is called spam." */
export function guaranteeText(outcome: Outcome, about: ClassNames): string {
  const chosen = outcome.among > 1 ? ` for the model chosen of ${count(outcome.among)}` : "";
  const confidence = percent(outcome.confidence ?? 0.95);
  const parts = outcome.promises.map((promise) =>
    promiseText(
      promise,
      about,
      outcome.bounds.find(
        (each) => each.measure === promise.bound.measure && each.value === promise.bound.value,
      ),
    ),
  );
  return `With ${confidence} confidence${chosen}, ${parts.join(" and ")}, ${assumptionText(outcome, about)}.`;
}

/** What a guarantee needs of new rows: "if new rows are like these and 10 % of them are spam" */
function assumptionText(outcome: Outcome, about: ClassNames): string {
  const { promises, prior, after, referred } = outcome;
  const like = "if new rows are like these";
  if (!promises.some(({ of_shares }) => of_shares)) return like;
  const place = about.positive === null ? -1 : about.classes.indexOf(about.positive);
  if (place < 0) return `${like}, every class as frequent as here`;
  const sizes = after.map((row, at) => row.reduce((sum, value) => sum + value, referred[at] ?? 0));
  const here = sizes[place]! / sizes.reduce((sum, value) => sum + value, 0);
  const name = className(about.positive!);
  return `${like} and ${percent(prior ?? here)} of them are ${name}${prior === null ? ", as here" : ""}`;
}

/** "0.1 % needs at least 2,995 tuning rows without an error; there are 744." */
export function shortageText({ bound, rows, needed }: Shortage, about: ClassNames): string {
  const enough = needed === null ? "more rows than there are" : `at least ${plural(needed, "row")}`;
  return `To guarantee ${boundText(bound, about)} takes ${enough}; there are ${count(rows)}`;
}

/** The answer in one sentence. */
export function headline(outcome: Outcome, about: ClassNames): string {
  const asked = askedBounds(outcome);
  if (!outcome.met) {
    return `${missedStatus(outcome)}: ${wantText(asked, about, outcome.node)}`;
  }
  const reached = [...asked.map((each) => reachedText(each, about)), ...bestText(outcome, about)];
  const at = outcome.node === null ? "" : `at node ${outcome.node}: `;
  return `${metStatus(outcome)}: ${at}${reached.join("; ")}${roomText(outcome)}`;
}

/** "88 of 112 spam caught (78.6 %)": what the objective reached, unless a limit is on it too. */
function bestText({ best, bounds }: Outcome, about: ClassNames): string[] {
  if (best === null) return [];
  const name = measureName(best, about);
  if (bounds.some((bound) => measureName(bound, about) === name)) return [];
  const { part, rows, reached } = best;
  if (part === null || rows === null) return [`${name} ${valueText(best, reached, 3)}`];
  return [`${count(part)} of ${count(rows)} ${name} (${percent(part / rows)})`];
}

/** ". Room for 5 more", where one limit leaves room: how many more errors it allows. */
function roomText({ allowances, best }: Outcome): string {
  // With an objective, the room that is left would improve nothing.
  if (best !== null) return "";
  const asked = allowances.filter(({ bound }) => !bound.locked);
  const left = asked.length === 1 ? asked[0]!.allowed - asked[0]!.used : 0;
  return left > 0 ? `. Room for ${count(left)} more` : "";
}

function missedStatus({ exact, in_the_way: missed, too_few_rows: few }: Outcome): string {
  const here = missed.every(({ promising }) => promising);
  if (here && few.length + missed.length > 0) return ANSWER.notGuaranteed;
  return exact ? ANSWER.notReached : ANSWER.notFound;
}

function metStatus(outcome: Outcome): string {
  if (isGuaranteed(outcome)) return ANSWER.guaranteed;
  const same = JSON.stringify(outcome.before) === JSON.stringify(outcome.after);
  return same && outcome.node === null ? ANSWER.already : ANSWER.reached;
}

/** Whether all that was asked holds on new data with the confidence asked for. */
export function isGuaranteed(outcome: Outcome): boolean {
  const kept = outcome.promises.length + outcome.row_guarantees.length;
  return outcome.met && kept > 0 && outcome.counted.length === 0;
}

/** What to expect of rates on new data that are not guaranteed. */
export function unguaranteedText(rates: ReachedBound[], about: ClassNames): string {
  if (rates.some(({ tight }) => tight)) return ANSWER.halfFail;
  const likely = rates.map(
    (each) => `${measureName(each, about)} ${percent(each.low)} to ${percent(each.high)}`,
  );
  return `Expect on new data: ${likely.join("; ")} (95${NBSP}% interval).`;
}

/** The limits that no model can keep together. */
export function clashText(limits: string[]): string {
  return `No model can do this: ${limits.join(" and ")}`;
}

/** How close it came, and what is missing. */
export function closestText(outcome: Outcome, about: ClassNames): string {
  const { in_the_way: missed, too_few_rows: few } = outcome;
  if (few.length > 0) return `${few.map((each) => shortageText(each, about)).join("; ")}.`;
  if (missed.length === 0) return "";
  const within = keepsLocks(outcome) ? " with the locked cells kept" : "";
  return `Closest${within}: ${missed.map((each) => violationText(each, about)).join("; ")}.`;
}

/** "Cost 210 → 111 on the tuning rows; expect more on new data." */
export function lowestCostText(before: number, after: number, outcome: Outcome): string {
  const locks = keepsLocks(outcome) ? " with the locked cells kept" : "";
  if (outcome.visited.length === 1)
    return `Lowest cost already${locks}: ${totalText(after)} on the tuning rows`;
  return `Cost ${totalText(before)} → ${totalText(after)}${locks} on the tuning rows; expect more on new data`;
}

/** "1,154", "37.5" */
function totalText(cost: number): string {
  return Number.isInteger(cost) ? count(cost) : shownValue(cost);
}

/** "Only on these rows: ham called spam ≤ 6. For new data, limit a rate" */
export function countedText(outcome: Outcome, about: ClassNames): string {
  const bounds = outcome.counted.map((bound) => boundText(bound, about)).join("; ");
  return `A count holds on these rows only (${bounds}). For new data, limit a rate`;
}

/** "Model 37 already does this, with 3 fewer errors elsewhere." */
export function seenText(model: ModelFigures, saved: number, priced: boolean): string {
  const less = priced ? `for ${shownValue(saved)} less` : `with ${plural(saved, "fewer error")}`;
  return `Model ${model.number} (${model.family}) already does this${saved > 0 ? `, ${less}` : ""}.`;
}

/** Whether a limit is on what errors cost. */
function isCost({ measure }: Bound): boolean {
  return measure === "cost" || measure === "average cost";
}

/** "✓ ham called spam: 3 of 301 (1 %, limit 0.5 %); likely 0.2 % to 2.9 % on new data" */
export function finalBoundText(tested: FinalBound, about: ClassNames): string {
  const { bound, value, limit, part, rows, group } = tested;
  const cost = isCost(bound);
  const show = (each: number) => (cost ? shownValue(Number(each.toPrecision(3))) : percent(each));
  const counted = part === null || rows === null ? "" : `${count(part)} of ${count(rows)}, `;
  const name = cost ? "average cost" : groupedName(bound, about);
  const where = group ? ` in ${bound.each_group} ${group}` : "";
  const wanted = `${SIGNS[bound.relation]} ${show(limit)}`;
  return `${name}${where}: ${counted}${show(value)} (${wanted} wanted)`;
}

/** "95 % interval 0.2 % to 2.9 %" */
export function intervalText({ bound, low, high }: FinalBound): string {
  const show = (each: number) =>
    isCost(bound) ? shownValue(Number(each.toPrecision(3))) : percent(each);
  return `95 % interval ${show(low)} to ${show(high)}`;
}

/** Whether the final test was passed, in one sentence. */
export function verdictText(tested: FinalBound[], cost: CostPair | null = null): string {
  const broken = tested.filter(({ holds }) => !holds);
  if (tested.length === 0) return cost ? finalCostText(cost) : FINAL.noWant;
  if (broken.length === 0)
    return tested.length === 1
      ? "The limit holds on the final test."
      : "All limits hold on the final test.";
  const noise = broken.every(({ within_noise }) => within_noise);
  const which =
    tested.length === 1
      ? "The limit is broken on the final test."
      : `${broken.length} of ${tested.length} limits are broken on the final test.`;
  return `${which} ${noise ? FINAL.noise : FINAL.real}`;
}

type CostPair = { tuning: number; test: number };

/** "Average cost per row: 0.42 on the tuning rows, 0.56 on the final test" */
export function finalCostText({ tuning, test }: CostPair): string {
  const show = (each: number) => shownValue(Number(each.toPrecision(3)));
  return `Average cost per row: ${show(tuning)} on the tuning rows, ${show(test)} on the final test.`;
}

/** "+11", "−4", "" */
export function signedCount(value: number): string {
  if (value === 0) return "";
  return `${value > 0 ? "+" : "−"}${count(Math.abs(value))}`;
}

/** "18.4 %" */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const value = share * 100;
  if (value > 0 && value < 0.05) return `<${NBSP}0.1${NBSP}%`;
  return `${Number(value.toFixed(1))}${NBSP}%`;
}

/** "93.1 %": accuracies, that differ in their decimals. */
export function accuracyText(share: number): string {
  return `${(share * 100).toFixed(1)}${NBSP}%`;
}

/** "reachable 1–101, best 0" */
export function reachText(
  range: [number, number],
  best: [number, number] | null,
  right: boolean,
): string {
  const [low, high] = range;
  const span = low === high ? count(low) : `${count(low)}–${count(high)}`;
  const seen = best ? `, best ${count(right ? best[1] : best[0])}` : "";
  return `reachable ${span}${seen}`;
}
