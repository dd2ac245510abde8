import type { Domain, Frame } from "./domain";

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Between neighbors, and at most from the place to its outermost point, in pixels. */
const STEP_PX = 2.4;
const FARTHEST_PX = 13;

/**
 * Points that lie at the very same place are set around it like the seeds of a sunflower, so that each
 * can be seen and clicked: for each point the pixels to the right and down, or null when no two
 * coincide. Their turns are those of the drawing order, which mixes the classes.
 */
export function spreadOf(xy: Float32Array, order: Uint32Array): Float32Array | null {
  const { place, rank, sizes } = coinciding(xy, order);
  if (sizes.every((size) => size < 2)) return null;
  const spread = new Float32Array(xy.length);
  for (let i = 0; i < place.length; i++) {
    const size = sizes[place[i]!]!;
    if (size < 2) continue;
    const step = Math.min(STEP_PX, FARTHEST_PX / Math.sqrt(size));
    const [far, turn] = [step * Math.sqrt(rank[i]!), rank[i]! * GOLDEN_ANGLE];
    spread[2 * i] = far * Math.cos(turn);
    spread[2 * i + 1] = far * Math.sin(turn);
  }
  return spread;
}

/** The place of each point, its turn there and how many share the place: a table of open addresses. */
function coinciding(xy: Float32Array, order: Uint32Array) {
  const points = order.length;
  const bits = new Uint32Array(xy.buffer, xy.byteOffset, xy.length);
  const mask = 2 ** Math.ceil(Math.log2(2 * points + 2)) - 1;
  const first = new Int32Array(mask + 1).fill(-1);
  const place = new Uint32Array(points);
  const rank = new Uint32Array(points);
  const sizes = new Uint32Array(points);
  for (const i of order) {
    const [x, y] = [bits[2 * i]!, bits[2 * i + 1]!];
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b);
    let at = (mixed ^ (mixed >>> 15)) & mask;
    while (first[at]! >= 0 && (bits[2 * first[at]!] !== x || bits[2 * first[at]! + 1] !== y)) {
      at = (at + 1) & mask;
    }
    if (first[at]! < 0) first[at] = i;
    place[i] = first[at]!;
    rank[i] = sizes[place[i]!]!++;
  }
  return { place, rank, sizes };
}

/** Sets points scaled to [-1, 1] aside, in place. */
export function setAside(
  scaled: Float32Array,
  spread: Float32Array,
  order: Uint32Array,
  { width, height }: Frame,
): void {
  for (let k = 0; k < order.length; k++) {
    scaled[2 * k]! += (2 * spread[2 * order[k]!]!) / width;
    scaled[2 * k + 1]! -= (2 * spread[2 * order[k]! + 1]!) / height;
  }
}

/** The points where they are seen, in the plane. */
export function seenPoints(
  xy: Float32Array,
  spread: Float32Array | null,
  domain: Domain,
  frame: Frame,
): Float32Array {
  if (!spread) return xy;
  const [right, down] = [
    (domain.x1 - domain.x0) / frame.width,
    (domain.y1 - domain.y0) / frame.height,
  ];
  return xy.map((value, i) => value + spread[i]! * (i % 2 === 0 ? right : -down));
}
