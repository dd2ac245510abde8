import { niceTicks, tickText } from "../../charts/scale";
import { channels, type Ink } from "../../ui/palette";
import { contour } from "./contour";
import { drawMarks } from "./marks";
import type { Scene } from "./scene";

const GRID_SIDE = 200;

/** Where the square picture lies in its canvas, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  size: number;
}

export type Pen = CanvasRenderingContext2D;

/** From the plane into pixels. */
export interface Places {
  x(value: number): number;
  y(value: number): number;
  box: Box;
}

/** The radius of a point where there are at most so many. */
const RADII: [number, number][] = [
  [20, 8],
  [150, 4.5],
  [600, 3.5],
  [Number.POSITIVE_INFINITY, 2.5],
];
const LEFT = 44;
const BOTTOM = 38;
const STRIP = 48;
const TOP = 24;
const RIGHT = 16;

/** The square picture inside a canvas, with room for axes and, if any, the fitted densities. */
export function boxIn(width: number, height: number, densities: boolean): Box {
  const [top, right] = densities ? [STRIP, STRIP] : [TOP, RIGHT];
  const size = Math.max(80, Math.min(width - LEFT - right, height - BOTTOM - top));
  const left = LEFT + Math.max(0, (width - LEFT - right - size) / 2);
  return { left, top: top + Math.max(0, (height - BOTTOM - top - size) / 2), size };
}

export function placesIn(box: Box, window: [number, number, number, number]): Places {
  const [x0, x1, y0, y1] = window;
  return {
    x: (value) => box.left + ((value - x0) / (x1 - x0)) * box.size,
    y: (value) => box.top + box.size - ((value - y0) / (y1 - y0)) * box.size,
    box,
  };
}

/** The whole picture: regions, frontiers, points and what belongs to the model. */
export function drawScene(pen: Pen, box: Box, scene: Scene, ink: Ink): void {
  const places = placesIn(box, scene.view.points.window);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.size, box.size);
  pen.clip();
  drawRegions(pen, box, scene, ink);
  drawFrontiers(pen, box, scene, ink);
  drawPoints(pen, places, scene, ink);
  drawMarks(pen, places, scene, ink);
  pen.restore();
  drawAxes(pen, places, scene, ink);
  drawDensities(pen, box, scene, ink);
}

/** How sure the model is, from −1 (surely negative) to 1. */
export function sureness(value: number, scene: Scene): number {
  if (scene.model.says === "probability") return 2 * value - 1;
  return Math.max(-1, Math.min(1, value / scene.model.scale));
}

function drawRegions(pen: Pen, box: Box, scene: Scene, ink: Ink): void {
  const field = scene.field;
  if (!field || field.length !== GRID_SIDE * GRID_SIDE) return;
  const sheet = document.createElement("canvas");
  sheet.width = sheet.height = GRID_SIDE;
  const under = sheet.getContext("2d");
  if (!under) return;
  const image = under.createImageData(GRID_SIDE, GRID_SIDE);
  const sides = [channels(ink.negative), channels(ink.positive)];
  for (let row = 0; row < GRID_SIDE; row++) {
    const from = (GRID_SIDE - 1 - row) * GRID_SIDE;
    for (let column = 0; column < GRID_SIDE; column++) {
      const sure = sureness(field[from + column]!, scene);
      const color = sides[sure > 0 ? 1 : 0]!;
      const at = 4 * (row * GRID_SIDE + column);
      image.data[at] = color[0];
      image.data[at + 1] = color[1];
      image.data[at + 2] = color[2];
      image.data[at + 3] = 18 + 92 * Math.abs(sure);
    }
  }
  under.putImageData(image, 0, 0);
  pen.imageSmoothingEnabled = true;
  pen.drawImage(sheet, box.left, box.top, box.size, box.size);
}

function drawFrontiers(pen: Pen, box: Box, scene: Scene, ink: Ink): void {
  const { model, field, truth } = scene;
  if (truth) strokeContour(pen, box, truth, 0.5, ink.bisector, 2, [7, 5]);
  if (!field) return;
  const middle = model.says === "probability" ? 0.5 : 0;
  if (model.family === "svm") {
    strokeContour(pen, box, field, 1, ink.line, 1.25, [4, 4]);
    strokeContour(pen, box, field, -1, ink.line, 1.25, [4, 4]);
  }
  strokeContour(pen, box, field, middle, ink.line, 2.25, []);
}

function strokeContour(
  pen: Pen,
  box: Box,
  field: Float32Array,
  level: number,
  color: string,
  width: number,
  dashes: number[],
): void {
  const scale = box.size / GRID_SIDE;
  pen.beginPath();
  for (const line of contour(field, GRID_SIDE, level)) {
    for (let i = 0; i < line.length; i += 2) {
      const x = box.left + line[i]! * scale;
      const y = box.top + box.size - line[i + 1]! * scale;
      if (i === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
  }
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.setLineDash(dashes);
  pen.stroke();
  pen.setLineDash([]);
}

/** Circles for positives, squares for negatives: the shape says it, too. */
function drawPoints(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  const { xy, classes, wrong } = scene;
  const radius = RADII.find(([most]) => classes.length <= most)![1];
  for (const positive of [0, 1]) {
    pen.fillStyle = positive ? ink.positive : ink.negative;
    pen.strokeStyle = ink.paper;
    pen.lineWidth = 1;
    pen.beginPath();
    for (let i = 0; i < classes.length; i++) {
      if (classes[i] !== positive) continue;
      const x = places.x(xy[2 * i]!);
      const y = places.y(xy[2 * i + 1]!);
      if (positive) {
        pen.moveTo(x + radius, y);
        pen.arc(x, y, radius, 0, 2 * Math.PI);
      } else pen.rect(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius);
    }
    pen.fill();
    pen.stroke();
  }
  if (!wrong) return;
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 1.5;
  pen.beginPath();
  const arm = radius * 0.55;
  for (let i = 0; i < wrong.length; i++) {
    if (!wrong[i]) continue;
    const x = places.x(xy[2 * i]!);
    const y = places.y(xy[2 * i + 1]!);
    pen.moveTo(x - arm, y - arm);
    pen.lineTo(x + arm, y + arm);
    pen.moveTo(x - arm, y + arm);
    pen.lineTo(x + arm, y - arm);
  }
  pen.stroke();
}

function drawAxes(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  const { box } = places;
  const [x0, x1, y0, y1] = scene.view.points.window;
  const [across, up] = scene.view.points.axes;
  pen.strokeStyle = ink.rule;
  pen.lineWidth = 1;
  pen.strokeRect(box.left, box.top, box.size, box.size);
  pen.fillStyle = ink["ink-faint"];
  pen.font = "12px system-ui, sans-serif";
  pen.textBaseline = "top";
  pen.textAlign = "center";
  for (const tick of niceTicks(x0, x1, 5)) {
    pen.fillText(tickText(tick), places.x(tick), box.top + box.size + 6);
  }
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const tick of niceTicks(y0, y1, 5)) {
    pen.fillText(tickText(tick), box.left - 6, places.y(tick));
  }
  pen.fillStyle = ink.ink;
  pen.textBaseline = "bottom";
  pen.fillText(across, box.left + box.size, box.top + box.size + BOTTOM - 2);
  pen.textAlign = "left";
  if (!scene.curves) pen.fillText(up, box.left, box.top - 4);
  else {
    pen.save();
    pen.translate(box.left - 28, box.top + 4);
    pen.rotate(-Math.PI / 2);
    pen.textAlign = "right";
    pen.fillText(up, 0, 0);
    pen.restore();
  }
}

/** What naive Bayes believes of each column alone: along the top, and along the right. */
function drawDensities(pen: Pen, box: Box, scene: Scene, ink: Ink): void {
  const curves = scene.curves;
  if (!curves || curves.length !== 4 * GRID_SIDE) return;
  const cell = box.size / GRID_SIDE;
  for (const axis of [0, 1]) {
    const start = 2 * axis * GRID_SIDE;
    const highest = Math.max(...curves.subarray(start, start + 2 * GRID_SIDE)) || 1;
    for (const positive of [0, 1]) {
      const from = start + positive * GRID_SIDE;
      pen.beginPath();
      for (let i = 0; i < GRID_SIDE; i++) {
        const height = (curves[from + i]! / highest) * (STRIP - 8);
        const along = (i + 0.5) * cell;
        const [x, y] =
          axis === 0
            ? [box.left + along, box.top - 2 - height]
            : [box.left + box.size + 2 + height, box.top + box.size - along];
        if (i === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      }
      pen.strokeStyle = positive ? ink.positive : ink.negative;
      pen.lineWidth = 1.75;
      pen.setLineDash(positive ? [] : [5, 3]);
      pen.stroke();
      pen.setLineDash([]);
    }
  }
}
