import type { Domain } from "../../points/domain";

/** How the points of a split lie about the line: how many at each distance, on either side. */
export interface Margins {
  /** The distances from which and to which they are counted; below the line is above 0. */
  low: number;
  high: number;
  negatives: number[];
  positives: number[];
}

const BINS = 36;
const MOST_POINTS = 20_000;
const FIRST_LOOK = 400; // points that tell whether it is worth the rest
const THIN = 0.06; // of the height of the plot: what nine of ten points spread over
const FAR = 0.01; // of the points on either side are left out

/**
 * The distances from the line where the points lie so close to it that the plane does not show
 * them; null where it does, and where there are too few to tell.
 */
export function thinMargins(
  xy: Float32Array,
  positive: Uint8Array,
  height: (x: number) => number,
  domain: Domain,
): Margins | null {
  if (positive.length < BINS) return null;
  const margin = (i: number) => height(xy[2 * i]!) - xy[2 * i + 1]!;
  const first = every(positive.length, FIRST_LOOK).map(margin).sort(rising);
  const wide = at(first, 0.95) - at(first, 0.05);
  if (wide > THIN * (domain.y1 - domain.y0)) return null;
  const some = every(positive.length, MOST_POINTS);
  const negatives = some.filter((i) => !positive[i]).map(margin);
  const positives = some.filter((i) => positive[i]).map(margin);
  const all = [...negatives, ...positives].sort(rising);
  const low = Math.min(0, at(all, FAR), ...positives);
  const high = Math.max(0, at(all, 1 - FAR), ...positives);
  const width = (high - low) / BINS;
  if (!(width > 0)) return null;
  // a side of the line is a side of a bar
  const span = { low: Math.floor(low / width) * width, bins: BINS + 1, width };
  return {
    low: span.low,
    high: span.low + span.bins * width,
    negatives: counts(negatives, span),
    positives: counts(positives, span),
  };
}

function rising(a: number, b: number): number {
  return a - b;
}

/** The value below which this share of sorted values lies. */
function at(sorted: number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))]!;
}

/** Numbers from 0 to `length`, about `most` of them. */
function every(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

/** How many values fall into each of equal parts; those outside into the last on their side. */
function counts(values: number[], span: { low: number; bins: number; width: number }): number[] {
  const bins = new Array<number>(span.bins).fill(0);
  for (const value of values) {
    const place = Math.floor((value - span.low) / span.width);
    bins[Math.min(span.bins - 1, Math.max(0, place))]! += 1;
  }
  return bins;
}
