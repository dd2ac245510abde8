import { plural, rate } from "../../ui/format";
import type { Challenge, SplitName } from "../../wire/types";

export const ROOM = { title: "Challenge", inspector: "Inspector" };

export const INTRO = {
  title: "Reach the goal with few documents",
  steps: [
    "You start with a few random documents: some for training, some for validation.",
    "Buy more for training or validation, one credit each.",
    "Steer: smoothing, line, curve. All scores come from the documents you bought.",
    "When ready, open the test. It opens once per game, and only its F1 counts.",
  ],
  running: "A game is running: buy documents and open the test above the plots.",
};

export const START_GAME = {
  first: "Start a game",
  another: "Start a new game",
  resume: "Continue the game",
};

/** A room of the project while a game is played in another window. */
export const GAME_RUNNING = {
  title: "A challenge is running",
  why: "Your project is as you left it. It is shown when you leave the game.",
  back: "Back to the challenge",
  leave: "Leave the game",
};

export const STRIP = {
  label: "Challenge",
  goal: "Goal",
  left: (budget: string) => `of ${budget} credits left`,
  leave: "Leave the game",
  leaveHint: "Leave the game: back to all documents",
  open: "Open the test",
  newGame: "New game",
  result: (title: string, f1: string) => `${title}: F1 ${f1}`,
  buy: (lot: number, split: SplitName) => `Buy ${lot} documents for ${split}`,
  tooFew: (lot: number, left: number) => `${lot} documents cost ${lot} credits; ${left} left`,
  more: (lot: number, split: SplitName) => `${lot} more documents for ${split}, ${lot} credits`,
};

export const FOLDS_CLOSED = {
  title: "bought documents",
  why: "In a game, folds are replaced by the documents you bought. Leave the game to choose folds.",
};

export const ASK = {
  title: "Open the test?",
  why: ["It opens ", "once", " per game. Your current model is the one that counts."],
  validation: "F1 on validation",
  likely: (low: string, high: string) => `likely ${low} to ${high} on new documents`,
  goal: "Goal on the test",
  credits: "Credits left",
  notYet: "Not yet",
  open: "Open it, once",
};

export const RESULT = {
  close: "Close the result",
  f1: "F1 on the test",
  test: "test",
  validation: "validation",
  goal: (goal: string) => `goal ${goal}`,
  gauge: (goal: string, test: string, validation: string) =>
    `Goal ${goal}, test ${test}, validation ${validation}`,
  bought: (training: string, validation: string) =>
    `You used ${training} documents for training and ${validation} for validation;`,
  leave: "Leave",
  newGame: "New game",
  reached: "Goal reached",
  missed: "Goal missed",
  exactly: "exactly",
  by: (gap: string) => `by ${gap}`,
};

/** What validation had predicted, and whether it was right. */
export function predictionText(f1: number, validationF1: number, same: number): string {
  const predicted = `Validation predicted ${rate(validationF1)}`;
  const gap = f1 - validationF1;
  if (Math.abs(gap) < same) return `${predicted}: the test agrees.`;
  return `${predicted}: the test is ${rate(Math.abs(gap))} ${gap > 0 ? "better" : "worse"}.`;
}

/** What is left of the budget. */
export function leftText({ left }: Challenge, reached: boolean): string {
  if (left === 0) return "the whole budget was spent.";
  const were = left === 1 ? "was" : "were";
  return `${plural(left, "credit")} ${were} not ${reached ? "needed" : "spent"}.`;
}
