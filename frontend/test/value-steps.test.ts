import { expect, it } from "vitest";
import { ValueSteps } from "../src/session/value-steps";

function counter() {
  let value = 0;
  const steps = new ValueSteps(
    () => value,
    (next) => {
      value = next;
    },
  );
  const set = (next: number, of: string, now: number) => {
    steps.note(value, of, now);
    value = next;
  };
  return { steps, set, read: () => value };
}

it("undoes and redoes changes one by one", () => {
  const { steps, set, read } = counter();
  set(1, "a", 0);
  set(2, "b", 1);
  steps.undo();
  expect([read(), steps.canUndo.value, steps.canRedo.value]).toEqual([1, true, true]);
  steps.undo();
  expect([read(), steps.canUndo.value]).toEqual([0, false]);
  steps.redo();
  steps.redo();
  expect([read(), steps.canRedo.value]).toEqual([2, false]);
});

it("takes quick changes of one thing as one step", () => {
  const { steps, set, read } = counter();
  for (let i = 1; i <= 5; i++) set(i, "a", 100 * i);
  set(9, "a", 5000);
  steps.undo();
  expect(read()).toBe(5);
  steps.undo();
  expect(read()).toBe(0);
});

it("has nothing to redo after something new", () => {
  const { steps, set } = counter();
  set(1, "a", 0);
  steps.undo();
  set(2, "a", 1);
  expect(steps.canRedo.value).toBe(false);
});
