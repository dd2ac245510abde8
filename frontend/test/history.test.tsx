import { expect, it } from "vitest";
import { forks, pieces } from "../src/app/history-line";
import type { History } from "../src/wire/types";

/** A history of steps by the place of the one before each. */
function tree(parents: (number | null)[], line: number[], now: number, data = "mail"): History {
  const steps = parents.map((parent, number) => ({
    number,
    label: `step ${number}`,
    dataset: data,
    parent,
    f1_training: 0,
    f1_validation: 0,
  }));
  return { steps, now, line, best_training: null, best_validation: null };
}

it("finds the end of the branch that leaves a step, and how long it is", () => {
  const history = tree([null, 0, 1, 2, 1], [0, 1, 4], 4);
  expect([...forks(history)]).toEqual([[1, { tip: 3, steps: 2 }]]);
});

it("leads from branch to branch in turn and back again", () => {
  const parents = [null, 0, 0, 0];
  const tips = [1, 2, 3].map((now) => forks(tree(parents, [0, now], now)).get(0)?.tip);
  expect(tips).toEqual([2, 3, 1]);
});

it("marks no fork where a single step follows", () => {
  expect(forks(tree([null, 0], [0, 1], 0)).size).toBe(0);
});

it("parts the line where the data changes", () => {
  const history = tree([null, 0, 1, 2], [0, 1, 2, 3], 3);
  const [first, , third] = history.steps;
  first!.dataset = "";
  third!.dataset = "wine";
  expect(pieces(history, history.line)).toEqual([
    { from: 1, to: 2 },
    { from: 2, to: 3 },
    { from: 3, to: 4 },
  ]);
});
