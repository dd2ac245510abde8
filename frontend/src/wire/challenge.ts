/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { SplitName } from "./plane";

/** A game: training and validation documents are bought, the test is opened once. */
export interface Challenge {
  budget: number;
  left: number;
  /** How many documents one purchase can be. */
  lots: number[];
  training: number;
  validation: number;
  goal: number;
  test_f1: number | null;
}

export type ChallengeAction =
  | { action: "start-challenge" }
  | { action: "buy"; split: SplitName; documents: number }
  | { action: "reveal" }
  | { action: "leave-challenge" }
  | { action: "resume-challenge" };
