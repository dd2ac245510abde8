import { describe, expect, it } from "vitest";
import { nearestPoint } from "../src/points/hits";
import { seenPoints, setAside, spreadOf } from "../src/points/spread";

const DOMAIN = { x0: -10, x1: 10, y0: -10, y1: 10 };
const FRAME = { width: 400, height: 200 };
const natural = (points: number) => Uint32Array.from({ length: points }, (_, i) => i);

describe("points that coincide", () => {
  it("are set around their place, each apart from the others and none far away", () => {
    const xy = new Float32Array(200).fill(3);
    xy.set([5, 5], 198); // alone
    const spread = spreadOf(xy, natural(100))!;
    expect([...spread.subarray(198)]).toEqual([0, 0]);
    const places = Array.from({ length: 99 }, (_, i) => [spread[2 * i]!, spread[2 * i + 1]!]);
    for (const [i, [x, y]] of places.entries()) {
      expect(Math.hypot(x!, y!)).toBeLessThanOrEqual(13);
      for (const [u, v] of places.slice(0, i)) {
        expect(Math.hypot(x! - u!, y! - v!)).toBeGreaterThan(1);
      }
    }
    expect(spreadOf(xy, natural(100))).toEqual(spread);
  });

  it("are left alone where there are none, however close they lie", () => {
    const xy = Float32Array.from({ length: 4000 }, (_, i) => Math.fround(1 + i * 1e-6));
    expect(spreadOf(xy, natural(2000))).toBeNull();
    expect(spreadOf(new Float32Array(), natural(0))).toBeNull();
    expect(seenPoints(xy, null, DOMAIN, FRAME)).toBe(xy);
  });

  it("are painted where they are found under the pointer", () => {
    const xy = new Float32Array([2, 2, 2, 2, 2, 2]);
    const spread = spreadOf(xy, new Uint32Array([2, 0, 1]))!;
    expect([...spread.subarray(4)]).toEqual([0, 0]);
    const seen = seenPoints(xy, spread, DOMAIN, FRAME);
    const scaled = new Float32Array([0.2, 0.2, 0.2, 0.2, 0.2, 0.2]);
    setAside(scaled, spread, natural(3), FRAME);
    for (const i of [0, 1, 2]) {
      expect(scaled[2 * i]).toBeCloseTo(seen[2 * i]! / 10, 5);
      expect(scaled[2 * i + 1]).toBeCloseTo(seen[2 * i + 1]! / 10, 5);
      const pixel: [number, number] = [240 + spread[2 * i]!, 80 + spread[2 * i + 1]!];
      expect(nearestPoint(seen, DOMAIN, FRAME, pixel, 14)).toBe(i);
    }
  });
});
