import { count, plural, visible } from "../../ui/format";
import type { Slice, SliceMeasure, SliceTableFrame } from "../../wire/slices";

const NBSP = " ";

export const ROOM = {
  title: "Slices",
  opening: "Looking for slices…",
  hint: "Slices are groups of rows on which the current model errs more often.",
  measure: "Compare by",
  groups: "Groups",
  search: "all slices",
  table: "Slices, the worst first",
  none: "No slice has enough rows.",
} as const;

export const TABLE = {
  name: "Slice",
  rows: "Rows",
  rest: "Other rows",
  difference: "Difference",
  chance: "p-value",
  chanceHint: "The chance of a difference so large, corrected for all slices looked at",
  limit: "Limit",
  intervalHint: (low: string, high: string) => `95 % interval ${low} to ${high}`,
} as const;

export const ROWS = {
  choose: "Choose a slice to see its rows.",
  wrong: "wrong",
  right: "right",
  more: (left: number) => `${plural(left, "more row", "more rows")}`,
  head: (wrong: number, all: number) => `${count(wrong)} of ${plural(all, "row")} wrong`,
} as const;

/** "all errors", "ill missed": a rate as it is chosen. */
export function measureTitle({ measure, label }: SliceMeasure): string {
  const name = visible(label);
  switch (measure) {
    case "recall":
      return `${name} caught`;
    case "fpr":
      return `other rows called ${name}`;
    case "precision":
      return `precision for ${name}`;
    default:
      return "all errors";
  }
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}${NBSP}%`;
}

/** A difference in points of a percent, with its sign. */
export function pointsText(share: number): string {
  const value = Number((100 * share).toFixed(1));
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
}

export function chanceText(p: number): string {
  if (p < 0.001) return "< 0.001";
  return p >= 0.995 ? "1" : p.toFixed(p < 0.1 ? 3 : 2);
}

/** How many slices are worse than chance explains. */
export function verdictText(worse: number, tried: number): string {
  if (worse === 0) return `No slice is worse than chance explains; ${count(tried)} were tried.`;
  const verb = worse === 1 ? "is" : "are";
  return `${plural(worse, "slice")} of ${count(tried)} ${verb} worse than chance explains.`;
}

/** What all tuning rows together are. */
export function overallText(table: SliceTableFrame): string {
  return `${percent(table.value)} of ${count(table.rows)} rows · ${plural(table.tried, "slice")}`;
}

/** The limit that a press asks for: "recall(ill) >= 90 % for each clinic". */
export function limitText(table: SliceTableFrame, slice: Slice): string | null {
  if (table.limit === null || slice.column === "" || slice.kind === "word") return null;
  const sign = table.worse === "higher" ? "<=" : ">=";
  const limit = Number((100 * table.limit).toPrecision(6));
  return `${table.measure} ${sign} ${limit} % for each ${columnWord(slice.column)}`;
}

/** A column within a want, in quotes unless it is one word. */
function columnWord(name: string): string {
  return /^[\p{L}\p{N}_]+$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

export function limitHint(want: string): string {
  return `Steer to: ${want}`;
}
