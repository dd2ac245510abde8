import { describe, expect, it } from "vitest";
import { niceTicks, tickText } from "../src/charts/scale";
import {
  type Bounds,
  fittedDomain,
  normalizedPoints,
  planePoint,
  steadyDomain,
  xPixel,
  yPixel,
  zoomDomain,
} from "../src/points/domain";
import { drawingOrder, nearestPoint, pointsInside } from "../src/points/hits";
import {
  clippedLine,
  decidedPositive,
  positiveSide,
  rotatedAbout,
  shiftedLine,
  slopeTowards,
} from "../src/points/line";

const BOX = { x0: -10, x1: 10, y0: -10, y1: 10 };
const FRAME = { width: 400, height: 200 };

/** Deterministic numbers in (-20, 20). */
function* numbers(): Generator<number> {
  let seed = 12345;
  while (true) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    yield (seed / 2147483648) * 40 - 20;
  }
}

describe("a clipped line", () => {
  it("runs through the corners when it is the bisector", () => {
    expect(clippedLine({ slope: 1, intercept: 0 }, BOX)).toEqual([-10, -10, 10, 10]);
  });

  it("is missing when the line misses the box", () => {
    expect(clippedLine({ slope: 1, intercept: 25 }, BOX)).toBeNull();
    expect(clippedLine({ slope: 0, intercept: 11 }, BOX)).toBeNull();
  });

  it("stays inside, on the line, and reaches the border at both ends", () => {
    const next = numbers();
    let found = 0;
    for (let i = 0; i < 300; i++) {
      const line = { slope: next.next().value / 8, intercept: next.next().value };
      const segment = clippedLine(line, BOX);
      if (!segment) continue;
      found++;
      for (const [x, y] of [segment.slice(0, 2), segment.slice(2)] as [number, number][]) {
        expect(y).toBeCloseTo(line.slope * x + line.intercept, 9);
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeCloseTo(10, 9);
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

describe("moving the line", () => {
  it("shifts so that the point under the hand stays under the hand", () => {
    const line = shiftedLine({ slope: 2, intercept: 1 }, 3, 5);
    expect(line.slope * (0 + 3) + line.intercept).toBe(1 + 5);
  });

  it("rotates about a fixed point", () => {
    const line = rotatedAbout([-4, 7], 1.7);
    expect(line.slope * -4 + line.intercept).toBeCloseTo(7, 12);
    expect(slopeTowards([0, 0], [2, 3])).toBe(1.5);
    expect(slopeTowards([1, 0], [1, 3])).toBeNull();
  });

  it("shades exactly the side that is decided positive", () => {
    const next = numbers();
    for (let i = 0; i < 60; i++) {
      const line = { slope: next.next().value / 8, intercept: next.next().value / 2 };
      const polygon = positiveSide(line, BOX);
      const xy = new Float32Array([next.next().value / 2.1, next.next().value / 2.1]);
      const inside = pointsInside(xy, polygon).length === 1;
      expect(inside).toBe(decidedPositive(line, xy[0]!, xy[1]!));
    }
  });
});

describe("the axes", () => {
  const bounds: Bounds[] = [
    [-900, -20, -870, -25],
    [-700, -10, -600, -30],
  ];

  it("hold the points of both plots with a margin", () => {
    const fit = fittedDomain(bounds);
    expect(fit.x0).toBeLessThan(-900);
    expect(fit.x1).toBeGreaterThan(-10);
    expect(fit.y0).toBeLessThan(-870);
  });

  it("stand still while the points stay inside and fill them", () => {
    const present = fittedDomain(bounds);
    expect(steadyDomain(present, [[-890, -30, -860, -40]])).toBe(present);
    expect(steadyDomain(present, [[-1200, -30, -860, -40]]).x0).toBeLessThan(-1200);
    expect(steadyDomain(present, [[-300, -30, -280, -40]]).x0).toBeGreaterThan(-400);
  });

  it("survive a single point", () => {
    const fit = fittedDomain([[-5, -5, 0, 0]]);
    expect(fit.x1 - fit.x0).toBeGreaterThan(0);
    expect(fit.y1 - fit.y0).toBeGreaterThan(0);
  });

  it("turn pixels into the plane and back", () => {
    const [x, y] = planePoint(BOX, FRAME, 130, 45);
    expect(xPixel(BOX, FRAME, x)).toBeCloseTo(130, 9);
    expect(yPixel(BOX, FRAME, y)).toBeCloseTo(45, 9);
  });

  it("keep the point under the pointer when they zoom", () => {
    const before = planePoint(BOX, FRAME, 130, 45);
    const after = planePoint(zoomDomain(BOX, before, 0.4), FRAME, 130, 45);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
  });

  it("have round ticks inside the range", () => {
    expect(niceTicks(-903, -12, 5)).toEqual([-800, -600, -400, -200]);
    expect(niceTicks(-1, 1, 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(niceTicks(3, 3, 4)).toEqual([]);
  });

  it("are written short enough to keep their sign", () => {
    expect([-18500, -20000, -900, 0.25, 0].map((tick) => tickText(tick))).toEqual([
      "−18.5k",
      "−20k",
      "−900",
      "0.25",
      "0",
    ]);
  });

  it("scale far points in double precision before they become float32", () => {
    const far = { x0: 1_000_000, x1: 1_000_001, y0: -1_000_001, y1: -1_000_000 };
    const xy = new Float32Array([1_000_000.25, -1_000_000.75]);
    expect([...normalizedPoints(xy, far)]).toEqual([-0.5, -0.5]);
  });
});

describe("points under the hand", () => {
  const xy = new Float32Array([0, 0, 5, 5, -5, 5]);

  it("are found when near enough", () => {
    const at = (x: number, y: number): [number, number] => [
      xPixel(BOX, FRAME, x),
      yPixel(BOX, FRAME, y),
    ];
    expect(nearestPoint(xy, BOX, FRAME, at(4.9, 4.9), 10)).toBe(1);
    expect(nearestPoint(xy, BOX, FRAME, at(9, -9), 10)).toBe(-1);
  });

  it("are gathered by a lasso", () => {
    expect(
      pointsInside(xy, [
        [-6, 4],
        [6, 4],
        [6, 6],
        [-6, 6],
      ]),
    ).toEqual([1, 2]);
  });

  it("are drawn in a mixed order that is always the same", () => {
    const even = Uint8Array.from({ length: 1000 }, (_, i) => i % 2);
    const order = drawingOrder(even);
    expect(new Set(order).size).toBe(1000);
    expect(order).toEqual(drawingOrder(even));
    const late = order.subarray(500).reduce((sum, i) => sum + i, 0) / 500;
    expect(Math.abs(late - 500)).toBeLessThan(40);
  });

  it("are drawn on top where they are rare", () => {
    for (const rare of [0, 1]) {
      const positive = Uint8Array.from({ length: 100 }, (_, i) => (i % 10 === 0 ? rare : 1 - rare));
      const order = drawingOrder(positive);
      expect(new Set(order).size).toBe(100);
      expect(Array.from(order.subarray(90), (i) => positive[i])).toEqual(Array(10).fill(rare));
    }
    expect(drawingOrder(new Uint8Array()).length).toBe(0);
  });

  it("are scaled in the order of drawing", () => {
    const order = new Uint32Array([1, 0]);
    expect([...normalizedPoints(new Float32Array([10, 10, 0, 0]), BOX, order)]).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
