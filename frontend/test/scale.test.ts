import { describe, expect, it } from "vitest";
import { roundedValue, shownValue, trackPosition, typedNumber, valueAt } from "../src/ui/scale";

const ALPHA = { low: 1e-5, high: 2, scale: "log" } as const;
const INTERCEPT = { low: -300, high: 300, scale: "linear" } as const;

describe("a slider's track", () => {
  it.each([ALPHA, INTERCEPT])("goes to a value and back", (scale) => {
    for (const t of [0, 0.123, 0.5, 0.987, 1]) {
      expect(trackPosition(scale, valueAt(scale, t))).toBeCloseTo(t, 12);
    }
  });

  it("is logarithmic where it should be", () => {
    const tenth = trackPosition(ALPHA, 1e-3) - trackPosition(ALPHA, 1e-4);
    expect(trackPosition(ALPHA, 1e-2) - trackPosition(ALPHA, 1e-3)).toBeCloseTo(tenth, 12);
  });

  it("ends exactly at the ends, and never beyond", () => {
    expect(valueAt(ALPHA, 1)).toBe(2);
    expect(valueAt(ALPHA, 0)).toBe(1e-5);
    expect(valueAt(INTERCEPT, 1.4)).toBe(300);
    expect(trackPosition(INTERCEPT, 900)).toBe(1);
    expect(trackPosition(ALPHA, 0)).toBe(0);
  });

  it("rounds to what a hand can mean", () => {
    expect(roundedValue(ALPHA, 0.0123456)).toBe(0.0123);
    expect(roundedValue(ALPHA, 0.0123456, true)).toBe(0.012346);
    expect(roundedValue({ low: 0.5, high: 2, scale: "linear" }, 1.23456)).toBe(1.235);
    expect(roundedValue(INTERCEPT, -17.26)).toBe(-17.3);
    expect(roundedValue(INTERCEPT, 1e9)).toBe(300);
  });
});

describe("a typed number", () => {
  it.each([
    ["0.01", 0.01],
    ["1e-5", 1e-5],
    ["1e−5", 1e-5],
    ["−41", -41],
    ["0,5", 0.5],
    ["8,000", 8000],
    [" 12 ", 12],
  ])("%s is read", (text, value) => {
    expect(typedNumber(text)).toBe(value);
  });

  it.each(["", "abc", "1/0", "Infinity"])("%s is no number", (text) => {
    expect(typedNumber(text)).toBeNull();
  });

  it("comes back from what is shown", () => {
    for (const value of [1e-5, 0.0123, 1, 2, 0.5, 299.9, -41.2, 0, -3e-5, 1e9, -25e6]) {
      expect(typedNumber(shownValue(value))).toBeCloseTo(value, 10);
    }
  });
});
