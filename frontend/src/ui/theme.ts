import { computed, signal } from "@preact/signals";
import type { Palette } from "../points/painter";
import { colorsOf } from "./palette";

export type Theme = "light" | "dark";
const KEPT_AS = "steersman-theme";

const systemDark = signal(matches("(prefers-color-scheme: dark)"));
const chosen = signal<Theme | null>(storedTheme());

/** The theme in use: the person's choice, otherwise the system's. */
export const theme = computed<Theme>(() => chosen.value ?? (systemDark.value ? "dark" : "light"));

export function toggleTheme(): void {
  chosen.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEPT_AS, chosen.value);
  } catch {
    // private windows keep nothing; the choice holds until the page closes
  }
}

export function reducedMotion(): boolean {
  return matches("(prefers-reduced-motion: reduce)");
}

/** The colors of points in a theme. */
export function pointPalette(name: Theme): Palette {
  const { negative, positive, paper } = colorsOf(name);
  return { negative, positive, background: paper };
}

function matches(query: string): boolean {
  return typeof window.matchMedia === "function" && window.matchMedia(query).matches;
}

function storedTheme(): Theme | null {
  try {
    const value = localStorage.getItem(KEPT_AS);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null;
  }
}

if (typeof window.matchMedia === "function") {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener?.("change", (event) => {
    systemDark.value = event.matches;
  });
}
