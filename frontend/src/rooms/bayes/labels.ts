/** A mark on the drawing, in its units, with the name that should be read beside it. */
export interface Named {
  label: string;
  x: number;
  y: number;
}

export interface PlacedLabel {
  /** The names of marks that lie together, in order. */
  labels: string[];
  /** Where the text is anchored. */
  x: number;
  y: number;
  anchor: "start" | "end" | "middle";
}

/** Something that a label should not cover. */
export interface Obstacle {
  x: number;
  y: number;
  reach: number;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

const TOGETHER = 11;
const MARK = 7;
const GAP = 12;
const CHARACTER = 7;
const LINE_HEIGHT = 15;

/** Marks that lie so close that they need one label. */
export function nearbyMarks(marks: Named[], near = TOGETHER): Named[][] {
  const groups: Named[][] = [];
  for (const mark of marks) {
    const touching = groups.filter((group) =>
      group.some((other) => Math.hypot(other.x - mark.x, other.y - mark.y) < near),
    );
    const merged = [...touching.flat(), mark];
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map((group) => group.toSorted((a, b) => a.label.localeCompare(b.label)));
}

/**
 * One label a group, beside it where nothing else stands: to the right if it can be, else to the
 * left, above or below. Obstacles have no label; they are covered when there is no other way.
 */
export function placedLabels(
  marks: Named[],
  size: number,
  obstacles: Obstacle[] = [],
): PlacedLabel[] {
  const taken: Box[] = marks.map(({ x, y }) => around(x, y, MARK));
  const avoided = obstacles.map(({ x, y, reach }) => around(x, y, reach));
  return nearbyMarks(marks).map((group) => {
    const labels = group.map(({ label }) => label);
    const width = labels.join(", ").length * CHARACTER;
    const candidates = placesBeside(group);
    const free = (others: Box[]) =>
      candidates.find((place) => {
        const box = boxOf(place, width);
        const inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 <= size && box.y1 <= size;
        return inside && others.every((other) => !overlap(box, other));
      });
    const place = free([...taken, ...avoided]) ?? free(taken) ?? candidates[0]!;
    taken.push(boxOf(place, width));
    return { labels, ...place };
  });
}

type Place = Omit<PlacedLabel, "labels">;

function placesBeside(group: Named[]): Place[] {
  const left = Math.min(...group.map(({ x }) => x));
  const right = Math.max(...group.map(({ x }) => x));
  const top = Math.min(...group.map(({ y }) => y));
  const bottom = Math.max(...group.map(({ y }) => y));
  const middleX = (left + right) / 2;
  const middleY = (top + bottom) / 2;
  return [0, 12].flatMap((out): Place[] => [
    { x: right + GAP + out, y: middleY + 4, anchor: "start" },
    { x: left - GAP - out, y: middleY + 4, anchor: "end" },
    { x: middleX, y: top - GAP - out, anchor: "middle" },
    { x: middleX, y: bottom + GAP + 10 + out, anchor: "middle" },
    { x: right + 8 + out, y: top - 8 - out, anchor: "start" },
    { x: left - 8 - out, y: bottom + 16 + out, anchor: "end" },
  ]);
}

function boxOf({ x, y, anchor }: Place, width: number): Box {
  const x0 = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { x0, x1: x0 + width, y0: y - LINE_HEIGHT + 4, y1: y + 4 };
}

/** A line of the drawing as obstacles. */
export function alongLine(x0: number, y0: number, x1: number, y1: number): Obstacle[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 6));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps;
    return { x: x0 + t * (x1 - x0), y: y0 + t * (y1 - y0), reach: 3 };
  });
}

function around(x: number, y: number, reach: number): Box {
  return { x0: x - reach, x1: x + reach, y0: y - reach, y1: y + reach };
}

function overlap(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}
