import { describe, expect, it } from "vitest";
import {
  groundHeight,
  leveledBounds,
  leveledLine,
  leveledPoints,
  raisedLine,
} from "../src/rooms/plane/level";

const GROUND = { slope: 2, intercept: 5, curve: null };

describe("a level plane", () => {
  it("has each point at its distance from the line, and the line at 0", () => {
    const xy = Float32Array.from([1, 7, 3, 12, -4, -2]);
    expect([...leveledPoints(xy, GROUND)]).toEqual([1, 0, 3, 1, -4, 1]);
    expect(leveledLine(GROUND, GROUND)).toEqual({ slope: 0, intercept: 0 });
  });

  it("keeps every point on its side of every line", () => {
    const line = { slope: 1.5, intercept: -3 };
    const flat = leveledLine(line, GROUND);
    for (const [x, y] of [
      [4, 3.1],
      [4, 2.9],
      [-10, -17],
      [-10, -19],
    ] as const) {
      const [, height] = leveledPoints(Float32Array.from([x, y]), GROUND);
      const below = y < line.slope * x + line.intercept;
      expect(height! < flat.slope * x + flat.intercept).toBe(below);
    }
    expect(raisedLine(flat, GROUND)).toEqual(line);
  });

  it("lays a curve flat as well", () => {
    const curve = Float32Array.from([0, 0, 1, 1, 2, 4]);
    const ground = { slope: 1, intercept: 0, curve };
    expect(groundHeight(ground, 1)).toBe(1);
    expect([...leveledPoints(curve, ground)]).toEqual([0, 0, 1, 0, 2, 0]);
  });

  it("frames the few positives with the many others", () => {
    const level = new Float32Array(2 * 1000);
    const positive = new Uint8Array(1000);
    for (let i = 0; i < 1000; i++) level[2 * i + 1] = 5;
    level[1] = -9;
    positive[0] = 1;
    expect(leveledBounds(level, positive, [-3, 2, 0, 0])).toEqual([-3, 2, -9, 5]);
  });
});
