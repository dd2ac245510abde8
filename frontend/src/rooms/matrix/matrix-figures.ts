/** Figures of a confusion matrix: rows actual, columns predicted. */

import type { Counts, MatrixView } from "../../wire/matrix";

export function rowSums(matrix: Counts): number[] {
  return matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
}

/** The class of which most rows are missed. */
export function mostMissed(matrix: Counts): number {
  const sums = rowSums(matrix);
  const missed = matrix.map((row, place) => sums[place]! - row[place]!);
  return Math.max(0, missed.indexOf(Math.max(...missed)));
}

export function accuracyOf(matrix: Counts): number {
  const right = matrix.reduce((sum, row, i) => sum + row[i]!, 0);
  const all = rowSums(matrix).reduce((sum, value) => sum + value, 0);
  return right / Math.max(1, all);
}

export interface ClassFigures {
  precision: number;
  recall: number;
  f1: number;
}

/** Precision, recall and F1 of the class at a place; not a number where nothing is measured. */
export function classFigures(matrix: Counts, place: number): ClassFigures {
  const right = matrix[place]?.[place] ?? 0;
  const called = matrix.reduce((sum, row) => sum + row[place]!, 0);
  const actual = rowSums(matrix)[place] ?? 0;
  return {
    precision: right / called,
    recall: right / actual,
    f1: (2 * right) / (called + actual),
  };
}

interface CellChange {
  row: number;
  column: number;
  before: number;
  after: number;
}

/** Every kind of error that the last steering changed, the largest change first. */
export function changedErrors({ outcome }: MatrixView): CellChange[] {
  if (!outcome) return [];
  const found: CellChange[] = [];
  for (const [row, counts] of outcome.after.entries()) {
    for (const [column, after] of counts.entries()) {
      const before = outcome.before[row]![column]!;
      if (row !== column && before !== after) found.push({ row, column, before, after });
    }
  }
  const size = ({ before, after }: CellChange) => Math.abs(after - before);
  return found.sort((a, b) => size(b) - size(a));
}
