import { describe, expect, it } from "vitest";
import { classColor } from "../src/matrix/colors";
import {
  deepestLevel,
  drawn,
  edges,
  slices,
  spots,
  totalAt,
  weakest,
} from "../src/matrix/program-layout";
import { along, barSpan, countAt } from "../src/matrix/scale";
import { ticks, unbeaten } from "../src/matrix/scatter";
import { modelsCsv } from "../src/matrix/trajectory";
import type { ProgramNode } from "../src/matrix/wire";
import {
  accuracyOf,
  cellBounds,
  changes,
  classWritten,
  csvText,
  rowsNeeded,
  tightestRate,
  wantText,
} from "../src/matrix/words";
import { MATRIX, PROGRAM } from "./matrix-frames";

describe("wants in words", () => {
  it("reads the bounds on cells that steering writes, locked ones too", () => {
    expect(cellBounds('cell("ham", "spam") <= 21 and cell("spam", "ham") <= 4')).toEqual([
      { truth: "ham", said: "spam", atMost: true, count: 21 },
      { truth: "spam", said: "ham", atMost: true, count: 4 },
    ]);
    expect(cellBounds("recall >= 0.9")).toBeNull();
    expect(cellBounds("cell(a, b) <= 0 and errors <= 0 and fn(b) <= 0")).toBeNull();
    expect(cellBounds("cell(new york, b)<=3")).toEqual([
      { truth: "new york", said: "b", atMost: true, count: 3 },
    ]);
    expect(wantText('cell("ham", "spam") <= 21')).toBe("ham called spam: at most 21");
    const odd = [
      'B "q" x',
      "it's",
      ' and cell("a", "b") <= 2',
      "a, (b)",
      '"',
      "plain name",
      "5 > 3",
    ];
    for (const truth of odd) {
      const want = `cell(${classWritten(truth)}, "ham") <= 2 and cell(x, ${classWritten(truth)}) >= 1`;
      expect(cellBounds(want)?.map((bound) => [bound.truth, bound.said])).toEqual([
        [truth, "ham"],
        ["x", truth],
      ]);
    }
    expect(cellBounds("cell('it''s', x) <= 2")?.[0]?.truth).toBe("it's");
    expect(classWritten("plain name")).toBe("plain name");
    expect(wantText('node 3: cell("ham", "ham") >= 9')).toBe(
      "at node 3: ham recognized: at least 9",
    );
    expect(wantText("recall >= 0.9")).toBe("recall ≥ 0.9");
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
  it("quotes what a spreadsheet would misread", () => {
    expect(csvText([["a,b", 'say "x"', 3]])).toBe('"a,b","say ""x""",3\r\n');
  });

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
    expect(ticks({ low: 0, high: 41 })).toEqual([0, 20, 40]);
    expect(ticks({ low: 0, high: 4 })).toEqual([0, 1, 2, 3, 4]);
  });
});
