import { count, plural } from "../../ui/format";
import type { Positive, ReadOptions, Remedy, Role } from "../../wire/data";

/** Opening a file: the drop zone, the path, and the lists of data sets. */
export const OPEN = {
  drop: "Drop a file here",
  open: "Open a file",
  formats:
    "CSV, TSV, Parquet, JSON, Excel, ARFF, svmlight, or a folder of texts. It stays on this machine.",
  limit: "Up to 4 GB can be dropped. Type the path of a larger file.",
  choose: "Choose a file",
  path: "Path of a file or folder on this machine",
  orPath: "or type its path",
  justPath: "type its path",
  go: "Open",
  sending: (name: string) => `Uploading ${name}`,
  cancel: "Cancel",
  looking: "Listing data sets…",
  unchanged: "Nothing has changed.",
  lookAgain: "Look again",
  lookAgainHint: "Read the file as it is now",
  oneFile: "only one file can be dropped at a time",
  oneFileTodo: "drop the table; for a folder of texts type its path",
};

export const SHELVES = {
  recent: "Recent files",
  made: "Made in this session",
  builtIn: "Built in",
  downloaded: "Downloaded",
  toDownload: "Available to download",
  none: "None yet.",
  noneMade: "Your data sets appear here.",
  preview: "Preview",
  open: "Open",
  download: "Download",
  current: "open now",
  folder: "folder",
  unknownSize: "size shown after opening",
};

/** The head of an open file. */
export const HEAD = {
  close: "Close this file",
  closeHint: "Back to the list of data sets",
  about: (rows: number) => `about ${count(rows)} rows`,
  judged: (rows: number) => ` · checked: first ${count(rows)} rows`,
  load: (rows: string) => `Load ${rows}`,
  loaded: "Loaded: go to Steer",
  loadedRows: (name: string, rows: number) => `${name} is loaded: ${plural(rows, "row", "rows")}.`,
};

/** The table of the first rows. */
export const TABLE = {
  label: "First rows of the file",
  missing: "missing",
  noName: "no name",
  dateParts: "as day, month, weekday, hour",
  others: (columns: number) => `and ${plural(columns, "more column", "more columns")}`,
  otherName: "Name of a column that is not listed",
  itsName: "its name",
  isLabel: "is the label",
  leaveOut: "leave out",
};

/** How a file is read. */
export const READING = {
  title: "How the file is read",
  sheet: "Sheet",
  encoding: "Encoding",
  separator: "Separator",
  header: "First row is a header",
  again: "Detect again",
  againHint: "Forget what was chosen for this file",
  rows: "Rows",
  rowsHint:
    "For data larger than memory. Plane and Steer count all rows; other pages use a sample.",
  memory: "in memory",
  disk: "in partitions on disk",
  cluster: (engine: string) => `on ${engine}`,
};

/** Which class to catch. */
export const CATCH = {
  question: "Which class do you want to catch?",
  reasons: {
    chosen: "Your choice.",
    name: "Suggested by its name.",
    rarer: "Suggested: the rarer class.",
    second: "Both classes have as many rows.",
    largest: "Steer starts with this class.",
  } satisfies Record<Positive["reason"], string>,
  about: (name: string) => `Caught, missed and false alarms will be about ${name}.`,
  anyTime: "You can change it at any time.",
  allAlike: "Steer can also treat all classes alike.",
};

/** Which column is the label. */
export const LABEL = {
  question: "Which column is the label?",
  hint: "The label says which class a row belongs to. It is what the model learns to predict.",
  values: (values: string[], more: number) =>
    values.join(", ") + (more > 0 ? ` and ${count(more)} more` : ""),
};

/** "70 of 3,500 · 2 %" */
export function ofRows(rows: number, all: number, share: string): string {
  return `${count(rows)} of ${count(all)} · ${share}`;
}

export const CLASSES = {
  rename: (name: string) => `Rename ${name}`,
  renameHint: (label: string, name: string) =>
    label === name ? "Rename this class" : `Rename this class ("${label}" in the file)`,
  newName: (label: string) => `New name of class ${label}`,
  title: (classes: number, column: string) => `${plural(classes, "class", "classes")} in ${column}`,
  firstRows: (rows: number) => ` · first ${count(rows)} rows`,
  more: (classes: number) => `and ${plural(classes, "more class", "more classes")}`,
  perRow: "Labels per row",
  one: "one",
  several: (sign: string) => `several, separated by ${sign === " " ? "spaces" : sign}`,
};

/** The inspector: what will be loaded. */
export const LOADED = {
  after: "What is loaded",
  before: "What will be loaded",
  none: "Your own data",
  label: "The label is",
  noLabel: "no column",
  noLabelYet: "no column yet",
  labelHint:
    "The label says which class a row belongs to. Text can also be loaded without labels, to find clusters.",
  features: "Learned from",
  others: "Not learned from",
  duplicates: (rows: number) =>
    rows ? `Duplicates removed: ${count(rows)}` : "Duplicates removed",
  more: (columns: number) => ` and ${count(columns)} more`,
  advice: [
    "A table with one row per example: one column says the class, the others are learned from.",
    "Or a folder with one folder of text files for each class.",
    "You see everything before it is loaded: types, missing values, duplicates, and columns that give the class away.",
    "Your choices for a file are remembered while its contents stay the same. Every step can be undone.",
  ],
};

/** How features are made of columns of a role: the options of reading and their choices. */
export const RULES = {
  text_columns: {
    role: "text",
    title: "Text columns",
    choices: { together: "counted together", apart: "counted apart" },
  },
  missing_numbers: {
    role: "number",
    title: "Missing numbers",
    choices: { median: "the median", mean: "the mean", zero: "zero" },
  },
  missing_categories: {
    role: "category",
    title: "Missing categories",
    choices: { own: "own category", frequent: "the most frequent" },
  },
  missing_dates: {
    role: "date",
    title: "Missing dates",
    choices: { median: "the median", earliest: "the earliest", latest: "the latest" },
  },
} satisfies Record<string, { role: Role; title: string; choices: Record<string, string> }>;

export type RuleOption = keyof typeof RULES;

/** "the median": what stands for the gaps of a column, as chosen; nothing where nothing does. */
export function gapWords(role: Role, reading: Pick<ReadOptions, RuleOption>): string {
  const options = Object.keys(RULES) as RuleOption[];
  const option = options.find((each) => each.startsWith("missing") && RULES[each].role === role);
  const choices: Record<string, string> = option ? RULES[option].choices : {};
  return option ? (choices[reading[option]] ?? "") : "";
}

export const FINDINGS = {
  clean: "No problems found: no leak, no duplicates, nothing missing.",
  title: "Findings",
  warnings: (some: number) => plural(some, "warning", "warnings"),
  notes: (some: number) => plural(some, "note", "notes"),
};

/** What one click does about a finding, and what the button says once it is done. */
export const REMEDIES: Record<Remedy, [string, string?]> = {
  leave: ["Leave it out"],
  text: ["Use it"],
  number: ["Read as numbers"],
  distinct: ["Remove duplicates", "Duplicates removed"],
  "one-of-equal": ["Keep one of each", "One of each kept"],
  merge: ["Merge them", "Merged"],
  unlabeled: ["Leave them out", "Left out"],
  "separator-semicolon": ["Separate at ;"],
  "separator-bar": ["Separate at |"],
  "separator-comma": ["Separate at ,"],
  "decimal-comma": ["Read 1,234 as 1.234"],
  "decimal-point": ["Read 1,234 as 1234"],
  "zeros-missing": ["Count 0 as missing", "0 counts as missing"],
  vector: ["Read as one vector", "Read as one vector"],
};

/** The page of text. */
export const TEXT = {
  options: "How words are counted",
  language: "Language",
  stopWords: "Remove stop words",
  editList: "View or edit list",
  closeList: "Close list",
  stems: "Stem words",
  sequences: "Word sequences up to",
  atLeast: "In at least",
  document: "document",
  documents: "documents",
  count: "Count",
  often: "every occurrence",
  once: "once per document",
  refused: (range: string) => `Take ${range}. Nothing has changed.`,
  preview: "Preview",
  previewLabel: "Preview of a document",
  previous: "Previous document",
  next: "Next document",
  row: (row: number) => `row ${count(row)}`,
  typed: "your text",
  typedLabel: "Your own text to preview",
  typedHint: "or type some words",
  words: "Its words",
  noWords: "No words.",
  removed: (why: string) => `removed: ${why}`,
  countedAs: (word: string, term: string) => `${word} is counted as ${term}`,
  cut: "… only the beginning of a long document is shown here.",
  moreWords: (words: number) => `and ${plural(words, "more word", "more words")}`,
  counted: "What is counted",
  terms: (terms: number) => plural(terms, "term", "terms"),
  inDocuments: (some: number, all: number) =>
    `in ${count(some)} of the first ${plural(all, "document", "documents")}`,
};

export const STOP_WORDS = {
  title: "Stop words",
  loading: "Loading the list…",
  hint: (words: string) => `${words} words are not counted. Click one to count it after all.`,
  add: "Add a word",
  addButton: "Add",
  keep: (word: string) => `Count "${word}" after all`,
  removeAgain: (word: string) => `Remove "${word}" again`,
  reset: "Reset list",
};

/** The roles of a column, as the page names them. */
export const ROLES: { role: Role; title: string; hint: string }[] = [
  { role: "label", title: "label", hint: "the class of a row" },
  { role: "text", title: "text", hint: "its words are counted" },
  { role: "number", title: "number", hint: "used as it is" },
  { role: "category", title: "category", hint: "a yes or no for each value" },
  { role: "date", title: "date", hint: "used as a point in time" },
  { role: "vector", title: "vector", hint: "an embedding: every number is used" },
  { role: "id", title: "identifier", hint: "names the row, is not learned from" },
  { role: "split", title: "train or test", hint: "says which rows are kept for testing" },
  { role: "leave", title: "left out", hint: "not used" },
];

export const ENCODINGS: { value: string; title: string }[] = [
  { value: "utf-8", title: "UTF-8" },
  { value: "utf-16", title: "UTF-16" },
  { value: "latin-1", title: "Latin-1 (Western)" },
  { value: "cp1252", title: "Windows-1252 (Western)" },
  { value: "cp1250", title: "Windows-1250 (Central European)" },
  { value: "cp1251", title: "Windows-1251 (Cyrillic)" },
  { value: "iso-8859-2", title: "Latin-2 (Central European)" },
  { value: "shift_jis", title: "Shift JIS (Japanese)" },
  { value: "gb18030", title: "GB 18030 (Chinese)" },
  { value: "euc-kr", title: "EUC-KR (Korean)" },
];

export const DELIMITERS: { value: string; title: string }[] = [
  { value: ",", title: "comma" },
  { value: ";", title: "semicolon" },
  { value: "\t", title: "tab" },
  { value: "|", title: "vertical bar" },
  { value: " ", title: "space" },
];

const UNITS = ["bytes", "kB", "MB", "GB"];

/** "1.4 MB" */
export function size(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1);
  return `${shown} ${UNITS[unit]}`;
}

/** An estimate to three digits: 999,860 is about 1,000,000. */
export function roundedEstimate(estimate: number): number {
  return Number(estimate.toPrecision(3));
}
