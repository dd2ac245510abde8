import type { Domain } from "./domain";

/** y = slope * x + intercept */
export interface StraightLine {
  slope: number;
  intercept: number;
}

export type Segment = [x0: number, y0: number, x1: number, y1: number];

/** The part of a line inside the domain, from left to right, or null when it misses. */
export function clippedLine({ slope, intercept }: StraightLine, domain: Domain): Segment | null {
  let left = domain.x0;
  let right = domain.x1;
  if (slope === 0) {
    if (intercept < domain.y0 || intercept > domain.y1) return null;
  } else {
    const atLow = (domain.y0 - intercept) / slope;
    const atHigh = (domain.y1 - intercept) / slope;
    left = Math.max(left, Math.min(atLow, atHigh));
    right = Math.min(right, Math.max(atLow, atHigh));
  }
  if (left >= right) return null;
  return [left, slope * left + intercept, right, slope * right + intercept];
}

/** The corners of the side of the line on which documents are decided positive: below it. */
export function positiveSide(line: StraightLine, domain: Domain): [number, number][] {
  const corners: [number, number][] = [
    [domain.x0, domain.y0],
    [domain.x1, domain.y0],
    [domain.x1, domain.y1],
    [domain.x0, domain.y1],
  ];
  const height = ([x, y]: [number, number]) => line.slope * x + line.intercept - y;
  const polygon: [number, number][] = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % 4]!;
    const here = height(corner);
    const there = height(next);
    if (here > 0) polygon.push(corner);
    if (here > 0 !== there > 0) {
      const t = here / (here - there);
      polygon.push([corner[0] + t * (next[0] - corner[0]), corner[1] + t * (next[1] - corner[1])]);
    }
  });
  return polygon;
}

/** The parallel line after the hand has moved by (dx, dy) in the plane. */
export function shiftedLine(line: StraightLine, dx: number, dy: number): StraightLine {
  return { slope: line.slope, intercept: line.intercept + dy - line.slope * dx };
}

/** The line with a new slope through a fixed point. */
export function rotatedAbout([x, y]: [number, number], slope: number): StraightLine {
  return { slope, intercept: y - slope * x };
}

/** The slope of the line from a fixed point towards the hand; null when they coincide. */
export function slopeTowards(
  [x, y]: [number, number],
  [handX, handY]: [number, number],
): number | null {
  const dx = handX - x;
  if (Math.abs(dx) < 1e-9) return null;
  return (handY - y) / dx;
}

/** Whether the line decides that a document at (x, y) is positive. */
export function decidedPositive({ slope, intercept }: StraightLine, x: number, y: number): boolean {
  return y < slope * x + intercept;
}

/** The height of a curve, given as points from left to right, at x; its ends go on as they are. */
export function curveHeight(curve: Float32Array, x: number): number {
  const count = curve.length / 2;
  let right = 1;
  while (right < count - 1 && curve[2 * right]! < x) right++;
  const [x0, y0] = [curve[2 * right - 2]!, curve[2 * right - 1]!];
  const [x1, y1] = [curve[2 * right]!, curve[2 * right + 1]!];
  return x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
