import { describe, expect, it } from "vitest";
import { contour } from "../src/rooms/lab/contour";
import { boxIn, placesIn } from "../src/rooms/lab/drawing";
import { lineEquation, signedNumber } from "../src/rooms/lab/words";

const SIDE = 20;

/** A field of a function at the middles of cells. */
function fieldOf(value: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    value((i % SIDE) + 0.5, Math.floor(i / SIDE) + 0.5),
  );
}

describe("contours", () => {
  it("follow a straight frontier as one line from edge to edge", () => {
    const lines = contour(
      fieldOf((x, y) => x + y - 17.3),
      SIDE,
      0,
    );
    expect(lines).toHaveLength(1);
    const line = lines[0]!;
    expect(line.length).toBeGreaterThan(2 * SIDE);
    for (let i = 0; i < line.length; i += 2) expect(line[i]! + line[i + 1]!).toBeCloseTo(17.3, 4);
  });

  it("close around a circle, every point of it at the radius", () => {
    const lines = contour(
      fieldOf((x, y) => Math.hypot(x - 10, y - 10) - 6),
      SIDE,
      0,
    );
    expect(lines).toHaveLength(1);
    const line = lines[0]!;
    expect(line.slice(0, 2)).toEqual(line.slice(-2));
    for (let i = 0; i < line.length; i += 2) {
      expect(Math.hypot(line[i]! - 10, line[i + 1]! - 10)).toBeCloseTo(6, 1);
    }
  });

  it("part the two lines of a saddle", () => {
    const lines = contour(
      fieldOf((x, y) => (x - 10) * (y - 10) - 0.05),
      SIDE,
      0,
    );
    expect(lines).toHaveLength(2);
  });

  it("are nothing where all is on one side", () => {
    expect(
      contour(
        fieldOf(() => 1),
        SIDE,
        0,
      ),
    ).toEqual([]);
  });
});

describe("the picture's square", () => {
  it("fits with its axes into any canvas and keeps its corners", () => {
    for (const [width, height] of [
      [620, 520],
      [460, 900],
    ] as const) {
      for (const densities of [true, false]) {
        const box = boxIn(width, height, densities);
        expect(box.left + box.size).toBeLessThanOrEqual(width);
        expect(box.top + box.size).toBeLessThanOrEqual(height);
        const places = placesIn(box, [-1, 3, 10, 20]);
        expect([places.x(-1), places.y(20)]).toEqual([box.left, box.top]);
        expect([places.x(3), places.y(10)]).toEqual([box.left + box.size, box.top + box.size]);
      }
    }
  });
});

describe("numbers in words", () => {
  it("have three digits that matter and a true minus", () => {
    expect(signedNumber(-0.12345)).toBe("−0.123");
    expect(signedNumber(0)).toBe("0");
    expect(signedNumber(123456)).toBe("1.2e+5");
  });

  it("write homogeneous weights as the equation of the line", () => {
    expect(lineEquation([-1.5, 2, 1])).toBe("2 x1 + 1 x2 = 1.5");
    expect(lineEquation([4, 2, -3])).toBe("2 x1 − 3 x2 = −4");
    expect(lineEquation([1, 0, 0])).toBe("no line: all weights are 0");
  });
});
