import { plural, rate } from "../../ui/format";
import type { Challenge } from "../../wire/types";

/** How a game stands once its test is open. */
export interface Outcome {
  reached: boolean;
  f1: number;
  /** "Goal reached", "Goal missed" */
  title: string;
  /** "by .062": how far from the goal */
  distance: string;
  /** What the validation documents had promised, and whether they were right. */
  promise: string;
}

const SAME = 0.0005;

/** The outcome of an opened test, or null while it is sealed. */
export function outcome(game: Challenge, validationF1: number): Outcome | null {
  const f1 = game.test_f1;
  if (f1 === null || f1 === undefined) return null;
  const reached = f1 >= game.goal;
  const gap = Math.abs(f1 - game.goal);
  return {
    reached,
    f1,
    title: reached ? "Goal reached" : "Goal missed",
    distance: gap < SAME ? "exactly" : `by ${rate(gap)}`,
    promise: promise(f1, validationF1),
  };
}

function promise(f1: number, validationF1: number): string {
  const said = `Validation says ${rate(validationF1)}`;
  const gap = f1 - validationF1;
  if (Math.abs(gap) < SAME) return `${said}: the test agrees.`;
  return `${said}: the test is ${rate(Math.abs(gap))} ${gap > 0 ? "better" : "worse"}.`;
}

/** What became of the rest of the budget. */
export function leftText({ left }: Challenge, reached: boolean): string {
  if (left === 0) return "the whole budget was spent.";
  const credits = plural(left, "credit", "credits");
  const were = left === 1 ? "was" : "were";
  return reached ? `${credits} ${were} not needed.` : `${credits} ${were} not spent.`;
}

/** The share of the budget that is left, 0 to 1. */
export function leftShare({ left, budget }: Challenge): number {
  return budget > 0 ? Math.min(1, Math.max(0, left / budget)) : 0;
}
