import { offerFile } from "./download";

const PIXELS_PER_PX = 2;

/** Saves a picture of this size as a PNG file, drawn by `draw` in CSS pixels; returns its name. */
export async function savePicture(
  name: string,
  [width, height]: [number, number],
  draw: (pen: CanvasRenderingContext2D) => void,
): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXELS_PER_PX;
  canvas.height = height * PIXELS_PER_PX;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser gives no canvas");
  pen.scale(PIXELS_PER_PX, PIXELS_PER_PX);
  draw(pen);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error("no picture came out");
  offerFile(name, blob, "image/png");
  return name;
}

/** An SVG drawing as an image that a canvas can take. */
export async function svgImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
