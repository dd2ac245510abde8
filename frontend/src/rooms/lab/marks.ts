import type { Ink } from "../../ui/palette";
import type { Pen, Places } from "./drawing";
import type { Scene } from "./scene";

const ARROW = 8;

/** What belongs to one model: centers, support vectors, the example of an update, a proof. */
export function drawMarks(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  drawCenters(pen, places, scene, ink);
  drawSupport(pen, places, scene, ink);
  drawProof(pen, places, scene, ink);
  if (scene.trigger !== null) ring(pen, places, scene, scene.trigger, 10, ink.warning, 3);
  if (scene.hover !== null) ring(pen, places, scene, scene.hover, 8, ink.ink, 1.5);
}

function ring(
  pen: Pen,
  places: Places,
  scene: Scene,
  row: number,
  radius: number,
  color: string,
  width: number,
): void {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  pen.arc(places.x(scene.xy[2 * row]!), places.y(scene.xy[2 * row + 1]!), radius, 0, 2 * Math.PI);
  pen.stroke();
}

/** The centers of mass n and p, w = p − n as an arrow between them, the point half-way. */
function drawCenters(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  const centers = scene.model.centers;
  if (!centers) return;
  const [n, p] = centers.map(([x, y]) => [places.x(x), places.y(y)] as const);
  const [nx, ny] = n!;
  const [px, py] = p!;
  const angle = Math.atan2(py - ny, px - nx);
  pen.strokeStyle = ink.ink;
  pen.fillStyle = ink.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(nx, ny);
  pen.lineTo(px, py);
  for (const turn of [-0.4, 0.4]) {
    pen.moveTo(px, py);
    pen.lineTo(px - ARROW * Math.cos(angle + turn), py - ARROW * Math.sin(angle + turn));
  }
  pen.stroke();
  label(pen, "n", nx - 14 * Math.cos(angle), ny - 14 * Math.sin(angle), ink);
  label(pen, "p", px + 14 * Math.cos(angle), py + 14 * Math.sin(angle), ink);
  const aside = 34;
  const [mx, my] = [(2 * px + nx) / 3, (2 * py + ny) / 3];
  label(pen, "w = p − n", mx + aside * Math.sin(angle), my - aside * Math.cos(angle), ink);
  pen.beginPath();
  pen.arc((nx + px) / 2, (ny + py) / 2, 3.5, 0, 2 * Math.PI);
  pen.fill();
}

/** Support vectors are ringed; those at the bound C more faintly. */
function drawSupport(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  const { duals, model } = scene;
  if (!duals || !model.support) return;
  for (let row = 0; row < duals.length; row++) {
    const dual = Math.abs(duals[row]!);
    if (dual === 0) continue;
    const bound = dual >= (model.support.C ?? Infinity) * (1 - 1e-6);
    ring(pen, places, scene, row, 7, bound ? ink["ink-faint"] : ink.line, bound ? 1 : 2);
  }
}

/** The points of each class that mix to the same point. */
function drawProof(pen: Pen, places: Places, scene: Scene, ink: Ink): void {
  const proof = scene.model.proof;
  if (!proof) return;
  pen.strokeStyle = ink.warning;
  pen.lineWidth = 2;
  for (const positive of [0, 1]) {
    const rows = proof.rows.filter((row) => scene.classes[row] === positive);
    pen.beginPath();
    rows.forEach((row, i) => {
      const x = places.x(scene.xy[2 * row]!);
      const y = places.y(scene.xy[2 * row + 1]!);
      if (i === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    });
    pen.closePath();
    pen.setLineDash(positive ? [] : [5, 4]);
    pen.stroke();
  }
  pen.setLineDash([]);
  if (!proof.point) return;
  pen.fillStyle = ink.warning;
  pen.beginPath();
  pen.arc(places.x(proof.point[0]), places.y(proof.point[1]), 6, 0, 2 * Math.PI);
  pen.fill();
  pen.strokeStyle = ink.paper;
  pen.stroke();
}

function label(pen: Pen, text: string, x: number, y: number, ink: Ink): void {
  pen.font = "600 13px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 3;
  pen.strokeStyle = ink.paper;
  pen.strokeText(text, x, y);
  pen.fillStyle = ink.ink;
  pen.fillText(text, x, y);
  pen.strokeStyle = ink.ink;
  pen.lineWidth = 2;
}
