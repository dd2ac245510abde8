import palette from "../../../src/steersman/palette.json";
import type { Theme } from "./theme";

/** The color of a CSS variable, for what is drawn on a canvas or into a file. */
type ColorName = keyof typeof palette.light;

export type Ink = Record<ColorName, string>;

export function colorsOf(theme: Theme): Ink {
  return palette[theme];
}

/** Ten colors that stay apart for people who see fewer of them. */
export function clusterColors(theme: Theme): string[] {
  return palette.clusters[theme];
}

/** The color of a class, as a value for CSS: the one looked for, its rest, or one of several. */
export function classColor(place: number, positive: number | null, classes: number): string {
  if (classes === 2 && positive !== null) {
    return place === positive ? "var(--positive)" : "var(--negative)";
  }
  return palette.classes[place % palette.classes.length]!;
}

/** Red, green and blue of "#rrggbb". */
export function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
