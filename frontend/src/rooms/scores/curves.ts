import type { ScoredRows } from "../../wire/scores";
import { CHARTS, type ClassWords } from "./words";

export type CurveKind = "roc" | "pr" | "gain";

export interface Curve {
  x: number[];
  y: number[];
}

/** What is across and what is up in a curve. */
export function axisNames(kind: CurveKind, words: ClassWords): [string, string] {
  const caught = CHARTS.caught(words);
  if (kind === "roc") return [CHARTS.falseAlarms(words), caught];
  if (kind === "pr") return [caught, CHARTS.right];
  return [CHARTS.called(words), caught];
}

/** Counts at one place of the cut-off. */
interface CutoffCounts {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}

export function countsAt(rows: ScoredRows, place: number): CutoffCounts {
  const tp = rows.tp[place] ?? 0;
  const fp = rows.fp[place] ?? 0;
  return { tp, fp, fn: rows.positives - tp, tn: rows.rows - rows.positives - fp };
}

/** The points of a curve, from no row called positive to all of them. */
export function curveOf(kind: CurveKind, rows: ScoredRows): Curve {
  const negatives = Math.max(1, rows.rows - rows.positives);
  const recall = rows.tp.map((tp) => tp / Math.max(1, rows.positives));
  const called = rows.tp.map((tp, at) => tp + rows.fp[at]!);
  switch (kind) {
    case "roc":
      return { x: rows.fp.map((fp) => fp / negatives), y: recall };
    case "pr":
      // Without a call none is wrong.
      return { x: recall, y: rows.tp.map((tp, at) => (called[at] ? tp / called[at]! : 1)) };
    case "gain":
      return { x: called.map((all) => all / rows.rows), y: recall };
  }
}

/** The place on a curve that is nearest to a point. */
export function nearestPlace({ x, y }: Curve, [across, up]: [number, number]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < x.length; at++) {
    const apart = (x[at]! - across) ** 2 + (y[at]! - up) ** 2;
    if (apart < least) {
      least = apart;
      best = at;
    }
  }
  return best;
}
