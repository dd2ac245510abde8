import { niceTicks } from "../../charts/scale";
import type { Domain } from "../../points/domain";
import type { BayesObject, BayesPlaneFrame } from "../../wire/types";

export type SpaceName = "posterior" | "joint" | "data" | "likelihood";
export type Point = [x: number, y: number];

/** What the four sliders hold. */
export interface Asked {
  /** P(o|c) */
  positive: number;
  /** P(o|not c) */
  negative: number;
  prior: number;
  /** How many false alarms a miss is worth. */
  cost: number;
}

export const START: Asked = { positive: 0.26, negative: 0.4, prior: 0.7, cost: 1 };
export const CHANCE = { low: 0.01, high: 0.99 };
export const COST = { low: 0.01, high: 100 };

/** The space in which the decision is a line; in the other it is a curve. */
export type StraightIn = "likelihood" | "data";

export const LINE_RANGES = {
  likelihood: {
    slope: { low: 0.5, high: 2, scale: "linear" },
    intercept: { low: -3, high: 3, scale: "linear" },
  },
  data: {
    slope: { low: 0.1, high: 4, scale: "log" },
    intercept: { low: -0.5, high: 0.5, scale: "linear" },
  },
} as const;

const UNIT: Domain = { x0: 0, x1: 1, y0: 0, y1: 1 };
const LOG_TOP = 0.35;
const LOG_DEPTHS = [-3, -4, -5, -7.5, -10, -15];
const ROUND_TOPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

/** A square that holds the points: from 0 in probabilities, up to 0 in logarithms. */
export function squareDomain(points: Point[], logarithmic: boolean): Domain {
  const values = points.flat().filter(Number.isFinite);
  if (logarithmic) {
    const least = Math.min(0, ...values);
    const low = LOG_DEPTHS.find((depth) => depth * 0.96 <= least) ?? Math.floor(least * 1.05);
    return { x0: low, x1: LOG_TOP, y0: low, y1: LOG_TOP };
  }
  const most = Math.max(0, ...values);
  const high = ROUND_TOPS.find((top) => top * 0.96 >= most) ?? 1;
  return { x0: 0, x1: high, y0: 0, y1: high };
}

/** The whole of each space: the unit square, or the logarithms of what is drawn in it. */
export function spaceDomain(space: SpaceName, shown: Point[]): Domain {
  return space === "likelihood" ? squareDomain(shown, true) : UNIT;
}

/** Ticks at round numbers that leave room for their labels; `size` is the side in units of 12 px. */
export function squareTicks({ x0, x1 }: Domain, size: number): number[] {
  return niceTicks(x0, x1, Math.max(2, Math.round(size / 6)));
}

export function logarithms([x, y]: Point): Point {
  return [Math.log(x), Math.log(y)];
}

export interface Trace {
  space: SpaceName;
  point: Point;
}

/** Where the points of the other spaces would lie in this one; the data point's logarithm is this point. */
export function traces(space: SpaceName, shown: BayesPlaneFrame): Trace[] {
  const others = (["posterior", "joint", "data"] as const).filter((each) => each !== space);
  if (space !== "likelihood") return others.map((each) => trace(each, shown[each].point));
  return others
    .filter((each) => each !== "data")
    .map((each) => trace(each, logarithms(shown[each].point)));
}

function trace(space: SpaceName, point: Point): Trace {
  return { space, point };
}

/** The points whose coordinates sum to one: a segment, and a curve in logarithms. */
export function sumToOne(logarithmic: boolean, low = 0): Point[] {
  if (!logarithmic) {
    return [
      [0, 1],
      [1, 0],
    ];
  }
  const steps = 48;
  const curve: Point[] = [];
  for (let i = -steps; i <= steps; i++) {
    const odds = (i / steps) * (Math.abs(low) + 1);
    curve.push([-Math.log1p(Math.exp(-odds)), -Math.log1p(Math.exp(odds))]);
  }
  return curve;
}

/** Where the line crosses the segment of points that sum to one. */
export function crossing(slope: number): Point {
  return [1 / (1 + slope), slope / (1 + slope)];
}

/** The likelihoods that put the object where the hand is, as far as they can be had. */
export function likelihoodsAt(
  space: SpaceName,
  [x, y]: Point,
  asked: Asked,
  evidence: number,
): Pick<Asked, "positive" | "negative"> {
  const { prior } = asked;
  switch (space) {
    case "data":
      return chances(x, y);
    case "likelihood":
      return chances(Math.exp(x), Math.exp(y));
    case "joint":
      return chances(x / prior, y / (1 - prior));
    case "posterior": {
      const share = Math.min(1, Math.max(0, (x + 1 - y) / 2));
      return chances((share * evidence) / prior, ((1 - share) * evidence) / (1 - prior));
    }
  }
}

/** The cost ratio whose line goes through the hand; null where no line does. */
export function costAt(space: SpaceName, [x, y]: Point, prior: number): number | null {
  const odds = prior / (1 - prior);
  const steep = space === "likelihood" ? Math.exp(y - x) : y / x;
  const cost = space === "posterior" || space === "joint" ? steep : steep / odds;
  if (!(cost > 0) || !Number.isFinite(cost)) return null;
  return Number(within(cost, COST).toPrecision(3));
}

/** The likelihoods of an object that the hand puts somewhere. */
export function pointLikelihoods(space: StraightIn, [x, y]: Point) {
  return space === "data" ? chances(x, y) : chances(Math.exp(x), Math.exp(y));
}

/** The intercept with which the line, or its curve in the other space, goes through the hand. */
export function interceptAt(
  space: StraightIn,
  [x, y]: Point,
  asked: { slope: number; straight: StraightIn },
): number {
  const [a, b] =
    asked.straight === space
      ? [x, y]
      : space === "data"
        ? [Math.log(x), Math.log(y)]
        : [Math.exp(x), Math.exp(y)];
  const { low, high } = LINE_RANGES[asked.straight].intercept;
  const through = b - asked.slope * a;
  return Number(within(Number.isFinite(through) ? through : 0, { low, high }).toFixed(3));
}

function chances(positive: number, negative: number): Pick<Asked, "positive" | "negative"> {
  return { positive: chance(positive), negative: chance(negative) };
}

/** A probability in steps of a thousandth, kept off 0 and 1. */
export function chance(value: number): number {
  return Number(within(value, CHANCE).toFixed(3));
}

function within(value: number, { low, high }: { low: number; high: number }): number {
  return Math.min(high, Math.max(low, value));
}

/** In which form the eight objects came: what was asked for last may be under way still. */
export interface DemoSpace {
  normalized: boolean;
  logarithmic: boolean;
}

export function demoSpace(objects: BayesObject[]): DemoSpace {
  const logarithmic = objects.every(({ point: [x, y] }) => x < 0 && y < 0);
  const normalized = objects.every(({ point: [x, y] }) => {
    const sum = logarithmic ? Math.exp(x) + Math.exp(y) : x + y;
    return Math.abs(sum - 1) < 1e-6;
  });
  return { normalized, logarithmic };
}
