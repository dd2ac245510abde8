/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type Remedy =
  | "leave"
  | "text"
  | "number"
  | "distinct"
  | "one-of-equal"
  | "merge"
  | "unlabeled"
  | "separator-semicolon"
  | "separator-bar"
  | "separator-comma"
  | "decimal-comma"
  | "decimal-point"
  | "zeros-missing"
  | "vector";

export type Role =
  | "label"
  | "text"
  | "number"
  | "category"
  | "date"
  | "vector"
  | "id"
  | "split"
  | "leave";

/** Options for reading a file and its columns; what is left out is detected. */
export interface ReadOptions {
  label: string | string[] | null;
  text: string | string[] | null;
  text_columns: "together" | "apart";
  id: string | null;
  drop: string[];
  roles: Record<string, Role>;
  separator: string | null;
  missing_labels: "drop" | "refuse";
  merge_labels: boolean;
  positive: string | number | null;
  rename_classes: Record<string, string>;
  missing_numbers: "median" | "mean" | "zero";
  missing_categories: "own" | "frequent";
  missing_dates: "median" | "earliest" | "latest";
  zeros_missing: string[];
  vectors: string[];
  format: string | null;
  encoding: string | null;
  delimiter: string | null;
  decimal: string | null;
  header: boolean | null;
  sheet: string | null;
}

/** How documents become counts. */
export interface TextChoice {
  language: string;
  stop_words: boolean;
  stems: boolean;
  ngrams: number;
  min_documents: number;
  binary: boolean;
  extra_stop_words: string[];
  keep_words: string[];
}

/** A file and what was chosen for it; options and roles that are not named are as sniffed. */
export interface DataChoice {
  path: string;
  fingerprint: string;
  reading: ReadOptions;
  text: TextChoice;
  distinct: boolean;
  loaded: string;
  engine: string;
}

/** A bar of a small distribution: a value or an interval, and its rows. */
export interface Bar {
  name: string;
  rows: number;
}

/** One column of a file. */
export interface ColumnView {
  name: string;
  kind: "number" | "category" | "date" | "text" | "boolean" | "vector";
  role: Role;
  /** Whether the role was chosen by hand. */
  chosen: boolean;
  missing: number;
  distinct: number;
  examples: string[];
  bars: Bar[];
}

/** A class: its label in the file, its name for display, and its rows. */
export interface Class {
  label: string;
  name: string;
  rows: number;
}

/** The classes of a label column, the largest first. */
export interface LabelColumn {
  column: string;
  classes: number;
  /** How many rows have a label. */
  rows: number;
  balance: Class[];
}

/** The class to catch, by its label in the file, and why it is that one. */
export interface Positive {
  label: string;
  reason: "chosen" | "name" | "rarer" | "second" | "largest";
}

/** One sentence about the data, and what can be done. */
export interface FindingView {
  severity: "note" | "warning";
  what: string;
  column: string | null;
  todo: string;
  /** What one click does about it. */
  remedy: Remedy | null;
  /** How many rows it is about; 0 where it is not about rows. */
  rows: number;
}

export interface MissingRole {
  what: string;
  todo: string;
}

export interface Language {
  name: string;
  title: string;
}

/** A file: how it is read, its columns, its first rows, what may hurt. */
export interface FileView {
  name: string;
  kind: string;
  /** What people call its kind. */
  format: string;
  encoding: string | null;
  delimiter: string | null;
  header: boolean;
  rows: number;
  rows_exact: boolean;
  rows_seen: number;
  columns: ColumnView[];
  columns_in_all: number;
  /** Whether anything was chosen by hand. */
  has_choices: boolean;
  /** Whether the file itself says what its columns are for. */
  fixed_roles: boolean;
  /** The names of columns that are not listed, where there are very many. */
  other_columns: string[];
  /** How many columns have each role. */
  roles: Partial<Record<Role, number>>;
  labels: LabelColumn[];
  /** The class to catch; null where the file has no single label column. */
  positive: Positive | null;
  /** How many rows will be loaded, without duplicates and rows that have no label. */
  rows_kept: number;
  preview: string[][];
  sheets: string[];
  sheet: string | null;
  separator: string | null;
  findings: FindingView[];
  /** Why the file cannot be loaded as it stands. */
  missing_role: MissingRole | null;
  languages: Language[];
  /** How many files it stands for: those of a pattern or of a folder of tables. */
  files: number;
}

/** A data set with a name of its own. */
export interface Collection {
  name: string;
  source: string;
  /** Null where they have not been counted yet. */
  rows: number | null;
  features: number | null;
  classes: number | null;
  present: boolean;
  bytes: number;
  built_in: boolean;
  can_fetch: boolean;
}

/** A data set read or made in this session. */
export interface MadeData {
  name: string;
  summary: string;
  rows: number;
  features: number;
  classes: number;
}

/** A file opened earlier; a folder has no size. */
export interface RecentFile {
  path: string;
  name: string;
  bytes: number;
}

/** A word of a document. */
export interface Token {
  word: string;
  term: string;
  /** Why the word is left out; empty when it is counted. */
  why: string;
}

export interface TermCount {
  term: string;
  count: number;
  /** How many of the first documents hold the term. */
  documents: number;
}

/** The data sets that can be opened at once, those to download, and the files opened last. */
export interface AtHandFrame extends FrameBase {
  kind: "at-hand";
  collections: Collection[];
  made: MadeData[];
  recent: RecentFile[];
}

/** A preview of how a document, or typed text, is counted. */
export interface LookFrame extends FrameBase {
  kind: "look";
  row: number;
  typed: boolean;
  document: string;
  tokens: Token[];
  tokens_in_all: number;
  counts: TermCount[];
  documents: number;
  terms_in_all: number;
}

/** The stop words of a language, in alphabetical order. */
export interface StopWordsFrame extends FrameBase {
  kind: "stop-words";
  language: string;
  words: string[];
}

export type DataFrame = AtHandFrame | LookFrame | StopWordsFrame;

export type DataAction =
  | { action: "open-file"; path: string; format?: string | null; choice?: DataChoice | null }
  | { action: "close-file" }
  | { action: "set-reading"; options: Record<string, string | boolean | null> }
  | { action: "read-zeros"; column: string; missing?: boolean }
  | { action: "join-columns"; name: string; joined?: boolean }
  | { action: "set-role"; column: string; role: Role; beside?: boolean }
  | { action: "choose-positive"; label: string }
  | { action: "rename-class"; label: string; name: string }
  | { action: "set-text"; text: TextChoice; gesture?: number }
  | { action: "keep-distinct"; distinct: boolean }
  | { action: "set-engine"; engine: string }
  | { action: "guess-again" }
  | { action: "load-file"; choice?: DataChoice | null }
  | { action: "list-data" }
  | { action: "look-at-document"; row?: number; document?: string | null }
  | { action: "list-stop-words"; language: string }
  | { action: "fetch-data"; name: string };
