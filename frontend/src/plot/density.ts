import type { Cloud, Palette } from "./scatter";
import { FADED_NEGATIVE, FADED_POSITIVE, NEGATIVE } from "./scatter";

/** Beyond this many points a plot shows how many lie at a place instead of each of them. */
export const DENSITY_FROM = 50_000;

const CELL_PX = 3;

/** How many negatives and positives lie in each cell of a grid over [-1, 1] x [-1, 1]. */
export function cellCounts(
  cloud: Cloud,
  columns: number,
  rows: number,
): [Uint32Array, Uint32Array] {
  const negatives = new Uint32Array(columns * rows);
  const positives = new Uint32Array(columns * rows);
  const { xy, kinds } = cloud;
  for (let i = 0; i < kinds.length; i++) {
    const column = Math.floor(((xy[2 * i]! + 1) / 2) * columns);
    const row = Math.floor(((1 - xy[2 * i + 1]!) / 2) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    const kind = kinds[i]!;
    if (kind === FADED_NEGATIVE || kind === FADED_POSITIVE) continue;
    (kind === NEGATIVE ? negatives : positives)[row * columns + column]! += 1;
  }
  return [negatives, positives];
}

/** Draws the cloud as cells: the fuller the cell, the stronger its colour (logarithmic). */
export function drawDensity(canvas: HTMLCanvasElement, cloud: Cloud, palette: Palette): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const cell = CELL_PX * ratio;
  const columns = Math.max(1, Math.floor(canvas.width / cell));
  const rows = Math.max(1, Math.floor(canvas.height / cell));
  const [negatives, positives] = cellCounts(cloud, columns, rows);
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const [counts, colour] of [
    [negatives, palette.negative],
    [positives, palette.positive],
  ] as const) {
    const fullest = Math.log1p(counts.reduce((a, b) => Math.max(a, b), 0)) || 1;
    context.fillStyle = colour;
    for (let i = 0; i < counts.length; i++) {
      const here = counts[i]!;
      if (here === 0) continue;
      context.globalAlpha = 0.15 + (0.8 * Math.log1p(here)) / fullest;
      const x = (i % columns) * (canvas.width / columns);
      const y = Math.floor(i / columns) * (canvas.height / rows);
      context.fillRect(x, y, cell, cell);
    }
  }
  context.globalAlpha = 1;
}
