import { pointPalette, type Theme } from "../ui/theme";

/** The colors of a picture in a theme; the stylesheet has the same ones. */
export interface Ink {
  positive: string;
  negative: string;
  paper: string;
  text: string;
  quiet: string;
  rule: string;
  line: string;
  truth: string;
  warning: string;
}

export function inkOf(theme: Theme): Ink {
  const { positive, negative, background } = pointPalette(theme);
  const shared = { positive, negative, paper: background };
  return theme === "dark"
    ? {
        ...shared,
        text: "#e9edf1",
        quiet: "#94a2af",
        rule: "#2a3037",
        line: "#56b4e9",
        truth: "#2fc79a",
        warning: "#f0b429",
      }
    : {
        ...shared,
        text: "#15202b",
        quiet: "#606d79",
        rule: "#e2e7ec",
        line: "#0072b2",
        truth: "#009e73",
        warning: "#e69f00",
      };
}

/** Red, green and blue of "#rrggbb". */
export function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
