import type { Bounds } from "../../points/domain";
import { curveHeight, type StraightLine } from "../../points/line";

/** The line or curve that lies flat while the plane is drawn level. */
export interface Ground extends StraightLine {
  curve: Float32Array | null;
}

const FLAT: Ground = { slope: 0, intercept: 0, curve: null };
const TAIL = 0.005; // of the points on either side may lie beyond the frame
const SAMPLE = 4000;

export function groundHeight({ slope, intercept, curve }: Ground, x: number): number {
  return curve ? curveHeight(curve, x) : slope * x + intercept;
}

/** The points with their distance above the ground as height. */
export function leveledPoints(xy: Float32Array, ground: Ground): Float32Array {
  const level = new Float32Array(xy.length);
  for (let i = 0; i < xy.length; i += 2) {
    level[i] = xy[i]!;
    level[i + 1] = xy[i + 1]! - groundHeight(ground, xy[i]!);
  }
  return level;
}

/** A line as it is seen from a straight ground. */
export function leveledLine(line: StraightLine, ground: Ground = FLAT): StraightLine {
  return {
    slope: line.slope - ground.slope,
    intercept: line.intercept - ground.intercept,
  };
}

/** The line that is seen so from a straight ground. */
export function raisedLine(line: StraightLine, ground: Ground = FLAT): StraightLine {
  return {
    slope: line.slope + ground.slope,
    intercept: line.intercept + ground.intercept,
  };
}

/** Between which heights nearly all points of either class lie, the ground among them. */
export function leveledBounds(level: Float32Array, positive: Uint8Array, [x0, x1]: Bounds): Bounds {
  const sides = [0, 1].map((side) => innerHeights(level, positive, side));
  const [lows, highs] = [sides.map(([low]) => low), sides.map(([, high]) => high)];
  return [x0, x1, Math.min(0, ...lows), Math.max(0, ...highs)];
}

/** Between which heights nearly all points of one class lie: the rare one counts as much. */
function innerHeights(level: Float32Array, positive: Uint8Array, side: number): [number, number] {
  const step = Math.max(1, Math.floor(positive.length / SAMPLE));
  const heights: number[] = [];
  // the positives are few and are all looked at
  for (let i = 0; i < positive.length; i += side ? 1 : step) {
    if (positive[i] === side) heights.push(level[2 * i + 1]!);
  }
  heights.sort((a, b) => a - b);
  const last = heights.length - 1;
  const at = (share: number) => heights[Math.round(share * last)] ?? 0;
  return [at(TAIL), at(1 - TAIL)];
}
