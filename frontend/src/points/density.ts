import {
  type Cloud,
  FADED_NEGATIVE,
  FADED_POSITIVE,
  NEGATIVE,
  type Painter,
  type Palette,
  POSITIVE,
} from "./painter";
import { sizeCanvas } from "./raster";

const CELL_PX = 3;

/** How many negatives and positives lie in each cell of a grid over [-1, 1] x [-1, 1]. */
export function cellCounts(
  { xy, kinds }: Cloud,
  columns: number,
  rows: number,
): [Uint32Array, Uint32Array] {
  const negatives = new Uint32Array(columns * rows);
  const positives = new Uint32Array(columns * rows);
  for (let i = 0; i < kinds.length; i++) {
    const column = Math.floor(((xy[2 * i]! + 1) / 2) * columns);
    const row = Math.floor(((1 - xy[2 * i + 1]!) / 2) * rows);
    if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
    const kind = kinds[i]!;
    if (kind === FADED_NEGATIVE || kind === FADED_POSITIVE) continue;
    if (kind === POSITIVE) positives[row * columns + column]! += 1;
    else if (kind === NEGATIVE) negatives[row * columns + column]! += 1;
  }
  return [negatives, positives];
}

/** Paints how many points lie at a place instead of each point: for very many of them. */
export class Density implements Painter {
  private palette: Palette;
  private shown: Cloud | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    palette: Palette,
  ) {
    this.palette = palette;
  }

  resize(width: number, height: number): void {
    sizeCanvas(this.canvas, width, height);
    if (this.shown) this.draw(this.shown);
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    if (this.shown) this.draw(this.shown);
  }

  draw(cloud: Cloud): void {
    this.shown = cloud;
    const { width, height } = this.canvas;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    const cell = CELL_PX * (window.devicePixelRatio || 1);
    const columns = Math.max(1, Math.floor(width / cell));
    const rows = Math.max(1, Math.floor(height / cell));
    const [negatives, positives] = cellCounts(cloud, columns, rows);
    context.fillStyle = this.palette.background;
    context.fillRect(0, 0, width, height);
    for (const [counts, color] of [
      [negatives, this.palette.negative],
      [positives, this.palette.positive],
    ] as const) {
      const fullest = Math.log1p(counts.reduce((most, each) => Math.max(most, each), 0)) || 1;
      context.fillStyle = color;
      for (let i = 0; i < counts.length; i++) {
        const here = counts[i]!;
        if (here === 0) continue;
        context.globalAlpha = 0.15 + (0.8 * Math.log1p(here)) / fullest;
        const x = (i % columns) * (width / columns);
        const y = Math.floor(i / columns) * (height / rows);
        context.fillRect(x, y, cell, cell);
      }
    }
    context.globalAlpha = 1;
  }

  destroy(): void {
    this.shown = null;
  }
}
