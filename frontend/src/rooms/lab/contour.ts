/**
 * Where a field on a square grid crosses a level: lines in grid units, x then y, each as long as it
 * goes on, so that dashes are even along it.
 */
export function contour(field: Float32Array, side: number, level: number): number[][] {
  const ends = new Map<number, Edge[]>();
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      if (isUncrossed(field, side, level, row * side + column)) continue;
      for (const [a, b] of cellPairs(field, side, level, row, column)) {
        add(ends, a, b);
        add(ends, b, a);
      }
    }
  }
  const place = (edge: Edge) => crossing(field, side, level, edge);
  const lines: number[][] = [];
  const loose = [...ends.keys()].filter((edge) => ends.get(edge)!.length === 1);
  for (const start of [...loose, ...ends.keys()]) {
    if (ends.get(start)?.length) lines.push(pathFrom(ends, start).flatMap(place));
  }
  return lines;
}

/** An edge of the grid by one number: twice its first corner, and one more if it goes up. */
type Edge = number;

function add(ends: Map<Edge, Edge[]>, from: Edge, to: Edge): void {
  const known = ends.get(from);
  if (known) known.push(to);
  else ends.set(from, [to]);
}

/** The edges along one line from its start, taken out of the map. */
function pathFrom(ends: Map<Edge, Edge[]>, start: Edge): Edge[] {
  const line = [start];
  let now = start;
  for (;;) {
    const next = ends.get(now)?.pop();
    if (next === undefined) return line;
    const back = ends.get(next)!;
    back.splice(back.indexOf(now), 1);
    line.push(next);
    now = next;
  }
}

/** Whether all corners of a cell are on the same side: nearly all are. */
function isUncrossed(field: Float32Array, side: number, level: number, at: number): boolean {
  const above = field[at]! > level;
  return (
    field[at + 1]! > level === above &&
    field[at + side]! > level === above &&
    field[at + side + 1]! > level === above
  );
}

/** The pairs of a cell's edges that a line joins. */
function cellPairs(
  field: Float32Array,
  side: number,
  level: number,
  row: number,
  column: number,
): [Edge, Edge][] {
  const at = row * side + column;
  const corners = [at, at + 1, at + side + 1, at + side];
  const edges = [2 * at, 2 * (at + 1) + 1, 2 * (at + side), 2 * at + 1];
  const above = corners.map((corner) => field[corner]! > level);
  const crossed = edges.filter((_, i) => above[i] !== above[(i + 1) % 4]);
  if (crossed.length === 2) return [[crossed[0]!, crossed[1]!]];
  if (crossed.length === 0) return [];
  const [a, b, c, d] = edges as [Edge, Edge, Edge, Edge];
  const middle = corners.reduce((sum, corner) => sum + field[corner]!, 0) / 4 > level;
  return middle === above[0] // a saddle: the corners that agree with the middle belong together
    ? [
        [a, b],
        [c, d],
      ]
    : [
        [d, a],
        [b, c],
      ];
}

/** Where the level is crossed on an edge. */
function crossing(field: Float32Array, side: number, level: number, edge: Edge): [number, number] {
  const from = edge >> 1;
  const up = edge & 1;
  const to = from + (up ? side : 1);
  const a = field[from]! - level;
  const b = field[to]! - level;
  const share = a / (a - b);
  const x = (from % side) + 0.5;
  const y = Math.floor(from / side) + 0.5;
  return up ? [x, y + share] : [x + share, y];
}
