import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { countsAt, curveOf, nearestPlace } from "../src/rooms/scores/curves";
import type { ScoredRows } from "../src/wire/scores";
import { frame } from "./frames";
import { CHOICE, MATRIX } from "./matrix-frames";
import { arriveView, click, eachInRoom, find, press, text, transport, workbench } from "./page";

const TUNING: ScoredRows = {
  rows: 10,
  positives: 4,
  settings: [9, 3, 2, 1, 0.5],
  tp: [0, 2, 3, 4, 4],
  fp: [0, 0, 1, 2, 6],
  now: 2,
  figures: [
    { name: "auc", value: 0.9, low: 0.7, high: 0.97, method: "DeLong" },
    { name: "brier", value: 0.1, low: 0.05, high: 0.2, method: "percentile bootstrap" },
  ],
  reliability: null,
  uncalibrated: null,
};

async function show(model = MATRIX.shown.number): Promise<void> {
  await arriveView({ matrix: CHOICE }, { matrix: MATRIX });
  const header = {
    kind: "model-scores",
    model,
    focus: "spam",
    calibration: "none",
    tuning: TUNING,
    test: null,
  } as const;
  await act(() => transport.arrive(frame(header)));
}

describe("curves of scores", () => {
  it("have the counts of every cut-off", () => {
    expect(countsAt(TUNING, 2)).toEqual({ tp: 3, fp: 1, fn: 1, tn: 5 });
    expect(curveOf("roc", TUNING).x).toEqual([0, 0, 1 / 6, 2 / 6, 1]);
    expect(curveOf("roc", TUNING).y).toEqual([0, 0.5, 0.75, 1, 1]);
    expect(curveOf("pr", TUNING).y).toEqual([1, 1, 0.75, 4 / 6, 0.4]);
    expect(curveOf("gain", TUNING).x).toEqual([0, 0.2, 0.4, 0.6, 1]);
  });

  it("are taken hold of at the nearest point", () => {
    expect(nearestPlace(curveOf("roc", TUNING), [0.2, 0.7])).toBe(2);
    expect(nearestPlace(curveOf("roc", TUNING), [1, 1])).toBe(4);
  });
});

describe("the scores room", () => {
  eachInRoom("scores");

  it("asks for a model, then for its scores", async () => {
    expect(transport.last).toMatchObject({ action: "open-matrix" });
    await arriveView({ matrix: CHOICE }, { matrix: MATRIX });
    expect(transport.last).toMatchObject({ action: "ask-scores", focus: "" });
    expect(find("scores-room")).toBeNull();
  });

  it("moves the cut-off when the hand lets go, and shows the matrix meanwhile", async () => {
    await show();
    expect(text("figure-auc")).toContain(".900");
    expect(text("at-cutoff")).toContain("3 of 4 spam caught");
    await act(() => workbench.rooms.scores.hold(3));
    expect(text("at-cutoff")).toContain("4 of 4 spam caught");
    expect(transport.actions("move-cutoff")).toHaveLength(0);
    await act(() => workbench.rooms.scores.release());
    expect(transport.last).toMatchObject({ action: "move-cutoff", setting: 1, focus: "spam" });
    // It stays where it was put until the server has answered.
    expect(text("at-cutoff")).toContain("4 of 4 spam caught");
    await show();
    expect(text("at-cutoff")).toContain("3 of 4 spam caught");
  });

  it("moves it by keys, within the ends", async () => {
    await show();
    await press(find("cutoff-roc")!, "ArrowRight");
    expect(text("at-cutoff")).toContain("4 of 4 spam caught");
    await press(find("cutoff-roc")!, "PageDown");
    expect(text("at-cutoff")).toContain("0 of 4 spam caught");
  });

  it("calibrates by one click", async () => {
    await show();
    await click("calibrate-isotonic");
    expect(transport.last).toMatchObject({ action: "calibrate-model", method: "isotonic" });
  });

  it("sends nothing where the cut-off is put back", async () => {
    await show();
    await act(() => {
      workbench.rooms.scores.hold(1);
      workbench.rooms.scores.hold(2);
      workbench.rooms.scores.release();
    });
    expect(transport.actions("move-cutoff")).toHaveLength(0);
  });
});
