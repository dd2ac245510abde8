/** Where a field on a square grid crosses a level: segments in grid units, x then y. */
export function contour(field: Float32Array, side: number, level: number): number[] {
  const segments: number[] = [];
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      const at = row * side + column;
      cellSegments(
        [field[at]!, field[at + 1]!, field[at + side + 1]!, field[at + side]!],
        level,
        column + 0.5,
        row + 0.5,
        segments,
      );
    }
  }
  return segments;
}

/** Corners in the order of a walk around the cell; each edge goes from its corner to the next. */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

function cellSegments(
  values: [number, number, number, number],
  level: number,
  x: number,
  y: number,
  segments: number[],
): void {
  const crossings: number[] = [];
  for (let edge = 0; edge < 4; edge++) {
    const a = values[edge]! - level;
    const b = values[(edge + 1) % 4]! - level;
    if (a > 0 === b > 0) continue;
    const share = a / (a - b);
    const [x0, y0] = CORNERS[edge]!;
    const [x1, y1] = CORNERS[(edge + 1) % 4]!;
    crossings.push(x + x0 + (x1 - x0) * share, y + y0 + (y1 - y0) * share);
  }
  if (crossings.length === 8 && values[0] > level !== sum(values) / 4 > level) {
    segments.push(...crossings.slice(2), ...crossings.slice(0, 2)); // a saddle: turn the pairing
  } else segments.push(...crossings);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
