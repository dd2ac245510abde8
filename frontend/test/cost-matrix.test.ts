import { describe, expect, it } from "vitest";
import { shownOrder } from "../src/rooms/matrix/class-order";
import {
  copiedCosts,
  distanceCosts,
  evenCosts,
  heavierRow,
  isSymmetric,
  pastedCosts,
  symmetricCosts,
  withCost,
} from "../src/rooms/matrix/cost-matrix";

const FOUR = ["a", "b", "c", "d"];

describe("a cost matrix", () => {
  it("costs nothing where a row is right, whatever the preset", () => {
    for (const costs of [evenCosts(4), distanceCosts(FOUR), heavierRow(evenCosts(4), 2, 10)]) {
      expect(costs.map((row, i) => row[i])).toEqual([0, 0, 0, 0]);
    }
    expect(distanceCosts(FOUR)[0]).toEqual([0, 1, 2, 3]);
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
    const names = Array.from({ length: 12 }, (_, i) => `class ${i}`);
    const costs = withCost(distanceCosts(names), 3, 4, 2.5, false);
    expect(pastedCosts(copiedCosts(costs, names), names)).toEqual(costs);
    expect(pastedCosts(costs.map((row) => row.join(";")).join("\r\n"), names)).toEqual(costs);
    expect(pastedCosts("0 1\n2 0", ["a", "b"])).toEqual([
      [0, 1],
      [2, 0],
    ]);
  });

  it("has classes that are numbers in the order of their size", () => {
    const stars = ["1", "10", "2", "3.5"];
    expect(shownOrder(stars)).toEqual([0, 2, 3, 1]);
    expect(shownOrder(["b", "10", "2"])).toEqual([0, 1, 2]);
    expect(distanceCosts(stars)).toEqual([
      [0, 3, 1, 2],
      [3, 0, 2, 1],
      [1, 2, 0, 1],
      [2, 1, 1, 0],
    ]);
    const costs = withCost(distanceCosts(stars), 0, 1, 9, false);
    const copied = copiedCosts(costs, stars);
    expect(copied.split("\n").slice(0, 2)).toEqual(["\t1\t2\t3.5\t10", "1\t0\t1\t2\t9"]);
    expect(pastedCosts(copied, stars)).toEqual(costs);
  });

  it("says which row or number it cannot take", () => {
    expect(pastedCosts("0,1\n1,0\n1,1\n1,1", ["a", "b"])).toBe("4 rows came, 2 are needed");
    expect(pastedCosts("0,1\n1,0,3,4", ["a", "b"])).toBe("row 2 has 4 numbers, 2 are needed");
    expect(pastedCosts("0,-1\n1,0", ["a", "b"])).toBe("row 1, column 2 is “-1”, not a cost");
  });
});
