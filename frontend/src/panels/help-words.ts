import type { TermName } from "../ui/terms";

/** The words that each room speaks of, in the order in which one meets them. */
export const ROOM_WORDS: Readonly<Record<string, readonly TermName[]>> = {
  plane: [
    "recall",
    "precision",
    "f1",
    "training",
    "validation",
    "fold",
    "likelihood",
    "line",
    "bisector",
    "priors",
    "alpha",
    "beta",
    "slope",
    "intercept",
    "margin",
    "gap",
    "spread",
    "interval",
  ],
  matrix: ["heldOut", "sealed", "costs", "frontier", "frozen", "weak", "advantage"],
  lab: ["bayesError", "naive", "kernel", "mapModel", "mlModel", "optimal"],
  clusters: ["distinguishing", "typical", "purity", "matched", "nmi", "rand"],
  compare: [
    "fold",
    "interval",
    "sealed",
    "recall",
    "precision",
    "f1",
    "mcnemar",
    "permutation",
    "bootstrap",
    "holm",
  ],
  bayes: ["posterior", "joint", "data", "likelihood", "prior", "cost", "rate"],
};

const NAMES: Partial<Record<TermName, string>> = {
  f1: "F1",
  heldOut: "held out",
  bayesError: "Bayes error",
  mapModel: "MAP",
  mlModel: "ML",
  optimal: "Bayes optimal",
  naive: "naive Bayes",
  matched: "matched accuracy",
  nmi: "NMI",
  rand: "adjusted Rand",
  mcnemar: "McNemar's test",
  permutation: "permutation test",
  bootstrap: "paired bootstrap",
  holm: "Holm's correction",
  data: "data space",
  cost: "cost ratio",
};

export const nameOf = (term: TermName): string => NAMES[term] ?? term;

/** The words of a room, then those of all others. */
export function wordsFor(room: string): { here: readonly TermName[]; elsewhere: TermName[] } {
  const here = ROOM_WORDS[room] ?? [];
  const all = new Set(Object.values(ROOM_WORDS).flat());
  return { here, elsewhere: [...all].filter((term) => !here.includes(term)) };
}
