import { channels } from "../ui/palette";
import { OUTSIDE, type Shape } from "../ui/shapes";
import { type Cloud, GLIDE_MS, type Painter, type Palette, pointStyles } from "./painter";

/** Make a canvas so large on the page, with a pixel for each of the screen's. */
export function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/** A mark's coverage, pixel by pixel, from 0 to 256: whole numbers blend faster. */
interface Stamp {
  size: number;
  coverage: Uint16Array;
  red: number;
  green: number;
  blue: number;
}

/**
 * Paints points with the processor alone, at once: it needs no graphics card, and no code that is
 * made at run time.
 */
export class Raster implements Painter {
  private readonly context: CanvasRenderingContext2D | null;
  private image: ImageData | null = null;
  private stamps: Stamp[] = [];
  private background = 0;
  private shown: Cloud | null = null;
  private glideFrame = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    palette: Palette,
  ) {
    this.context = canvas.getContext("2d", { alpha: false });
    this.setPalette(palette, 0);
  }

  resize(width: number, height: number): void {
    sizeCanvas(this.canvas, width, height);
    this.image = this.context?.createImageData(this.canvas.width, this.canvas.height) ?? null;
    if (this.shown) this.paint(this.shown);
  }

  setPalette(palette: Palette, points: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.stamps = pointStyles(palette, points).map(({ color, size, opacity, shape }) =>
      stampOf(color, size * ratio, opacity, shape),
    );
    const [red, green, blue] = channels(palette.background);
    this.background = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    if (this.shown) this.paint(this.shown);
  }

  draw(cloud: Cloud, glide: boolean): void {
    cancelAnimationFrame(this.glideFrame);
    const from = this.shown;
    if (glide && from && from.kinds.length === cloud.kinds.length) this.glide(from, cloud);
    else this.paint(cloud);
  }

  destroy(): void {
    cancelAnimationFrame(this.glideFrame);
    this.shown = null;
  }

  private glide(from: Cloud, to: Cloud): void {
    const start = performance.now();
    const xy = new Float32Array(to.xy.length);
    const step = () => {
      const t = Math.min(1, (performance.now() - start) / GLIDE_MS);
      if (t >= 1) {
        this.paint(to);
        return;
      }
      const eased = 1 - (1 - t) ** 3;
      for (let i = 0; i < xy.length; i++) xy[i] = from.xy[i]! + eased * (to.xy[i]! - from.xy[i]!);
      this.paint({ xy, kinds: to.kinds });
      this.glideFrame = requestAnimationFrame(step);
    };
    step();
  }

  private paint(cloud: Cloud): void {
    this.shown = cloud;
    if (!this.image || !this.context) return;
    const { width, height } = this.image;
    const data = new Uint8Array(this.image.data.buffer);
    new Uint32Array(data.buffer).fill(this.background);
    for (let i = 0; i < cloud.kinds.length; i++) {
      const stamp = this.stamps[cloud.kinds[i]!]!;
      const half = stamp.size / 2;
      const x = Math.round(((cloud.xy[2 * i]! + 1) / 2) * width - half);
      const y = Math.round(((1 - cloud.xy[2 * i + 1]!) / 2) * height - half);
      if (x > -stamp.size && y > -stamp.size && x < width && y < height) {
        press(data, width, height, stamp, x, y);
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }
}

/** Blends a stamp into the picture with its upper left corner at (left, top). */
function press(
  data: Uint8Array,
  width: number,
  height: number,
  stamp: Stamp,
  left: number,
  top: number,
): void {
  const { size, coverage, red, green, blue } = stamp;
  const rowEnd = Math.min(size, height - top);
  const columnEnd = Math.min(size, width - left);
  const columnStart = Math.max(0, -left);
  for (let row = Math.max(0, -top); row < rowEnd; row++) {
    let pixel = 4 * ((top + row) * width + left + columnStart);
    for (let column = columnStart; column < columnEnd; column++, pixel += 4) {
      const share = coverage[row * size + column]!;
      if (share === 0) continue;
      data[pixel] = data[pixel]! + ((share * (red - data[pixel]!)) >> 8);
      data[pixel + 1] = data[pixel + 1]! + ((share * (green - data[pixel + 1]!)) >> 8);
      data[pixel + 2] = data[pixel + 2]! + ((share * (blue - data[pixel + 2]!)) >> 8);
    }
  }
}

function stampOf(color: string, diameter: number, opacity: number, shape: Shape = "disc"): Stamp {
  const size = Math.ceil(diameter + 1);
  const radius = diameter / 2;
  const outside = OUTSIDE[shape];
  const coverage = new Uint16Array(size * size);
  const center = (size - 1) / 2;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const distance = outside((column - center) / radius, (row - center) / radius) * radius;
      const inside = Math.min(1, Math.max(0, 0.5 - distance));
      coverage[row * size + column] = Math.round(256 * inside * opacity);
    }
  }
  const [red, green, blue] = channels(color);
  return { size, coverage, red, green, blue };
}
