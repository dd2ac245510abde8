import { describe, expect, it } from "vitest";
import { rangeWords, takenNumber } from "../src/ui/number-range";

describe("what a number field takes", () => {
  it("is said without exponents", () => {
    expect(rangeWords({ low: 0.00001, high: 2 })).toBe("a number from 0.00001 to 2");
    expect(rangeWords({ low: -300, high: 300 })).toBe("a number from −300 to 300");
    expect(rangeWords({ above: 0 })).toBe("a number above 0");
    expect(rangeWords({ low: 1, whole: true })).toBe("a whole number, 1 or more");
    expect(rangeWords({})).toBe("a number");
  });

  it("keeps to its range, ends included, and never bends a number into it", () => {
    const chance = { low: 0.01, high: 0.99 };
    expect(["5", "abc", "", "0.99", "0,5"].map((text) => takenNumber(text, chance))).toEqual([
      null,
      null,
      null,
      0.99,
      0.5,
    ]);
    expect(takenNumber("-5", { low: 0, high: 9, whole: true })).toBeNull();
    expect(takenNumber("4.6", { low: 0, high: 9, whole: true })).toBe(5);
    expect(takenNumber("0", { above: 0 })).toBeNull();
    expect(takenNumber("1e-7", { above: 0 })).toBe(1e-7);
  });
});
