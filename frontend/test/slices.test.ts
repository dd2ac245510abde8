import { describe, expect, it } from "vitest";
import {
  chanceText,
  limitText,
  measureTitle,
  overallText,
  percent,
  pointsText,
  verdictText,
} from "../src/rooms/slices/words";
import type { Slice, SliceTableFrame } from "../src/wire/slices";

const SLICE: Slice = {
  kind: "category",
  column: "clinic",
  name: "clinic = west",
  rows: 221,
  value: 0.683,
  low: 0.61,
  high: 0.75,
  rest: 0.9,
  adjusted: 0.0004,
};

const TABLE = {
  measure: "recall(ill)",
  column: "",
  value: 0.843,
  rows: 640,
  worse: "lower",
  tried: 23,
  limit: 0.84,
} as SliceTableFrame;

const plain = (text: string) => text.replaceAll(" ", " ");

describe("the slices room", () => {
  it("writes the limit on each group of a column, and none for words and clusters", () => {
    expect(limitText(TABLE, SLICE)).toBe("recall(ill) >= 84 % for each clinic");
    expect(limitText(TABLE, { ...SLICE, column: "home town" })).toBe(
      'recall(ill) >= 84 % for each "home town"',
    );
    expect(
      limitText({ ...TABLE, measure: "error rate", worse: "higher", limit: 0.09 }, SLICE),
    ).toBe("error rate <= 9 % for each clinic");
    expect(limitText(TABLE, { ...SLICE, kind: "word" })).toBeNull();
    expect(limitText(TABLE, { ...SLICE, kind: "cluster", column: "" })).toBeNull();
    expect(limitText({ ...TABLE, limit: null }, SLICE)).toBeNull();
  });

  it("writes rates, differences and chances with one digit, so that columns align", () => {
    expect(plain(percent(0.317))).toBe("31.7 %");
    expect(plain(percent(0.004))).toBe("0.4 %");
    expect(pointsText(-0.136)).toBe("−13.6");
    expect(pointsText(0.02)).toBe("+2.0");
    expect([0.0001, 0.0123, 0.52, 1].map(chanceText)).toEqual(["< 0.001", "0.012", "0.52", "1"]);
    expect(plain(overallText(TABLE))).toBe("84.3 % of 640 rows · 23 slices");
    expect(verdictText(0, 23)).toBe("No slice is worse than chance explains; 23 were tried.");
    expect(verdictText(1, 23)).toBe("1 slice of 23 is worse than chance explains.");
    expect(measureTitle({ text: "", measure: "fpr", label: "ill" })).toBe("other rows called ill");
  });
});
