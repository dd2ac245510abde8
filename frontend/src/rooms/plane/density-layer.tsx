import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Domain, type Frame, xPixel, yPixel } from "../../points/domain";
import { sizeCanvas } from "../../points/raster";
import { useDrawing } from "../../ui/drawing";
import { pointPalette, theme } from "../../ui/theme";
import type { Density, SplitName } from "../../wire/types";
import { MARGIN } from "./overlay";
import type { PlaneStore } from "./store";

const FAINTEST = 0.06;
const STRONGEST = 0.5;

/** How many of all rows lie at a place, where the points are a sample of them. */
export function DensityLayer({
  plane,
  split,
  frame,
}: {
  plane: PlaneStore;
  split: SplitName;
  frame: Signal<Frame>;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const grid = plane.store.viewParts[split].value?.density ?? null;
  useDrawing(() => {
    const density = plane.store.viewParts[split].value?.density;
    const counts = plane.store.columns.value[`${split}.density`] as Uint32Array | undefined;
    const domain = plane.domain.value;
    // A level plane moves points by their distance to the line: cells of a grid cannot follow.
    const level = plane.ground.value;
    const size = frame.value;
    const name = theme.value;
    if (!canvas.current) return;
    sizeCanvas(canvas.current, size.width, size.height);
    const context = canvas.current.getContext("2d");
    if (!context || !density || !counts || !domain || level) return;
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { negative, positive } = pointPalette(name);
    const half = density.cells ** 2;
    paintCells(context, counts.subarray(0, half), negative, density, domain, size);
    paintCells(context, counts.subarray(half), positive, density, domain, size);
  });
  if (!grid) return null;
  return (
    <canvas
      ref={canvas}
      class="points"
      data-testid={`density-${split}`}
      style={{ left: `${MARGIN.left}px`, top: `${MARGIN.top}px` }}
    />
  );
}

function paintCells(
  context: CanvasRenderingContext2D,
  counts: Uint32Array,
  color: string,
  { x, y, cells }: Density,
  domain: Domain,
  frame: Frame,
): void {
  const fullest = Math.log1p(counts.reduce((most, each) => Math.max(most, each), 0)) || 1;
  const [width, height] = [(x[1] - x[0]) / cells, (y[1] - y[0]) / cells];
  context.fillStyle = color;
  for (let i = 0; i < counts.length; i++) {
    const here = counts[i]!;
    if (here === 0) continue;
    const left = x[0] + (i % cells) * width;
    const low = y[0] + Math.floor(i / cells) * height;
    const [px, py] = [xPixel(domain, frame, left), yPixel(domain, frame, low + height)];
    const right = xPixel(domain, frame, left + width);
    const bottom = yPixel(domain, frame, low);
    context.globalAlpha = FAINTEST + ((STRONGEST - FAINTEST) * Math.log1p(here)) / fullest;
    context.fillRect(px, py, right - px, bottom - py);
  }
  context.globalAlpha = 1;
}
