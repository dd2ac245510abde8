import { batch, signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawing } from "../src/ui/drawing";

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => frames.push(run));
});

afterEach(() => vi.unstubAllGlobals());

function nextFrame(): void {
  for (const run of frames.splice(0)) run();
}

test("the first change of a frame is drawn at once, further ones together with the frame", () => {
  const value = signal(1);
  const drawn: number[] = [];
  const stop = drawing(() => drawn.push(value.value));
  nextFrame();
  value.value = 2;
  expect(drawn).toEqual([1, 2]);
  value.value = 3;
  value.value = 4;
  expect(drawn).toEqual([1, 2]);
  nextFrame();
  expect(drawn).toEqual([1, 2, 4]);
  nextFrame();
  batch(() => {
    value.value = 5;
    value.value = 6;
  });
  expect(drawn).toEqual([1, 2, 4, 6]);
  nextFrame();
  stop();
  value.value = 7;
  nextFrame();
  expect(drawn).toEqual([1, 2, 4, 6]);
});
