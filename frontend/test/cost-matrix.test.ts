import { describe, expect, it } from "vitest";
import {
  copiedCosts,
  distanceCosts,
  evenCosts,
  heavierRow,
  isSymmetric,
  pastedCosts,
  symmetricCosts,
  withCost,
} from "../src/matrix/cost-matrix";

describe("a cost matrix", () => {
  it("costs nothing where a row is right, whatever the preset", () => {
    for (const costs of [evenCosts(4), distanceCosts(4), heavierRow(evenCosts(4), 2, 10)]) {
      expect(costs.map((row, i) => row[i])).toEqual([0, 0, 0, 0]);
    }
    expect(distanceCosts(4)[0]).toEqual([0, 1, 2, 3]);
    expect(heavierRow(evenCosts(3), 1, 10)).toEqual([
      [0, 1, 1],
      [10, 0, 10],
      [1, 1, 0],
    ]);
  });

  it("is the same both ways when asked, at the dearer cost", () => {
    const uneven = withCost(evenCosts(3), 0, 2, 5, false);
    expect(isSymmetric(uneven)).toBe(false);
    expect(symmetricCosts(uneven)).toEqual(withCost(evenCosts(3), 0, 2, 5, true));
  });

  it("comes back from a spreadsheet as it went there, with and without names", () => {
    const costs = withCost(distanceCosts(12), 3, 4, 2.5, false);
    const names = costs.map((_, i) => `class ${i}`);
    expect(pastedCosts(copiedCosts(costs, names), 12)).toEqual(costs);
    expect(pastedCosts(costs.map((row) => row.join(";")).join("\r\n"), 12)).toEqual(costs);
    expect(pastedCosts("0 1\n2 0", 2)).toEqual([
      [0, 1],
      [2, 0],
    ]);
  });

  it("says which row or number it cannot take", () => {
    expect(pastedCosts("0,1\n1,0\n1,1\n1,1", 2)).toBe("4 rows came, 2 are needed");
    expect(pastedCosts("0,1\n1,0,3,4", 2)).toBe("row 2 has 4 numbers, 2 are needed");
    expect(pastedCosts("0,-1\n1,0", 2)).toBe("row 1, column 2 is “-1”, not a cost");
  });
});
