import createScatterplot, { createRenderer, createSpatialIndex } from "regl-scatterplot";
import { type Cloud, GLIDE_MS, type Painter, type Palette, pointStyles } from "./painter";

type Plot = ReturnType<typeof createScatterplot>;
type Renderer = ReturnType<typeof createRenderer>;

/** An index of one point: the page finds points under the hand by itself, so none need be built. */
let noIndex: Promise<ArrayBuffer> | null = null;

let shared: { renderer: Renderer; users: number; width: number; height: number } | null = null;

/** One graphics context for all plots of the page, as large as the largest of them. */
function borrowedRenderer(): Renderer {
  if (!shared) {
    const canvas = document.createElement("canvas");
    canvas.width = 16;
    canvas.height = 16;
    shared = { renderer: createRenderer({ canvas }), users: 0, width: 16, height: 16 };
  }
  shared.users += 1;
  return shared.renderer;
}

function returnRenderer(): void {
  if (!shared) return;
  shared.users -= 1;
  if (shared.users > 0) return;
  shared.renderer.destroy();
  shared = null;
}

function growRenderer(width: number, height: number): void {
  if (!shared || (width <= shared.width && height <= shared.height)) return;
  shared.width = Math.max(width, shared.width);
  shared.height = Math.max(height, shared.height);
  shared.renderer.resize(shared.width, shared.height);
  shared.renderer.refresh();
}

/** The points of one plot, drawn by regl-scatterplot. The newest cloud wins. */
export class Scatter implements Painter {
  private readonly plot: Plot;
  private next: { cloud: Cloud; glide: boolean } | null = null;
  private busy = false;
  private painted: Promise<void> = Promise.resolve();
  private announcePainted: () => void = () => {};
  private resolvePainted: () => void = () => {};
  private destroyed = false;

  constructor(canvas: HTMLCanvasElement, palette: Palette) {
    this.plot = createScatterplot({
      renderer: borrowedRenderer(),
      canvas,
      width: canvas.clientWidth,
      height: canvas.clientHeight,
      cameraIsFixed: true,
      pointScaleMode: "constant",
      colorBy: "valueA",
      sizeBy: "valueA",
      opacityBy: "valueA",
      deselectOnDblClick: false,
      deselectOnEscape: false,
      opacityInactiveScale: 1,
      antiAliasing: 1,
    });
    this.setPalette(palette, 0);
    this.plot.subscribe("drawing", () => this.resolvePainted());
  }

  resize(width: number, height: number): void {
    growRenderer(width, height);
    this.plot.set({ width, height, aspectRatio: width / height });
    this.plot.redraw();
  }

  setPalette(palette: Palette, points: number): void {
    const styles = pointStyles(palette, points);
    this.plot.set({
      backgroundColor: palette.background,
      pointColor: styles.map((style) => style.color),
      pointSize: styles.map((style) => style.size),
      opacity: styles.map((style) => style.opacity),
    });
  }

  /** Shows a cloud; while one is being drawn only the newest waits. */
  draw(cloud: Cloud, glide: boolean): void {
    if (!this.next) {
      this.painted = new Promise((resolve) => {
        this.announcePainted = resolve;
      });
    }
    this.next = { cloud, glide };
    if (!this.busy) void this.drawNext();
  }

  /** Resolves when the newest cloud has been on the canvas for the first time. */
  whenPainted(): Promise<void> {
    return this.painted;
  }

  destroy(): void {
    this.destroyed = true;
    this.resolvePainted();
    this.announcePainted();
    this.plot.destroy();
    returnRenderer();
  }

  private async drawNext(): Promise<void> {
    this.busy = true;
    noIndex ??= createSpatialIndex([[0, 0]]);
    const spatialIndex = await noIndex;
    while (this.next && !this.destroyed) {
      const { cloud, glide } = this.next;
      this.next = null;
      this.resolvePainted = this.announcePainted;
      await this.plot.draw(arrayPoints(cloud), {
        spatialIndex,
        transition: glide,
        transitionDuration: GLIDE_MS,
        transitionEasing: easeOut,
        zDataType: "categorical",
        wDataType: "categorical",
      });
    }
    this.busy = false;
  }
}

function easeOut(t: number): number {
  return 1 - (1 - t) ** 3;
}

function arrayPoints({ xy, kinds }: Cloud): number[][] {
  const points = new Array<number[]>(kinds.length);
  for (let i = 0; i < kinds.length; i++) points[i] = [xy[2 * i]!, xy[2 * i + 1]!, kinds[i]!, 0];
  return points;
}
