/** What the data room says and hears. */

export type Role = "label" | "text" | "number" | "category" | "date" | "id" | "split" | "leave";

/** How documents become counts. */
export interface TextChoice {
  language: string;
  stop_words: boolean;
  stems: boolean;
  ngrams: number;
  min_documents: number;
  binary: boolean;
}

/** How a file is read; null is as it was sniffed. */
export interface ReadOptions {
  label: string | null;
  text: string | null;
  id: string | null;
  drop: string[];
  roles: Record<string, Role>;
  /** What stands between several labels of a row. */
  separator: string | null;
  /** What becomes of rows without a label. */
  missing_labels: "drop" | "refuse";
  /** Whether labels that differ by spaces and capitals are one class. */
  merge_labels: boolean;
  /** The format of a file whose name does not tell it. */
  format: string | null;
  encoding: string | null;
  delimiter: string | null;
  /** The mark before a fraction, where numbers do not show it. */
  decimal: string | null;
  header: boolean | null;
  sheet: string | null;
}

/** A file and what was chosen for it. */
export interface DataChoice {
  path: string;
  fingerprint: string;
  reading: ReadOptions;
  text: TextChoice;
  distinct: boolean;
  /** The data set made with exactly these choices; empty before that. */
  loaded: string;
}

/** What one click does about a finding. */
export type Remedy =
  | "leave"
  | "distinct"
  | "merge"
  | "unlabeled"
  | "number"
  | "separator-semicolon"
  | "separator-bar"
  | "separator-comma"
  | "decimal-comma"
  | "decimal-point";

/** A bar of a small distribution: a value or an interval, and its rows. */
export interface Bar {
  name: string;
  rows: number;
}

export interface ColumnView {
  name: string;
  kind: string;
  role: Role;
  /** Whether the role was chosen by hand. */
  chosen: boolean;
  missing: number;
  distinct: number;
  examples: string[];
  bars: Bar[];
}

export interface FindingView {
  severity: "note" | "warning";
  what: string;
  todo: string;
  column: string | null;
  /** What one click does about it. */
  remedy: Remedy | null;
}

export interface FileView {
  name: string;
  kind: string;
  /** The format as people call it. */
  format: string;
  encoding: string | null;
  delimiter: string | null;
  header: boolean;
  rows: number;
  rows_exact: boolean;
  rows_seen: number;
  columns: ColumnView[];
  columns_in_all: number;
  /** Whether anything was chosen by hand, now or when the file was last open. */
  has_choices: boolean;
  /** Whether the file itself says what its columns are for. */
  fixed_roles: boolean;
  /** The names of columns that are not listed, where there are very many. */
  other_columns: string[];
  sheets: string[];
  sheet: string | null;
  separator: string | null;
  /** How many columns have each role. */
  roles: Partial<Record<Role, number>>;
  labels: { column: string; classes: number; balance: Bar[] }[];
  preview: string[][];
  findings: FindingView[];
  missing_role: { what: string; todo: string } | null;
  languages: { name: string; title: string }[];
}

export interface Collection {
  name: string;
  source: string;
  /** Null where they have not been counted yet. */
  rows: number | null;
  features: number | null;
  classes: number;
  present: boolean;
  bytes: number;
  built_in: boolean;
  can_fetch: boolean;
}

export interface MadeData {
  name: string;
  summary: string;
  rows: number;
  features: number;
  classes: number;
}

interface FrameBase {
  reply_to: number;
  columns: Record<string, never>;
}

export interface AtHandFrame extends FrameBase {
  kind: "at-hand";
  collections: Collection[];
  made: MadeData[];
  recent: { path: string; name: string; bytes: number }[];
}

export interface Token {
  word: string;
  term: string;
  /** Why the word is left out; empty when it is counted. */
  why: string;
}

export interface LookFrame extends FrameBase {
  kind: "look";
  row: number;
  typed: boolean;
  document: string;
  tokens: Token[];
  tokens_in_all: number;
  /** `documents`: how many of the first documents hold the term. */
  counts: { term: string; count: number; documents: number }[];
  documents: number;
  terms_in_all: number;
}

export type DataRoomFrame = AtHandFrame | LookFrame;

export type DataAction =
  | { action: "open-file"; path: string }
  | { action: "close-file" }
  | { action: "set-reading"; options: Partial<ReadOptions> }
  | { action: "set-role"; column: string; role: Role; beside: boolean }
  | { action: "set-text"; text: TextChoice; gesture: number }
  | { action: "keep-distinct"; distinct: boolean }
  | { action: "guess-again" }
  | { action: "load-file" }
  | { action: "list-data" }
  | { action: "look-at-document"; row: number; document: string | null }
  | { action: "fetch-data"; name: string };
