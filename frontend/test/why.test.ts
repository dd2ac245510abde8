import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutWord } from "../src/rooms/why/store";
import { lossDigits, lossText } from "../src/rooms/why/uses-panel";
import { waterfallLines } from "../src/rooms/why/waterfall";
import { number, signed } from "../src/rooms/why/words";
import type { WhyRowFrame } from "../src/wire/why";
import { GOLDEN } from "./golden";

test("each line of a waterfall begins where the one before ends, and the last is the score", () => {
  const { explanation } = JSON.parse(
    readFileSync(join(GOLDEN, "row-why.json"), "utf-8"),
  ) as WhyRowFrame;
  const lines = waterfallLines(explanation);
  expect(lines[0]!.to).toBe(explanation.base);
  const inner = lines.slice(0, -1);
  for (const [place, line] of inner.entries()) {
    if (place > 0) expect(line.from).toBeCloseTo(inner[place - 1]!.to);
  }
  expect(inner.at(-1)!.to).toBeCloseTo(explanation.score);
  expect(lines.at(-1)!.to).toBe(explanation.score);
});

test("a word is taken out of a text in every form", () => {
  expect(withoutWord("Companies and a company pay", "company")).toBe("and a pay");
  expect(withoutWord("free prize, freedom", "prize")).toBe("free , freedom");
});

test("scores have few digits and a real minus", () => {
  expect([number(-1.234), number(123.4), number(0.0123)]).toEqual(["−1.23", "123", "0.012"]);
  expect([signed(0.5), signed(-0.5)]).toEqual(["+0.50", "−0.50"]);
});

test("losses have as many decimals as tell the largest, up to five", () => {
  const largest = [0.2, 0.013, 0.0011, 0.0004, 1e-7, 0, -0.1];
  expect(largest.map(lossDigits)).toEqual([3, 3, 4, 5, 5, 3, 3]);
});

test("a loss that rounds to nothing has no minus", () => {
  const texts = [lossText(-0.0004, 3), lossText(-0.0004, 4), lossText(0.0123, 3)];
  expect(texts).toEqual(["0.000", "−0.0004", "0.012"]);
});
