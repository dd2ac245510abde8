import type { Palette, PointStyle } from "../plot/painter";
import { pointPalette, type Theme } from "../ui/theme";

/** Ten colors that stay apart for people who see fewer of them; what comes after is gray. */
const COLORS: Record<Theme, string[]> = {
  light: [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#332288",
    "#882255",
    "#999933",
    "#15202b",
  ],
  dark: [
    "#3d9be0",
    "#ff7a1f",
    "#2fc79a",
    "#e48fc0",
    "#f0b429",
    "#9bd8ff",
    "#8f80f5",
    "#d1568d",
    "#c9c94f",
    "#f2f5f8",
  ],
};
const OTHER: Record<Theme, string> = { light: "#93a1ae", dark: "#64727f" };

export const COLORED = COLORS.light.length;
const MANY_POINTS = 3000;

export function clusterColor(number: number, theme: Theme): string {
  return COLORS[theme][number] ?? OTHER[theme];
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
      const bright = [...COLORS[theme], OTHER[theme]].map(
        (color): PointStyle => ({ color, size, opacity: points > MANY_POINTS ? 0.62 : 0.8 }),
      );
      const faded = bright.map((style) => ({ ...style, size: size * 0.8, opacity: 0.08 }));
      return [...bright, ...faded];
    },
  };
}
