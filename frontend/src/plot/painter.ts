/** What a point is; the number chooses its color, size and opacity. */
export const NEGATIVE = 0;
export const POSITIVE = 1;
export const FADED_NEGATIVE = 2;
export const FADED_POSITIVE = 3;

export const GLIDE_MS = 120;

/** Color, diameter in CSS pixels and opacity of a kind of points. */
export interface PointStyle {
  color: string;
  size: number;
  opacity: number;
}

export interface Palette {
  negative: string;
  positive: string;
  background: string;
  /** The styles of other kinds than the four above, for so many points. */
  styles?: (points: number) => PointStyle[];
}

export interface Cloud {
  /** Coordinates scaled to [-1, 1], interleaved. */
  xy: Float32Array;
  /** For each point its kind, a place in the list of styles. */
  kinds: Uint8Array;
}

/** Puts a cloud of points on a canvas. The newest cloud wins. */
export interface Painter {
  resize(width: number, height: number): void;
  setPalette(palette: Palette, points: number): void;
  draw(cloud: Cloud, glide: boolean): void;
  /** Resolves when the newest cloud has been on the canvas for the first time. */
  whenPainted(): Promise<void>;
  destroy(): void;
}

const MANY_POINTS = 3000;

/** The style of each kind: positives larger and stronger. */
export function pointStyles({ negative, positive, styles }: Palette, points: number): PointStyle[] {
  if (styles) return styles(points);
  const many = points > MANY_POINTS;
  const small = many ? 3.5 : 4.5;
  return [
    { color: negative, size: small, opacity: many ? 0.38 : 0.55 },
    { color: positive, size: 6.5, opacity: 0.85 },
    { color: negative, size: small * 0.8, opacity: 0.1 },
    { color: positive, size: 5, opacity: 0.16 },
  ];
}

export type PainterKind = "gpu" | "raster";

let decided: PainterKind | null = null;

/**
 * The graphics card where there is a real one; the processor where it is missing or emulated.
 * `?painter=gpu` or `?painter=raster` in the address decides instead.
 */
export function painterKind(): PainterKind {
  if (decided) return decided;
  const asked = new URLSearchParams(window.location?.search ?? "").get("painter");
  decided = asked === "gpu" || asked === "raster" ? asked : realGraphics() ? "gpu" : "raster";
  return decided;
}

const EMULATED = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function realGraphics(): boolean {
  const gl = document.createElement("canvas").getContext?.("webgl") as WebGLRenderingContext | null;
  if (!gl?.getExtension?.("OES_texture_float")) return false;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !EMULATED.test(renderer);
}
