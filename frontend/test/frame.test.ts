import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodedFrame, encodedAction, WireError } from "../src/wire/frame";
import type { Action } from "../src/wire/types";
import { frame, message, POINTS, STATE, viewFrame } from "./frames";
import { GOLDEN } from "./golden";

describe("a frame", () => {
  it("gives back the header and the columns", () => {
    const decoded = decodedFrame(viewFrame({ revision: 7, reply_to: 3 }, POINTS));
    expect(decoded).toMatchObject({ kind: "view", revision: 7, reply_to: 3, state: STATE });
    expect(decoded.columns).toEqual(POINTS);
  });

  it("is read from any place of a larger buffer", () => {
    const whole = new Uint8Array(viewFrame({}, POINTS));
    for (const shift of [1, 3, 4, 8]) {
      const moved = new Uint8Array(whole.length + shift);
      moved.set(whole, shift);
      const view = new DataView(moved.buffer, shift, whole.length);
      expect(decodedFrame(view).columns).toEqual(POINTS);
    }
  });

  it("does not copy aligned columns", () => {
    const message = viewFrame({}, POINTS);
    expect(decodedFrame(message).columns["training.xy"]!.buffer).toBe(message);
  });

  it("keeps characters outside ASCII", () => {
    const decoded = decodedFrame(frame({ kind: "hits", word: "naïve ≤ 東", count: 2 }));
    expect(decoded).toMatchObject({ word: "naïve ≤ 東" });
  });

  it.each([
    ["too short", new ArrayBuffer(3)],
    ["another magic", new ArrayBuffer(16)],
    ["a header beyond the end", new Uint8Array([83, 84, 77, 49, 255, 0, 0, 0]).buffer],
    ["an unknown kind", message({ kind: "surprise" })],
    ["a cut column", viewFrame({}, POINTS).slice(0, -16)],
  ])("with %s is refused in words", (_what, bytes) => {
    expect(() => decodedFrame(bytes)).toThrow(WireError);
  });
});

describe("an action", () => {
  it("is one JSON object with its number", () => {
    const text = encodedAction(17, { action: "move-knob", knob: "alpha", value: null, gesture: 2 });
    expect(JSON.parse(text)).toEqual({
      id: 17,
      action: "move-knob",
      knob: "alpha",
      value: null,
      gesture: 2,
    });
  });
});

const SENT: Action[] = [
  { action: "open" },
  { action: "choose-data", name: "a" },
  { action: "choose-category", category: "a" },
  { action: "set-folds", folds: 2 },
  { action: "choose-fold", fold: 0 },
  { action: "resample" },
  { action: "set-features", features: 5 },
  { action: "move-knob", knob: "alpha", value: null, gesture: 1 },
  { action: "move-line", slope: 1, intercept: 0, gesture: 1 },
  { action: "reset-knobs" },
  { action: "best-line", split: "training", metric: "f1" },
  { action: "go-best", split: "validation" },
  { action: "undo" },
  { action: "redo" },
  { action: "go-to", step: 0 },
  { action: "set-state", state: STATE },
  { action: "inspect", row: 1 },
  { action: "list-documents", rows: [1] },
  { action: "search", word: "a" },
  { action: "set-curve", degree: 2 },
  { action: "autotune", per_feature: true },
  { action: "tune-folds" },
];

const goldens = existsSync(GOLDEN)
  ? readdirSync(GOLDEN)
      .filter((name) => name.endsWith(".bin"))
      .map((name) => name.slice(0, -4))
      .filter((name) => existsSync(join(GOLDEN, `${name}.json`)))
  : [];

describe.skipIf(goldens.length === 0)("golden frames", () => {
  it.each(goldens)("%s is read as the server meant it", (name) => {
    const expected = JSON.parse(readFileSync(join(GOLDEN, `${name}.json`), "utf8"));
    const decoded = decodedFrame(readFileSync(join(GOLDEN, `${name}.bin`)));
    const { values: columns, columns: _specs, ...header } = expected;
    expect(decoded).toEqual({ ...header, columns: decoded.columns });
    expect(Object.keys(decoded.columns)).toEqual(Object.keys(columns));
    for (const [column, values] of Object.entries<number[]>(columns)) {
      const read = decoded.columns[column]!.slice(0, values.length);
      expect(Array.from(read)).toEqual(values.map(Math.fround));
    }
  });

  it("name every action as this page sends it", () => {
    const golden: Record<string, unknown>[] = JSON.parse(
      readFileSync(join(GOLDEN, "actions.json"), "utf8"),
    );
    const fields = new Map(golden.map((action) => [action.action, new Set(Object.keys(action))]));
    for (const action of SENT) {
      const known = fields.get(action.action);
      expect(known, action.action).toBeDefined();
      for (const field of Object.keys(action)) expect(known, action.action).toContain(field);
    }
  });
});
