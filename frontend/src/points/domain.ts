/** A rectangle of the plane in likelihood coordinates. */
export interface Domain {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export type Bounds = [xLow: number, xHigh: number, yLow: number, yHigh: number];

/** The part of a canvas, in CSS pixels, in which the plane is drawn. */
export interface Frame {
  width: number;
  height: number;
}

const PADDING = 0.05;
const ROOM_TO_MOVE = 0.15;
const LEAST_FILL = 0.6;

/** The rectangle that holds all bounds, with a margin. */
export function fittedDomain(all: Bounds[], padding = PADDING): Domain {
  const low = (i: 0 | 2) => Math.min(...all.map((bounds) => bounds[i]));
  const high = (i: 1 | 3) => Math.max(...all.map((bounds) => bounds[i]));
  const [x0, x1] = paddedRange(low(0), high(1), padding);
  const [y0, y1] = paddedRange(low(2), high(3), padding);
  return { x0, x1, y0, y1 };
}

function paddedRange(low: number, high: number, padding: number): [number, number] {
  const span = high - low || Math.max(1, Math.abs(low) * 0.1);
  return [low - span * padding, high + span * padding];
}

/** How many points lie outside the domain. */
export function pointsOutside(xy: Float32Array, { x0, x1, y0, y1 }: Domain): number {
  let outside = 0;
  for (let i = 0; i < xy.length; i += 2) {
    const x = xy[i]!;
    const y = xy[i + 1]!;
    if (x < x0 || x > x1 || y < y0 || y > y1) outside += 1;
  }
  return outside;
}

/**
 * The domain to show next: the present one while the points stay inside and fill it, so that the
 * eye sees points move and not axes; otherwise a new fit, with room for points on their way out.
 */
export function steadyDomain(present: Domain | null, all: Bounds[]): Domain {
  const fit = fittedDomain(all);
  if (!present) return fit;
  const inside = all.every(
    ([xLow, xHigh, yLow, yHigh]) =>
      xLow >= present.x0 && xHigh <= present.x1 && yLow >= present.y0 && yHigh <= present.y1,
  );
  const fillX = (fit.x1 - fit.x0) / (present.x1 - present.x0);
  const fillY = (fit.y1 - fit.y0) / (present.y1 - present.y0);
  if (!inside) return fittedDomain(all, ROOM_TO_MOVE);
  return fillX > LEAST_FILL && fillY > LEAST_FILL ? present : fit;
}

export function xPixel(domain: Domain, frame: Frame, x: number): number {
  return ((x - domain.x0) / (domain.x1 - domain.x0)) * frame.width;
}

export function yPixel(domain: Domain, frame: Frame, y: number): number {
  return (1 - (y - domain.y0) / (domain.y1 - domain.y0)) * frame.height;
}

/** The point of the plane under a pixel. */
export function planePoint(domain: Domain, frame: Frame, px: number, py: number): [number, number] {
  return [
    domain.x0 + (px / frame.width) * (domain.x1 - domain.x0),
    domain.y0 + (1 - py / frame.height) * (domain.y1 - domain.y0),
  ];
}

/** The domain after zooming by `factor` (below 1: closer) about a point of the plane. */
export function zoomDomain(domain: Domain, [x, y]: [number, number], factor: number): Domain {
  return {
    x0: x + (domain.x0 - x) * factor,
    x1: x + (domain.x1 - x) * factor,
    y0: y + (domain.y0 - y) * factor,
    y1: y + (domain.y1 - y) * factor,
  };
}

export function panDomain(domain: Domain, dx: number, dy: number): Domain {
  return { x0: domain.x0 + dx, x1: domain.x1 + dx, y0: domain.y0 + dy, y1: domain.y1 + dy };
}

/**
 * Points centered and scaled to [-1, 1] in double precision, then rounded to float32: painters
 * see small numbers however far from zero the likelihoods are.
 */
export function normalizedPoints(
  xy: Float32Array,
  domain: Domain,
  order?: Uint32Array,
): Float32Array {
  const centerX = (domain.x0 + domain.x1) / 2;
  const centerY = (domain.y0 + domain.y1) / 2;
  const scaleX = 2 / (domain.x1 - domain.x0);
  const scaleY = 2 / (domain.y1 - domain.y0);
  const count = xy.length / 2;
  const out = new Float32Array(xy.length);
  for (let i = 0; i < count; i++) {
    const from = 2 * (order ? order[i]! : i);
    out[2 * i] = (xy[from]! - centerX) * scaleX;
    out[2 * i + 1] = (xy[from + 1]! - centerY) * scaleY;
  }
  return out;
}
