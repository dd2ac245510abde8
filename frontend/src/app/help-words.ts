import { ROOMS, roomNamed } from "../rooms";
import type { TermName } from "../ui/terms";

const NAMES: Partial<Record<TermName, string>> = {
  f1: "F1",
  tp: "TP",
  fp: "FP",
  fn: "FN",
  tn: "TN",
  eValue: "e-value",
  bayesLine: "Bayes line",
  priors: "Bayes default",
  logRatio: "log likelihood ratio",
  neymanPearson: "Neyman-Pearson",
  auc: "AUC",
  brier: "Brier score",
  heldOut: "tuning rows",
  sealed: "final test rows",
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

/** The name of a term as people read it. */
export const nameOf = (term: TermName): string =>
  NAMES[term] ?? term.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** The words of a room, then those of all others. */
export function wordsFor(room: string): { here: readonly TermName[]; elsewhere: TermName[] } {
  const here = roomNamed(room)?.terms ?? [];
  const all = new Set(ROOMS.flatMap(({ terms }) => terms ?? []));
  return { here, elsewhere: [...all].filter((term) => !here.includes(term)) };
}
