import { rate } from "../../ui/format";
import type { Challenge } from "../../wire/types";
import { predictionText, RESULT } from "./words";

/** How a game stands once its test is open. */
export interface Outcome {
  reached: boolean;
  f1: number;
  /** "Goal reached", "Goal missed" */
  title: string;
  /** "by .062": how far from the goal */
  distance: string;
  /** What validation had predicted, and whether it was right. */
  prediction: string;
}

const SAME = 0.0005;

/** The outcome of an opened test, or null while it is closed. */
export function outcome(game: Challenge, validationF1: number): Outcome | null {
  const f1 = game.test_f1;
  if (f1 === null || f1 === undefined) return null;
  const reached = f1 >= game.goal;
  const gap = Math.abs(f1 - game.goal);
  return {
    reached,
    f1,
    title: reached ? RESULT.reached : RESULT.missed,
    distance: gap < SAME ? RESULT.exactly : RESULT.by(rate(gap)),
    prediction: predictionText(f1, validationF1, SAME),
  };
}

/** The share of the budget that is left, 0 to 1. */
export function leftShare({ left, budget }: Challenge): number {
  return budget > 0 ? Math.min(1, Math.max(0, left / budget)) : 0;
}
