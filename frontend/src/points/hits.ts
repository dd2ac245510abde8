import type { Domain, Frame } from "./domain";
import { xPixel, yPixel } from "./domain";

/** The point nearest to a pixel, at most `reach` pixels away: its index, or -1. */
export function nearestPoint(
  xy: Float32Array,
  domain: Domain,
  frame: Frame,
  [px, py]: [number, number],
  reach: number,
): number {
  let best = -1;
  let bestDistance = reach * reach;
  for (let i = 0; i < xy.length / 2; i++) {
    const dx = xPixel(domain, frame, xy[2 * i]!) - px;
    const dy = yPixel(domain, frame, xy[2 * i + 1]!) - py;
    const distance = dx * dx + dy * dy;
    if (distance <= bestDistance) {
      best = i;
      bestDistance = distance;
    }
  }
  return best;
}

/** The indices of the points inside a polygon given in the plane (even-odd rule). */
export function pointsInside(xy: Float32Array, polygon: [number, number][]): number[] {
  const inside: number[] = [];
  for (let i = 0; i < xy.length / 2; i++) {
    if (insidePolygon(xy[2 * i]!, xy[2 * i + 1]!, polygon)) inside.push(i);
  }
  return inside;
}

function insidePolygon(x: number, y: number, polygon: [number, number][]): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i]!;
    const [xj, yj] = polygon[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Below this share of the points a class is rare. */
const RARE = 0.25;

/**
 * The order of drawing: mixed, so that no class hides another; a class that is rare comes last, so
 * that it is not lost among the many.
 */
export function drawingOrder(positive: Uint8Array): Uint32Array {
  const mixed = mixedOrder(positive.length);
  const share = positive.reduce((sum, each) => sum + each, 0) / positive.length;
  if (Math.min(share, 1 - share) >= RARE) return mixed;
  const rare = share < RARE ? 1 : 0;
  const order = new Uint32Array(mixed.length);
  let next = 0;
  for (const last of [false, true]) {
    for (const i of mixed) if ((positive[i] === rare) === last) order[next++] = i;
  }
  return order;
}

/** So many places in an order without a pattern that is always the same. */
export function mixedOrder(points: number): Uint32Array {
  const order = Uint32Array.from({ length: points }, (_, i) => i);
  let seed = 1;
  for (let i = points - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((seed / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
