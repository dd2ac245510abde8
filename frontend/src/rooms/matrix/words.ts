import { count, plural, visible } from "../../ui/format";
import { shownValue } from "../../ui/scale";
import type {
  Bound,
  BoundPromise,
  Counts,
  MatrixView,
  ModelFigures,
  Outcome,
  Shortage,
  Violation,
} from "../../wire/matrix";

const PLAIN = /^[^\s"',()<>=](?:[^"',()<>=]*[^\s"',()<>=])?$/;
const SIGNS = { "<=": "≤", ">=": "≥", "<": "<", ">": ">", "=": "=" };
const LIMITS = { "<=": "at most", ">=": "at least", "<": "fewer than", ">": "more than", "=": "" };

/** A class name as it can be written in a want: in quotes where it must be, those within it twice. */
export function classWritten(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The bounds that were asked for, without those of locks. */
export function askedBounds(outcome: Outcome): Outcome["bounds"] {
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

/** "ham called spam: at most 21", "recall(spam) ≥ 95%" */
export function boundText(bound: Bound): string {
  const { measure, classes, relation, value } = bound;
  if (measure === "cell") {
    const limit = `${LIMITS[relation]} ${count(value)}`.trim();
    return `${cellName(classes[0]!, classes[1]!)}: ${limit}`;
  }
  const about = classes.length > 0 ? `(${classes.map(className).join(", ")})` : "";
  return `${measure}${about} ${SIGNS[relation]} ${valueText(bound, value, 6)}`;
}

/** A value of the measure that a bound is on: "95%", "6" */
function valueText({ share }: Bound, value: number, digits: number): string {
  const shown = Number((share ? value * 100 : value).toPrecision(digits));
  return share ? `${shown}%` : shownValue(shown);
}

/** What was asked, in the user's words; at a node, with its number. */
export function wantText(bounds: Bound[], node: number | null = null): string {
  return `${node === null ? "" : `at node ${node}: `}${bounds.map(boundText).join(" and ")}`;
}

/** What a model was steered to, or its name where it was fitted. */
export function goalText({ want, node, label }: ModelFigures): string {
  return want ? wantText(want.bounds, node) : label;
}

/** "fpr ≤ 2% does not hold: it is 3.1%, 4 rows would have to change" */
export function violationText({ bound, value, rows, promising }: Violation): string {
  const now = valueText(bound, value, promising || bound.share ? 3 : 4);
  const change = rows ? `, ${plural(rows, "row", "rows")} would have to change` : "";
  return promising
    ? `${boundText(bound)} cannot be promised: it is ${now} on these rows${change}`
    : `${boundText(bound)} does not hold: it is ${now}${change}`;
}

/** "fpr ≤ 5% on new data, but for a chance of 0.05: at most 27 of 744 rows here" */
export function promiseText({ bound, risk, allowed, rows }: BoundPromise): string {
  const here = allowed === null ? "" : `: at most ${count(allowed)} of ${count(rows!)} rows here`;
  return `${boundText(bound)} on new data, but for a chance of ${Number(risk.toPrecision(4))}${here}`;
}

/** "fpr ≤ 0.1% cannot be promised from 744 rows: it needs at least 2,995" */
export function shortageText({ bound, rows, needed }: Shortage): string {
  const enough = needed === null ? "more than there are" : `at least ${count(needed)}`;
  return `${boundText(bound)} cannot be promised from ${count(rows)} rows: it needs ${enough}`;
}

/** "+11", "−4", "" */
export function signedCount(value: number): string {
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
