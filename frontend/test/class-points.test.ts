import { describe, expect, it } from "vitest";
import { inside, movedRow, nearestPlace } from "../src/rooms/lab/lessons/class-points";

const DOMAIN = { x0: 0, x1: 10, y0: 0, y1: 8 };

describe("points of a lesson", () => {
  it("stay inside the chart, with two decimals", () => {
    expect(inside([-3, 9], DOMAIN)).toEqual([0, 8]);
    expect(inside([1.23456, 2], DOMAIN)).toEqual([1.23, 2]);
  });

  it("keep their class when they are moved, and the others stay", () => {
    const rows = [
      [1, 1, 0],
      [2, 2, 1],
    ];
    expect(movedRow(rows, 1, [3.333, 20], DOMAIN)).toEqual([
      [1, 1, 0],
      [3.33, 8, 1],
    ]);
  });

  it("are held only by a hand that is near", () => {
    const near =
      (at: number) =>
      ([x]: [number, number]) =>
        Math.abs(x - at);
    const places: [number, number][] = [
      [0, 0],
      [30, 0],
    ];
    expect(nearestPlace(places, near(25))).toBe(1);
    expect(nearestPlace(places, near(15))).toBeNull();
  });
});
