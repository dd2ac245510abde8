import type { Shape } from "../ui/shapes";

/** What a point is; the number chooses its color, size and opacity. */
export const NEGATIVE = 0;
export const POSITIVE = 1;
export const FADED_NEGATIVE = 2;
export const FADED_POSITIVE = 3;

export const GLIDE_MS = 120;

/** Color, diameter in CSS pixels and opacity of a kind of points. */
export interface PointStyle {
  color: string;
  size: number;
  opacity: number;
  /** A disc if not given. */
  shape?: Shape;
}

export interface Palette {
  negative: string;
  positive: string;
  background: string;
  /** The styles of other kinds than the four above, for so many points. */
  styles?: (points: number) => PointStyle[];
}

export interface Cloud {
  /** Coordinates scaled to [-1, 1], interleaved. */
  xy: Float32Array;
  /** For each point its kind, a place in the list of styles. */
  kinds: Uint8Array;
}

/** Puts a cloud of points on a canvas before it returns. */
export interface Painter {
  resize(width: number, height: number): void;
  setPalette(palette: Palette, points: number): void;
  draw(cloud: Cloud, glide: boolean): void;
  destroy(): void;
}

const MANY_POINTS = 3000;

/** The style of each kind: positives larger and stronger. */
export function pointStyles({ negative, positive, styles }: Palette, points: number): PointStyle[] {
  if (styles) return styles(points);
  const many = points > MANY_POINTS;
  const small = many ? 3.5 : 4.5;
  return [
    { color: negative, size: small, opacity: many ? 0.38 : 0.55 },
    { color: positive, size: 6.5, opacity: 0.85 },
    { color: negative, size: small * 0.8, opacity: 0.1 },
    { color: positive, size: 5, opacity: 0.16 },
  ];
}
