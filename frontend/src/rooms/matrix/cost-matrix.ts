/** Cost matrices: rows true, columns predicted, right decisions on the diagonal. */

import { inPlaces, shownOrder } from "./class-order";

export type Costs = number[][];

function costTable(size: number, cost: (row: number, column: number) => number): Costs {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => cost(row, column)),
  );
}

/** What all rows of a matrix cost together. */
export function costOf(matrix: number[][], costs: Costs): number {
  return matrix.reduce(
    (sum, row, i) => sum + row.reduce((part, value, j) => part + value * costs[i]![j]!, 0),
    0,
  );
}

/** Every error costs one. */
export function evenCosts(size: number): Costs {
  return costTable(size, (row, column) => (row === column ? 0 : 1));
}

/** An error costs as many as the classes lie apart in the order in which they are shown. */
export function distanceCosts(classes: string[]): Costs {
  const apart = costTable(classes.length, (row, column) => Math.abs(row - column));
  return inPlaces(apart, shownOrder(classes));
}

/** The errors of one class `times` as dear as they are. */
export function heavierRow(costs: Costs, row: number, times: number): Costs {
  return costs.map((line, i) =>
    line.map((cost, j) => (i === row && i !== j ? roundedCost(cost * times) : cost)),
  );
}

/** One cost set; with `symmetric` the same for the two classes the other way round. */
export function withCost(
  costs: Costs,
  row: number,
  column: number,
  value: number,
  symmetric: boolean,
): Costs {
  return costs.map((line, i) =>
    line.map((cost, j) =>
      (i === row && j === column) || (symmetric && i === column && j === row) ? value : cost,
    ),
  );
}

/** Every pair of classes at the higher of its two costs. */
export function symmetricCosts(costs: Costs): Costs {
  return costs.map((line, i) => line.map((cost, j) => Math.max(cost, costs[j]![i]!)));
}

export function isSymmetric(costs: Costs): boolean {
  return costs.every((line, i) => line.every((cost, j) => cost === costs[j]![i]));
}

function roundedCost(value: number): number {
  return Number(value.toPrecision(12));
}

/** The costs in a text from a spreadsheet or a file, with or without names, in the order shown, or
 * what is wrong. */
export function pastedCosts(text: string, classes: string[]): Costs | string {
  const size = classes.length;
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const between = ["\t", ";", ","].find((mark) => lines.some((line) => line.includes(mark)));
  let cells = lines.map((line) => line.trim().split(between ?? /\s+/));
  if (cells.length === size + 1) cells = cells.slice(1);
  cells = cells.map((line) => (line.length === size + 1 ? line.slice(1) : line));
  if (cells.length !== size) return `${cells.length} rows came, ${size} are needed`;
  const costs: Costs = [];
  for (const [i, line] of cells.entries()) {
    if (line.length !== size) return `row ${i + 1} has ${line.length} numbers, ${size} are needed`;
    const row = line.map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell.trim())));
    const bad = row.findIndex((value) => !Number.isFinite(value) || value < 0);
    if (bad >= 0) return `row ${i + 1}, column ${bad + 1} is “${line[bad]!.trim()}”, not a cost`;
    costs.push(row);
  }
  return inPlaces(costs, shownOrder(classes));
}

/** The costs as a spreadsheet takes them, with the names of the classes. */
export function copiedCosts(costs: Costs, classes: string[]): string {
  const order = shownOrder(classes);
  const head = ["", ...order.map((place) => classes[place])].join("\t");
  const lines = order.map((row) => [classes[row], ...order.map((column) => costs[row]![column])]);
  return [head, ...lines.map((line) => line.join("\t"))].join("\n");
}
