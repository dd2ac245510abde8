import type { Challenge } from "../src/wire/types";

export const GAME: Challenge = {
  budget: 1000,
  lots: [50, 200],
  left: 900,
  training: 200,
  validation: 50,
  goal: 0.75,
  test_f1: null,
};
