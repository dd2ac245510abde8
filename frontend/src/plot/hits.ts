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

/** Indices with the positives last, so that they are drawn on top. */
export function drawingOrder(positive: Uint8Array): Uint32Array {
  const order = new Uint32Array(positive.length);
  let next = 0;
  for (const wanted of [0, 1]) {
    for (let i = 0; i < positive.length; i++) if (positive[i]! === wanted) order[next++] = i;
  }
  return order;
}
