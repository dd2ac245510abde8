import { describe, expect, it } from "vitest";
import { thinMargins } from "../src/rooms/plane/margins";

const DOMAIN = { x0: -1000, x1: 0, y0: -1000, y1: 0 };
const line = (x: number) => 2 * x + 1000;

/** Points about the line, each so far below it; those below are the positives but for every 10th. */
function about(distances: number[]) {
  const xy = Float32Array.from(
    distances.flatMap((each, i) => [-500 - i / 100, line(-500 - i / 100) - each]),
  );
  const positive = Uint8Array.from(distances.map((each, i) => Number(each > 0 !== (i % 10 === 0))));
  return { xy, positive };
}

describe("the distances from the line", () => {
  const distances = Array.from({ length: 500 }, (_, i) => Math.sin(i) * 12 + 0.01);

  it("are counted for either class, with the line between two bars", () => {
    const { xy, positive } = about(distances);
    const margins = thinMargins(xy, positive, line, DOMAIN)!;
    const sum = (counts: number[]) => counts.reduce((all, each) => all + each, 0);
    const positives = positive.reduce((all, each) => all + each, 0);
    expect(sum(margins.positives)).toBe(positives);
    expect(sum(margins.negatives)).toBe(500 - positives);
    const width = (margins.high - margins.low) / margins.positives.length;
    const bars = -margins.low / width;
    expect(bars).toBeCloseTo(Math.round(bars), 6);
    const right = distances.filter((each, i) => each > 0 && positive[i]).length;
    expect(sum(margins.positives.slice(Math.round(bars)))).toBe(right);
  });

  it("are not drawn where the plane shows them, or of few points", () => {
    const { xy, positive } = about(distances.map((each) => each * 8));
    expect(thinMargins(xy, positive, line, DOMAIN)).toBeNull();
    const few = about(distances.slice(0, 20));
    expect(thinMargins(few.xy, few.positive, line, DOMAIN)).toBeNull();
  });

  it("are those of a sample of very many", () => {
    const many = about(Array.from({ length: 60_000 }, (_, i) => Math.sin(i) * 12));
    const margins = thinMargins(many.xy, many.positive, line, DOMAIN)!;
    const counted = [...margins.negatives, ...margins.positives].reduce((a, b) => a + b, 0);
    expect(counted).toBe(20_000);
  });
});
