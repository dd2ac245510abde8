import { describe, expect, it } from "vitest";
import { alongLine, nearbyMarks, placedLabels } from "../src/rooms/bayes/labels";
import {
  type Asked,
  COST,
  costAt,
  crossing,
  demoSpace,
  interceptAt,
  likelihoodsAt,
  type Point,
  START,
  spaceDomain,
  squareDomain,
  sumToOne,
  traces,
} from "../src/rooms/bayes/spaces";
import { demoSentences, namedFigures, twoShares, verdict } from "../src/rooms/bayes/words";
import type { BayesPlaneFrame } from "../src/wire/types";

/** The answer as Bayes' rule gives it, for tests that start from a known object. */
function answer({ positive, negative, prior, cost }: Asked): BayesPlaneFrame {
  const x = positive * prior;
  const y = negative * (1 - prior);
  const steep = (cost * prior) / (1 - prior);
  const space = (point: Point, slope: number, intercept = 0) => ({ point, slope, intercept });
  return {
    kind: "bayes-plane",
    reply_to: 1,
    columns: {},
    posterior: space([x / (x + y), y / (x + y)], cost),
    joint: space([x, y], cost),
    data: space([positive, negative], steep),
    likelihood: space([Math.log(positive), Math.log(negative)], 1, Math.log(steep)),
    evidence: x + y,
    positive: cost * x > y,
    odds: x / y,
    threshold: 1 / cost,
    likelihood_ratio: positive / negative,
    ratio_threshold: 1 / steep,
    risks: [y / (x + y), (cost * x) / (x + y)],
  };
}

const SPACES = ["posterior", "joint", "data", "likelihood"] as const;

describe("the names of a decision", () => {
  it("compares the same two sides in every space", () => {
    for (const cost of [0.5, 1, 3]) {
      const shown = answer({ positive: 0.3, negative: 0.2, prior: 0.45, cost });
      const signs = SPACES.map((space) => /[<>]/.exec(namedFigures(space, shown).text)![0]);
      // risks are losses: the lower one wins
      const wins = shown.positive ? ">" : "<";
      expect(signs).toEqual([shown.positive ? "<" : ">", wins, wins, wins]);
    }
  });
});

describe("a line in one space", () => {
  it("goes through the hand in both", () => {
    const asked = { slope: 1.5, straight: "likelihood" as const };
    const q = interceptAt("likelihood", [-1, -0.9], asked);
    expect(q).toBeCloseTo(-0.9 + 1.5, 3);
    expect(interceptAt("data", [Math.exp(-1), Math.exp(-0.9)], asked)).toBeCloseTo(q, 3);
    const other = { slope: 0.8, straight: "data" as const };
    expect(interceptAt("data", [0.5, 0.6], other)).toBeCloseTo(0.2, 3);
    expect(interceptAt("likelihood", [Math.log(0.5), Math.log(0.6)], other)).toBeCloseTo(0.2, 3);
  });
});

describe("the hand in the four spaces", () => {
  const asked = { positive: 0.3, negative: 0.2, prior: 0.4, cost: 2 };

  it("finds the likelihoods that put the object where it already is", () => {
    const shown = answer(asked);
    for (const space of SPACES) {
      const found = likelihoodsAt(space, shown[space].point, asked, shown.evidence);
      expect(found.positive).toBeCloseTo(asked.positive, 3);
      expect(found.negative).toBeCloseTo(asked.negative, 3);
    }
  });

  it("moves the posterior along its segment and keeps P(o)", () => {
    const shown = answer(asked);
    const found = likelihoodsAt("posterior", [0.9, 0.4], asked, shown.evidence);
    const moved = answer({ ...asked, ...found });
    expect(moved.posterior.point[0]).toBeCloseTo(0.75, 2);
    expect(moved.evidence).toBeCloseTo(shown.evidence, 2);
  });

  it("keeps probabilities off 0 and 1", () => {
    expect(likelihoodsAt("data", [-0.2, 1.4], asked, 0.3)).toEqual({
      positive: 0.01,
      negative: 0.99,
    });
    expect(likelihoodsAt("likelihood", [2, -99], asked, 0.3)).toEqual({
      positive: 0.99,
      negative: 0.01,
    });
  });

  it("finds the cost whose line goes through the hand", () => {
    const shown = answer(asked);
    const x = { posterior: 0.3, joint: 0.1, data: 0.4, likelihood: -1.5 };
    for (const space of SPACES) {
      const { slope, intercept } = shown[space];
      const at: Point = [x[space], slope * x[space] + intercept];
      expect(costAt(space, at, asked.prior)).toBeCloseTo(asked.cost, 2);
    }
    expect(costAt("joint", [0.1, -0.2], 0.4)).toBeNull();
    expect(costAt("joint", [0, 0], 0.4)).toBeNull();
    expect(costAt("joint", [1e-6, 0.9], 0.4)).toBe(COST.high);
  });
});

describe("what is drawn", () => {
  it("holds all points in a square that does not jump", () => {
    expect(squareDomain([[0.1, 0.28]], false)).toEqual({ x0: 0, x1: 0.3, y0: 0, y1: 0.3 });
    expect(squareDomain([[0.999, 0.2]], false).x1).toBe(1);
    const deep = squareDomain([[-0.1, -4.4]], true);
    expect(deep.y0).toBe(-5);
    expect(squareDomain([[-22, -1]], true).x0).toBeLessThan(-22);
    expect(spaceDomain("joint", [[0.01, 0.02]]).x1).toBe(1);
  });

  it("shows the other spaces' points, as logarithms in likelihood space", () => {
    const shown = answer(START);
    expect(traces("data", shown).map(({ space }) => space)).toEqual(["posterior", "joint"]);
    const [posterior, joint] = traces("likelihood", shown);
    expect(Math.exp(posterior!.point[0])).toBeCloseTo(shown.posterior.point[0]);
    expect(Math.exp(joint!.point[1])).toBeCloseTo(shown.joint.point[1]);
  });

  it("bends the segment of posteriors into a curve in logarithms", () => {
    for (const [x, y] of sumToOne(true, -5)) expect(Math.exp(x) + Math.exp(y)).toBeCloseTo(1, 9);
    const [x, y] = crossing(3);
    expect(x + y).toBeCloseTo(1);
    expect(y / x).toBeCloseTo(3);
  });

  it("knows in which form the eight objects came", () => {
    const object = (x: number, y: number) => ({
      label: "000",
      point: [x, y] as Point,
      positive: true,
    });
    expect(demoSpace([object(0.2, 0.1)])).toEqual({ normalized: false, logarithmic: false });
    expect(demoSpace([object(0.7, 0.3)])).toEqual({ normalized: true, logarithmic: false });
    expect(demoSpace([object(-1.2, -0.4)])).toEqual({ normalized: false, logarithmic: true });
    const half = Math.log(0.5);
    expect(demoSpace([object(half, half)])).toEqual({ normalized: true, logarithmic: true });
  });
});

describe("labels", () => {
  it("names marks that lie together once, in order", () => {
    const groups = nearbyMarks([
      { label: "011", x: 10, y: 10 },
      { label: "100", x: 90, y: 10 },
      { label: "010", x: 12, y: 10 },
      { label: "000", x: 20, y: 10 },
    ]);
    expect(groups.map((group) => group.map(({ label }) => label))).toEqual([
      ["100"],
      ["000", "010", "011"],
    ]);
  });

  it("stand inside the square and never on another mark or label", () => {
    const marks = Array.from({ length: 8 }, (_, i) => ({
      label: `${i}${i}${i}`,
      x: 20 * i + 60,
      y: 100,
    }));
    const placed = placedLabels(marks, 300);
    expect(placed).toHaveLength(8);
    const boxes = placed.map(({ x, y, anchor }) => {
      const left = anchor === "start" ? x : anchor === "end" ? x - 21 : x - 10.5;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + 21).toBeLessThanOrEqual(300);
      return { left, right: left + 21, top: y - 11, bottom: y + 4 };
    });
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const apart =
          a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart).toBe(true);
      }
    }
  });

  it("keep off a line when there is room elsewhere", () => {
    const mark = { label: "joint", x: 100, y: 100 };
    expect(placedLabels([mark], 200)[0]!.anchor).toBe("start");
    expect(placedLabels([mark], 200, alongLine(120, 0, 120, 200))[0]!.anchor).toBe("end");
  });
});

describe("the sentence", () => {
  it("says what is decided, and that the prior decided it", () => {
    const said = verdict(START, answer(START));
    expect(said.compared).toBe("0.18 against 0.12");
    expect(said.decision).toBe("the object is classified as c");
    expect(said.why).toBe(
      "because c is more common (0.70 of all), although the object is likelier under not c (0.40 against 0.26).",
    );
  });

  it("weighs by the cost", () => {
    const asked = { positive: 0.8, negative: 0.15, prior: 0.08, cost: 10 };
    const said = verdict(asked, answer(asked));
    expect(said.compared).toBe("10 × 0.064 = 0.64 against 0.14");
    expect(said.why).toContain("a miss costs 10 times as much as a false alarm");
    const dear = { ...asked, cost: 0.25 };
    expect(verdict(dear, answer(dear)).why).toContain("a false alarm costs 4 times as much");
  });

  it("has a word for an object on the line", () => {
    const asked = { positive: 0.3, negative: 0.3, prior: 0.5, cost: 1 };
    const said = verdict(asked, answer(asked));
    expect(said.decision).toBe("the object is classified as not c");
    expect(said.why).toContain("lies on the line");
  });

  it("shows enough digits to tell two numbers apart", () => {
    expect(twoShares(0.18, 0.12)).toEqual(["0.18", "0.12"]);
    expect(twoShares(0.1204, 0.1196)).toEqual(["0.1204", "0.1196"]);
    expect(twoShares(0.004, 0.2)).toEqual(["0.004", "0.200"]);
  });

  it("names the features that say nothing", () => {
    const objects = ["000", "001"].map((label, i) => ({
      label,
      point: [0.1, 0.2] as Point,
      positive: i === 1,
    }));
    const frame = {
      kind: "bayes-demo" as const,
      reply_to: 1,
      columns: {},
      objects,
      line: { slope: 1, intercept: 0 },
      power: [],
      regions: [],
    };
    const [main, rest] = demoSentences([0.8, 0.3, 0.4, 0.4, 0.5, 0.5], frame);
    expect(main).toBe("1 of 8 objects is classified as c");
    expect(rest).toContain("f2 and f3 are as frequent");
    expect(demoSentences([0.8, 0.3, 0.4, 0.6, 0.5, 0.6], frame)[1]).toContain("all three");
  });
});
