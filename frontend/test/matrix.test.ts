import { describe, expect, it } from "vitest";
import { wholeTicks } from "../src/charts/scale";
import { along, barSpan, countAt } from "../src/rooms/matrix/bar-span";
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
  accuracyOf,
  askedCells,
  boundText,
  changes,
  classWritten,
  keepsLocks,
  promiseText,
  rowsNeeded,
  shortageText,
  tightestRate,
  violationText,
  wantText,
} from "../src/rooms/matrix/words";
import { classColor } from "../src/ui/palette";
import type { ProgramNode } from "../src/wire/matrix";
import { bound, HAM_AS_SPAM, MATRIX, PROGRAM, reached } from "./matrix-frames";

describe("wants in words", () => {
  it("says bounds on cells as what is called what, and others by their measure", () => {
    const recognized = bound("cell", ["ham", "ham"], ">=", 9);
    expect(boundText(HAM_AS_SPAM)).toBe("ham called spam: at most 6");
    expect(wantText([recognized], 3)).toBe("at node 3: ham recognized: at least 9");
    expect(wantText([bound("recall", [], ">=", 0.9), HAM_AS_SPAM])).toBe(
      "recall ≥ 90% and ham called spam: at most 6",
    );
    expect(boundText(bound("fn", ["a, b"], "<", 1234))).toBe("fn(“a, b”) < 1234");
    expect(boundText(bound("cell", ["x", "y"], "=", 2))).toBe("x called y: 2");
    expect(classWritten("plain name")).toBe("plain name");
    expect(classWritten('B "q" x')).toBe('"B ""q"" x"');
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

  it("makes sentences of what is in the way, promised, or not to be had from so few rows", () => {
    const rate = bound("fpr", [], "<=", 0.02);
    expect(violationText({ bound: rate, value: 0.0314, rows: 4, promising: false })).toBe(
      "fpr ≤ 2% does not hold: it is 3.14%, 4 rows would have to change",
    );
    expect(violationText({ bound: rate, value: 0.01, rows: null, promising: true })).toBe(
      "fpr ≤ 2% cannot be promised: it is 1% on these rows",
    );
    expect(promiseText({ bound: rate, risk: 0.05, allowed: 7, rows: 744 })).toBe(
      "fpr ≤ 2% on new data, but for a chance of 0.05: at most 7 of 744 rows here",
    );
    expect(shortageText({ bound: rate, rows: 100, needed: 149 })).toBe(
      "fpr ≤ 2% cannot be promised from 100 rows: it needs at least 149",
    );
  });

  it("says what the other cells paid, the most first", () => {
    expect(changes(MATRIX)).toEqual([
      { name: "spam called ham", by: 6, worse: true },
      { name: "ham called spam", by: -4, worse: false },
    ]);
    expect(changes({ ...MATRIX, outcome: null })).toEqual([]);
    expect(
      accuracyOf([
        [3, 1],
        [0, 4],
      ]),
    ).toBe(7 / 8);
  });

  it("knows how many rows a promise needs", () => {
    expect(rowsNeeded(0.01, 0.95)).toBe(299);
    expect(tightestRate(299, 0.95)).toBeLessThanOrEqual(0.01);
    expect(tightestRate(298, 0.95)).toBeGreaterThan(0.01);
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
