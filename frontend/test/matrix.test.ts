import { describe, expect, it } from "vitest";
import { wholeTicks } from "../src/charts/scale";
import { along, barSpan, countAt } from "../src/rooms/matrix/bar-span";
import { builtText, firstBuilt, percentTyped } from "../src/rooms/matrix/built-want";
import { accuracyOf, changedErrors, classFigures } from "../src/rooms/matrix/matrix-figures";
import { wholeLines } from "../src/rooms/matrix/predict-file";
import {
  deepestLevel,
  drawn,
  edges,
  slices,
  spots,
  totalAt,
  weakest,
} from "../src/rooms/matrix/program-layout";
import { unbeaten } from "../src/rooms/matrix/scatter";
import { modelsCsv } from "../src/rooms/matrix/trajectory";
import {
  askedCells,
  boundText,
  FINAL,
  finalBoundText,
  keepsLocks,
  promiseText,
  rateText,
  shortageText,
  verdictText,
  violationText,
  wantText,
} from "../src/rooms/matrix/words";
import { classColor } from "../src/ui/palette";
import type { ProgramNode } from "../src/wire/matrix";
import { bound, HAM_AS_SPAM, MATRIX, PROGRAM, reached } from "./matrix-frames";

/** With spaces that may break. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("wants in words", () => {
  it("says bounds in words that name the classes", () => {
    const words = (...asked: Parameters<typeof boundText>) => plain(boundText(...asked));
    expect(words(HAM_AS_SPAM, MATRIX)).toBe("ham called spam ≤ 6");
    expect(words(bound("recall", [], ">=", 0.9), MATRIX)).toBe("spam caught ≥ 90 %");
    expect(words(bound("fnr", ["ham"], "<=", 0.005), MATRIX)).toBe("ham called spam ≤ 0.5 %");
    expect(words(bound("fpr", ["ham"], "<=", 0.05), MATRIX)).toBe("spam missed ≤ 5 %");
    expect(words(bound("fpr", [], "<=", 0.05), MATRIX)).toBe("ham called spam ≤ 5 %");
    expect(words(bound("specificity", [], ">=", 0.9), MATRIX)).toBe("ham correct ≥ 90 %");
    expect(words(bound("precision", [], ">=", 0.9), MATRIX)).toBe("precision for spam ≥ 90 %");
    expect(words(bound("accuracy", [], ">=", 0.9), MATRIX)).toBe("accuracy ≥ 90 %");
    const many = { classes: ["1", "b", "c"], positive: null };
    expect(words(bound("fp", ["1"], "<", 1234), many)).toBe("others called “1” < 1234");
    expect(words(bound("cell", ["b", "c"], "=", 2), many)).toBe("b called c = 2");
    const recognized = bound("cell", ["ham", "ham"], ">=", 9);
    expect(wantText([recognized], MATRIX, 3)).toBe("at node 3: ham correct ≥ 9");
  });

  it("tells what was asked from what the locks add", () => {
    const lock = reached(bound("cell", ["spam", "ham"], "<=", 8, { locked: true }), 8);
    const outcome = MATRIX.outcome!;
    const locked = { ...outcome, bounds: [...outcome.bounds, lock] };
    expect(askedCells(locked)).toEqual(outcome.bounds);
    expect([keepsLocks(outcome), keepsLocks(locked)]).toEqual([false, true]);
    const rate = reached(bound("recall", [], ">=", 0.9), 0.8);
    expect(askedCells({ ...outcome, bounds: [...outcome.bounds, rate] })).toBeNull();
  });

  it("makes sentences of what is missing, guaranteed, or takes more rows", () => {
    const rate = bound("fpr", [], "<=", 0.02);
    const missed = { bound: rate, value: 0.0314, rows: 4, promising: false };
    expect(plain(violationText(missed, MATRIX))).toBe(
      "ham called spam 3.14 % (≤ 2 % wanted, 4 more rows)",
    );
    const promise = { bound: rate, risk: 0.05, allowed: 7, rows: 744, of_shares: false };
    const kept = reached(rate, 5 / 744, { part: 5, rows: 744 });
    expect(plain(promiseText(promise, MATRIX, kept))).toBe(
      "at most 2 % of new ham is called spam (tuning rows: 5 errors in 744, 7 allowed)",
    );
    const recall = bound("recall", [], ">=", 0.9);
    const caught = reached(recall, 0.95, { part: 95, rows: 100 });
    expect(plain(promiseText({ ...promise, bound: recall, rows: 100 }, MATRIX, caught))).toBe(
      "at least 90 % of new spam is caught (tuning rows: 5 errors in 100, 7 allowed)",
    );
    expect(plain(shortageText({ bound: rate, rows: 100, needed: 149 }, MATRIX))).toBe(
      "To guarantee ham called spam ≤ 2 % takes at least 149 rows; there are 100",
    );
    expect([0.0024829, 0.017, 0.0513].map(rateText).map(plain)).toEqual([
      "0.25 %",
      "1.7 %",
      "5.2 %",
    ]);
  });

  it("says of the final test what holds, and whether a failure is noise", () => {
    const held = {
      bound: bound("fpr", [], "<=", 0.02),
      value: 0.01,
      limit: 0.02,
      low: 0.001,
      high: 0.03,
      part: 2,
      rows: 200,
      tuning: 0.01,
      holds: true,
      within_noise: false,
      group: "",
    };
    const broken = { ...held, holds: false, within_noise: true };
    expect(plain(finalBoundText(held, MATRIX))).toBe(
      "ham called spam: 2 of 200, 1 % (≤ 2 % wanted)",
    );
    const inGroup = { ...held, bound: { ...held.bound, each_group: "clinic" }, group: "B" };
    expect(plain(finalBoundText(inGroup, MATRIX))).toContain("in clinic B: 2 of 200");
    const cost = { ...held, bound: bound("average cost", [], "<=", 3), value: 2.5, limit: 3 };
    expect(plain(finalBoundText({ ...cost, part: null }, MATRIX))).toBe(
      "average cost: 2.5 (≤ 3 wanted)",
    );
    expect(verdictText([held])).toContain("holds");
    expect(verdictText([held, broken])).toContain("1 of 2 limits");
    expect(verdictText([broken])).toContain(FINAL.noise);
    expect(verdictText([{ ...broken, within_noise: false }])).not.toContain(FINAL.noise);
  });

  it("knows the figures of a class and what the last step changed", () => {
    expect(changedErrors(MATRIX)).toEqual([
      { row: 1, column: 0, before: 2, after: 8 },
      { row: 0, column: 1, before: 10, after: 6 },
    ]);
    expect(changedErrors({ ...MATRIX, outcome: null })).toEqual([]);
    const matrix = [
      [3, 1],
      [0, 4],
    ];
    expect(accuracyOf(matrix)).toBe(7 / 8);
    expect(classFigures(matrix, 1)).toEqual({ precision: 0.8, recall: 1, f1: 8 / 9 });
  });
});

describe("a want that is built by choosing", () => {
  it("limits the other class first and catches as much as possible", () => {
    const built = firstBuilt(MATRIX);
    expect(built).toEqual({ limited: "missed", place: 0, percent: "10", goal: 1, refer: null });
    expect(builtText(built, MATRIX)).toBe(
      "lose at most 10 % of ham, then catch as much spam as possible",
    );
    const other = { ...built, place: 1, percent: "0,5" };
    expect(builtText(other, MATRIX)).toBe(
      "miss at most 0.5 % of spam, with as few false alarms as possible",
    );
    const called = { ...built, limited: "called" as const, place: 1 };
    expect(builtText(called, MATRIX)).toBe(
      "allow at most 10 % errors among rows called spam, then catch as much spam as possible",
    );
    expect(builtText({ ...built, percent: "many" }, MATRIX)).toBeNull();
    expect(builtText({ ...built, refer: "5" }, MATRIX)).toBe(
      "lose at most 10 % of ham, ask a person about at most 5 %, then catch as much spam as possible",
    );
    expect(builtText({ ...built, refer: "few" }, MATRIX)).toBeNull();
  });

  it("shows the last want again where it can be built", () => {
    const outcome = MATRIX.outcome!;
    const bound = {
      ...outcome.bounds[0]!,
      measure: "fnr",
      classes: ["spam"],
      relation: "<=" as const,
      value: 0.025,
      locked: false,
    };
    const view = { ...MATRIX, outcome: { ...outcome, best: null, bounds: [bound] } };
    const built = firstBuilt(view);
    expect(built).toEqual({ limited: "missed", place: 1, percent: "2.5", goal: null, refer: null });
    const referral = { ...bound, measure: "refer", classes: [], value: 0.05 };
    const asking = { ...view, outcome: { ...view.outcome, bounds: [bound, referral] } };
    expect(firstBuilt(asking)).toEqual({ ...built, refer: "5" });
    const two = { ...view, outcome: { ...view.outcome, bounds: [bound, bound] } };
    expect(firstBuilt(two)).toEqual(firstBuilt({ ...MATRIX, outcome: null }));
  });

  it("reads the rates that people write", () => {
    expect(["0.5", "0,5 %", "1/200", "1 in 200", " 5% "].map(percentTyped)).toEqual([
      0.5, 0.5, 0.5, 0.5, 5,
    ]);
    expect(["", "0", "100", "-1", "five", "1/0"].map(percentTyped)).toEqual(Array(6).fill(null));
  });

  it("keeps the choice of what to improve where there are several classes", () => {
    const many = {
      ...MATRIX,
      classes: ["a", "b c", "d"],
      positive: null,
      tightest: [0.1, 0.1, 0.1],
    };
    const built = { ...firstBuilt(many), percent: "2" };
    expect(builtText(built, many)).toBe('miss at most 2 % of "a"');
    expect(builtText({ ...built, goal: 1 }, many)).toBe(
      'miss at most 2 % of "a", then catch as much b c as possible',
    );
    const odd = { ...many, classes: ["a", 'as "is"', "d, e"] };
    expect(builtText({ ...built, place: 2, goal: 1 }, odd)).toBe(
      'miss at most 2 % of "d, e", then catch as much "as ""is""" as possible',
    );
  });
});

describe("lines of a prediction", () => {
  it("are read when they are whole", () => {
    expect(wholeLines('{"rows": 5}\n{"ke')).toEqual([{ rows: 5 }]);
    expect(wholeLines('{"rows": 5}\n{"key": "x"}\n')).toEqual([{ rows: 5 }, { key: "x" }]);
  });
});

describe("the bar of a cell", () => {
  it("holds every count that can be attained, and comes back to the count it was given", () => {
    for (const [total, value, range, right] of [
      [744, 32, [13, 122], false],
      [744, 712, [622, 731], true],
      [5, 0, [0, 0], false],
      [5, 5, [5, 5], true],
    ] as [number, number, [number, number], boolean][]) {
      const span = barSpan(total, value, range, right);
      expect(span.low).toBeLessThanOrEqual(range[0]);
      expect(span.high).toBeGreaterThanOrEqual(range[1]);
      for (let count = span.low; count <= span.high; count++) {
        expect(countAt(span, along(span, count))).toBe(count);
      }
    }
  });
});

describe("files", () => {
  it("lists every model with its cells", () => {
    const lines = modelsCsv(MATRIX, [0.9], { 1: "gentle" }).trim().split("\r\n");
    expect(lines).toHaveLength(1 + MATRIX.trajectory.length);
    expect(lines[0]).toContain("ham called spam");
    expect(lines[2]).toContain("gentle");
  });
});

describe("the drawn program", () => {
  it("places levels from left to right and votes for the positive upwards", () => {
    const places = spots(PROGRAM, 1, { width: 600, height: 400 }, deepestLevel(PROGRAM));
    const [root, against, forIt] = places;
    expect(root!.x).toBeLessThan(against!.x);
    expect(against!.x).toBe(forIt!.x);
    expect(forIt!.y).toBeLessThan(against!.y);
    expect(root!.radius).toBeGreaterThan(forIt!.radius);
    for (const place of places) {
      expect(place.y - place.radius).toBeGreaterThanOrEqual(0);
      expect(place.y + place.radius).toBeLessThanOrEqual(400);
    }
  });

  it("fans many classes out level by level and leaves out what no row reaches", () => {
    const size = 6;
    const votes = (place: number) => Array.from({ length: size }, (_, i) => Number(i === place));
    const root: ProgramNode = {
      ...PROGRAM.nodes[0]!,
      votes: votes(-1),
      rows: Array(size).fill(10),
      matrix: votes(-1).map((_, row) => votes(row).map((hit) => 10 * hit)),
      children: [1, 2, 3, 4, 5, 6],
    };
    const ends = votes(-1).map((_, place) => ({
      ...PROGRAM.nodes[1]!,
      votes: votes(place),
      label: place,
      rows: place === 5 ? Array(size).fill(0) : votes(place).map((hit) => 10 * hit),
      matrix: votes(-1).map(() => Array(size).fill(0)),
    }));
    const program = { ...PROGRAM, nodes: [root, ...ends] };
    expect(drawn(program)).toEqual([true, true, true, true, true, true, false]);
    const places = spots(program, null, { width: 600, height: 400 }, 1).slice(1, 6);
    for (const [i, place] of places.entries()) {
      expect(place.y).toBeGreaterThan(0);
      if (i > 0)
        expect(place.y - place.radius).toBeGreaterThan(places[i - 1]!.y + places[i - 1]!.radius);
    }
  });

  it("colors the edges of an adaptive program by the class that gains, else by most rows", () => {
    const cell = (votes: [number, number], children: number[], flows: number[][]) => ({
      ...PROGRAM.nodes[0]!,
      votes,
      children,
      flows,
    });
    const nodes = [
      cell(
        [0, 0],
        [1, 2],
        [
          [3, 9],
          [1, 5],
        ],
      ),
      cell([2, -2], [], []),
      cell([0, 0], [], []),
    ];
    const links = edges({ ...PROGRAM, nodes });
    expect(links.map(({ to, vote, flow }) => [to, vote, flow])).toEqual([
      [1, 0, [3, 9]],
      [2, 1, [1, 5]],
    ]);
  });

  it("lets as many rows leave a node as reach it", () => {
    const flows = edges(PROGRAM).filter(({ from }) => from === 0);
    const sum = flows.flatMap(({ flow }) => flow).reduce((a, b) => a + b, 0);
    expect(sum).toBe(totalAt(PROGRAM.nodes[0]!));
    expect(weakest(PROGRAM.nodes[0]!)).toBe(0.3);
  });

  it("cuts a pie into the classes that are there", () => {
    expect(slices({ x: 0, y: 0, radius: 5 }, [3, 0, 1]).map(({ place }) => place)).toEqual([0, 2]);
    expect(slices({ x: 0, y: 0, radius: 5 }, [0, 0])).toEqual([]);
  });

  it("gives the class that is looked for its own color", () => {
    expect(classColor(1, 1, 2)).toBe("var(--positive)");
    expect(classColor(0, 1, 2)).toBe("var(--negative)");
    expect(new Set([0, 1, 2].map((place) => classColor(place, null, 3))).size).toBe(3);
  });

  it("draws the frontier of all models through those that no other beats", () => {
    const points = [
      { fp: 9, fn: 1 },
      { fp: 3, fn: 4 },
      { fp: 5, fn: 4 },
      { fp: 3, fn: 7 },
      { fp: 0, fn: 8 },
    ];
    expect(unbeaten(points)).toEqual([
      [9, 1],
      [3, 4],
      [0, 8],
    ]);
  });

  it("marks axes at round numbers", () => {
    expect(wholeTicks(0, 41, 3)).toEqual([0, 10, 20, 30, 40]);
    expect(wholeTicks(0, 4, 3)).toEqual([0, 1, 2, 3, 4]);
    expect(wholeTicks(0, 1, 3)).toEqual([0, 1]);
  });
});
