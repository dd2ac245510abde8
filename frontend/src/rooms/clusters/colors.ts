import type { Palette, PointStyle } from "../../points/painter";
import { clusterColors, colorsOf } from "../../ui/palette";
import { SHAPES, type Shape } from "../../ui/shapes";
import { pointPalette, type Theme } from "../../ui/theme";

const COLORS = clusterColors("light").length;
/** So many clusters have a look of their own: every color with every shape. */
export const LOOKS = COLORS * SHAPES.length;
const MANY_POINTS = 3000;
/** Shapes need more room than discs to differ from them. */
const SHAPE_SCALE = 1.35;

/** The color of a cluster by its number; gray for none. */
export function clusterColor(number: number | null, theme: Theme): string {
  return number === null ? colorsOf(theme).unnumbered : clusterColors(theme)[number % COLORS]!;
}

/** The shape of a cluster: every ten clusters, when the colors begin again, it is another. */
export function clusterShape(number: number | null): Shape {
  return number === null ? "disc" : SHAPES[Math.floor(number / COLORS) % SHAPES.length]!;
}

/** The kind of a point on the map: the look of its cluster, or gray; the second half is faded. */
export function pointKind(cluster: number | undefined, faded: boolean): number {
  const look = cluster === undefined ? LOOKS : cluster % LOOKS;
  return faded ? LOOKS + 1 + look : look;
}

export function mapPalette(theme: Theme): Palette {
  return {
    ...pointPalette(theme),
    styles: (points) => {
      const base = points > MANY_POINTS ? 4 : 5.5;
      const opacity = points > MANY_POINTS ? 0.62 : 0.8;
      const bright = [...Array(LOOKS).keys(), null].map((number): PointStyle => {
        const shape = clusterShape(number);
        const size = shape === "disc" ? base : base * SHAPE_SCALE;
        return { color: clusterColor(number, theme), size, opacity, shape };
      });
      const faded = bright.map((style) => ({ ...style, size: style.size * 0.8, opacity: 0.08 }));
      return [...bright, ...faded];
    },
  };
}
