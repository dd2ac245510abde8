import { describe, expect, it } from "vitest";
import { shares } from "../src/ui/format";

describe("shares of classes", () => {
  it.each([
    [
      [70, 3430],
      ["2 %", "98 %"],
    ],
    [
      [1, 1, 1],
      ["34 %", "33 %", "33 %"],
    ],
    [
      [4, 996],
      ["0.4 %", "99.6 %"],
    ],
    [
      [0, 5],
      ["0 %", "100 %"],
    ],
    [
      [1, 99_999],
      ["<0.01 %", "100.00 %"],
    ],
  ])("of %j are %j", (counts, expected) => {
    expect(shares(counts)).toEqual(expected);
  });

  it("add up to 100 %", () => {
    for (const counts of [
      [747, 101, 31, 500],
      [13, 13, 13, 13, 13, 13, 13],
      [999, 7, 5],
    ]) {
      const total = shares(counts).reduce((sum, each) => sum + Number.parseFloat(each), 0);
      expect(total).toBeCloseTo(100, 6);
    }
  });

  it("of rows with several labels are shares of the rows", () => {
    expect(shares([60, 40], 80)).toEqual(["75 %", "50 %"]);
  });
});
