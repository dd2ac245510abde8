import type { Palette, PointStyle } from "../../points/painter";
import { clusterColors, colorsOf } from "../../ui/palette";
import { pointPalette, type Theme } from "../../ui/theme";

export const COLORED = clusterColors("light").length;
const MANY_POINTS = 3000;

/** The color of a cluster by its number; what comes after the tenth is gray. */
export function clusterColor(number: number, theme: Theme): string {
  return clusterColors(theme)[number] ?? colorsOf(theme).unnumbered;
}

/** The kind of a point on the map: a color, or gray; the second half is faded. */
export function pointKind(cluster: number | undefined, faded: boolean): number {
  const color = cluster === undefined ? COLORED : Math.min(cluster, COLORED);
  return faded ? COLORED + 1 + color : color;
}

export function mapPalette(theme: Theme): Palette {
  return {
    ...pointPalette(theme),
    styles: (points) => {
      const size = points > MANY_POINTS ? 4 : 5.5;
      const bright = [...clusterColors(theme), colorsOf(theme).unnumbered].map(
        (color): PointStyle => ({ color, size, opacity: points > MANY_POINTS ? 0.62 : 0.8 }),
      );
      const faded = bright.map((style) => ({ ...style, size: size * 0.8, opacity: 0.08 }));
      return [...bright, ...faded];
    },
  };
}
