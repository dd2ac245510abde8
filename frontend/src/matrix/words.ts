import { count, visible } from "../ui/format";
import type { Counts, MatrixView } from "./wire";

/** A bound on one cell as steering writes it. */
export interface CellBound {
  truth: string;
  said: string;
  atMost: boolean;
  count: number;
}

const NAME = `("(?:[^"]|"")*"|'(?:[^']|'')*'|[^"',()<>=]+)`;
const CELL_BOUND = String.raw`cell\(\s*${NAME},\s*${NAME}\)\s*(<=|>=)\s*(\d+)`;
const CELL = new RegExp(CELL_BOUND, "y");
const CELLS = new RegExp(CELL_BOUND, "g");
const PLAIN = /^[^\s"',()<>=](?:[^"',()<>=]*[^\s"',()<>=])?$/;
const BETWEEN = " and ";

/** A class name as it can be written in a want: in quotes where it must be, those within it twice. */
export function classWritten(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The class that is meant by what stands in a want. */
function classRead(written: string): string {
  const quote = written[0]!;
  if (quote !== '"' && quote !== "'") return written.trim();
  return written.slice(1, -1).replaceAll(quote + quote, quote);
}

function boundRead([, truth, said, sign, limit]: string[]): CellBound {
  return {
    truth: classRead(truth!),
    said: classRead(said!),
    atMost: sign === "<=",
    count: Number(limit),
  };
}

/** The bounds on cells in a want, or null when it speaks of something else. */
export function cellBounds(want: string): CellBound[] | null {
  const bounds: CellBound[] = [];
  const text = want.replace(/^node \d+: /, "");
  CELL.lastIndex = 0;
  while (true) {
    const match = CELL.exec(text);
    if (!match) return null;
    const end = CELL.lastIndex;
    bounds.push(boundRead(match));
    if (end === text.length) return bounds;
    if (!text.startsWith(BETWEEN, end)) return null;
    CELL.lastIndex = end + BETWEEN.length;
  }
}

/** "ham called spam", "ham found" */
export function cellName(truth: string, said: string): string {
  return truth === said
    ? `${className(truth)} recognized`
    : `${className(truth)} called ${className(said)}`;
}

/** A class within a sentence: in quotes where its name could be taken for a part of it. */
function className(name: string): string {
  return /[,:;]|\bcalled\b|\brecognized\b/.test(name) ? `“${visible(name)}”` : visible(name);
}

/** "ham called spam: at most 21" */
export function boundText({ truth, said, atMost, count: limit }: CellBound): string {
  return `${cellName(truth, said)}: ${atMost ? "at most" : "at least"} ${count(limit)}`;
}

/** What was asked, in the user's words. */
export function wantText(want: string): string {
  const signs = (text: string) => text.replaceAll("<=", "≤").replaceAll(">=", "≥");
  const words = want.replace(/^node \d+: /, (node) => `at ${node}`);
  let read = 0;
  let said = "";
  for (const match of words.matchAll(CELLS)) {
    said += signs(words.slice(read, match.index)) + boundText(boundRead(match));
    read = match.index + match[0].length;
  }
  return said + signs(words.slice(read));
}

/** "+11", "−4", "" */
export function signed(value: number): string {
  if (value === 0) return "";
  return `${value > 0 ? "+" : "−"}${count(Math.abs(value))}`;
}

/** "4.3 %" */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const value = share * 100;
  const digits = value === 0 || value === 100 ? 0 : value < 10 || value > 99 ? 1 : 0;
  return `${value.toFixed(digits)} %`;
}

/** "93.1 %": accuracies, that differ in their decimals. */
export function accuracyText(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function rowSums(matrix: Counts): number[] {
  return matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
}

/** The class of which most rows are called otherwise. */
export function mostMissed(matrix: Counts): number {
  const sums = rowSums(matrix);
  const missed = matrix.map((row, place) => sums[place]! - row[place]!);
  return Math.max(0, missed.indexOf(Math.max(...missed)));
}

export function accuracyOf(matrix: Counts): number {
  const right = matrix.reduce((sum, row, i) => sum + row[i]!, 0);
  return (
    right /
    Math.max(
      1,
      rowSums(matrix).reduce((sum, value) => sum + value, 0),
    )
  );
}

/** What every cell that changed paid or gained; right decisions are left out where errors say it. */
export function changes(view: MatrixView): { name: string; by: number; worse: boolean }[] {
  const { outcome, classes } = view;
  if (!outcome) return [];
  const found = [];
  for (const [row, truth] of classes.entries()) {
    for (const [column, said] of classes.entries()) {
      const by = outcome.after[row]![column]! - outcome.before[row]![column]!;
      if (by !== 0 && row !== column)
        found.push({ name: cellName(truth, said), by, worse: by > 0 });
    }
  }
  return found.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
}

/** The least rate of errors that so many rows can ever promise: none of them was one. */
export function tightestRate(rows: number, confidence: number): number {
  return rows > 0 ? 1 - (1 - confidence) ** (1 / rows) : 1;
}

/** How many rows without an error a promise of this rate needs. */
export function rowsNeeded(rate: number, confidence: number): number {
  return Math.ceil(Math.log(1 - confidence) / Math.log(1 - rate));
}

/** Lines of fields as a file that a spreadsheet opens. */
export function csvText(lines: (string | number)[][]): string {
  const field = (value: string | number) =>
    /[",\n\r]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${lines.map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}

/** Gives the person a file. */
export function offerFile(name: string, content: BlobPart, type = "text/csv"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([content], { type: typeof content === "string" ? `${type};charset=utf-8` : type }),
  );
  link.download = name.replace(/[^\w.-]+/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
