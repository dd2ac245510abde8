import { niceTicks, tickText } from "../../charts/scale";
import { type Domain, type Frame, xPixel, yPixel } from "../../points/domain";
import { drawingOrder } from "../../points/hits";
import { clippedLine, type StraightLine } from "../../points/line";
import type { Workbench } from "../../session/workbench";
import { offerFile } from "../../ui/download";
import { count, rate } from "../../ui/format";
import { saying } from "../../ui/naming";
import { colorsOf } from "../../ui/palette";
import { savePicture, svgImage } from "../../ui/picture-file";
import { pointPalette, theme } from "../../ui/theme";
import type { SplitName, View } from "../../wire/types";
import { drawnCurve } from "./plot";
import { PLOT } from "./words";

const FRAME: Frame = { width: 640, height: 520 };
const LEFT = 70;
const TOP = 78;
const WIDTH = LEFT + FRAME.width + 24;
const HEIGHT = TOP + FRAME.height + 56;

/** Saves a plot as a drawing or a picture; gives the name of the file. */
export async function plotFile(
  workbench: Workbench,
  split: SplitName,
  kind: "svg" | "png",
): Promise<string> {
  const svg = plotDrawing(workbench, split);
  const category = workbench.store.state.value!.category.replace(/[^\w.-]+/g, "-");
  const name = `steersman-${category}-${split}.${kind}`;
  if (kind === "png") {
    const image = await svgImage(svg);
    return savePicture(name, [WIDTH, HEIGHT], (pen) => pen.drawImage(image, 0, 0, WIDTH, HEIGHT));
  }
  offerFile(name, svg, "image/svg+xml");
  return name;
}

/** The plot as a self-contained SVG with its title and its numbers. */
export function plotDrawing(workbench: Workbench, split: SplitName): string {
  const { store, rooms } = workbench;
  const { plane } = rooms;
  const view = store.view.value;
  const state = store.state.value;
  const domain = plane.domain.value;
  const line = store.line.value;
  if (!view || !state || !domain || !line) throw new Error("there is no plot yet");
  const ink = colorsOf(theme.value);
  const background = pointPalette(theme.value).background;
  const columns = store.columns.value;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/>`,
    heading(view, split, `${state.category}: ${split}`),
    `<svg x="${LEFT}" y="${TOP}" width="${FRAME.width}" height="${FRAME.height}">`,
    circles(
      plane.seen(split, FRAME) ?? new Float32Array(),
      (columns[`${split}.positive`] ?? new Uint8Array()) as Uint8Array,
      domain,
    ),
    line.default || plane.ground.value?.curve
      ? ""
      : stroke(
          plane.drawn({ slope: 1, intercept: line.bayes_intercept }),
          domain,
          ink.bisector,
          1.5,
          "6 4",
        ),
    store.curve.value
      ? bent(drawnCurve(plane)!, domain, ink.line)
      : stroke(plane.drawn(line), domain, ink.line, 2.5),
    "</svg>",
    axes(domain, plane.level.value ? PLOT.levelY : PLOT.y),
    "</svg>",
  ].join("\n");
}

function heading(view: View, split: SplitName, title: string): string {
  const ink = colorsOf(theme.value);
  const { documents, positives, line } = view[split];
  const rows = saying(view.row_word, view.term_word)("documents");
  const facts = `${count(documents)} ${rows}, ${count(positives)} positive. Recall ${rate(line.recall)}, precision ${rate(line.precision)}, F1 ${rate(line.f1)}`;
  return `<text x="${LEFT}" y="24" font-size="15" font-weight="600" fill="${ink.ink}">${escapeXml(title)}</text><text x="${LEFT}" y="42" fill="${ink["ink-faint"]}">${escapeXml(facts)}</text>`;
}

/** How many times negatives and positives take turns: few paths, and neither hides the other. */
const LAYERS = 32;

function circles(xy: Float32Array, positive: Uint8Array, domain: Domain): string {
  const palette = pointPalette(theme.value);
  const order = drawingOrder(positive);
  const deep = Math.max(1, Math.ceil(order.length / LAYERS));
  const group = (indices: Uint32Array, color: string, radius: number, opacity: number) => {
    if (indices.length === 0) return "";
    const dots = Array.from(indices, (i) => {
      const x = xPixel(domain, FRAME, xy[2 * i]!).toFixed(1);
      const y = yPixel(domain, FRAME, xy[2 * i + 1]!).toFixed(1);
      return `M${x} ${y}h0`;
    });
    return `<path d="${dots.join("")}" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${2 * radius}" stroke-linecap="round" fill="none"/>`;
  };
  const layers: string[] = [];
  for (let start = 0; start < order.length; start += deep) {
    const layer = order.subarray(start, start + deep);
    layers.push(
      group(
        layer.filter((i) => !positive[i]),
        palette.negative,
        1.8,
        0.6,
      ),
      group(
        layer.filter((i) => positive[i]),
        palette.positive,
        3.2,
        0.85,
      ),
    );
  }
  return layers.join("");
}

function stroke(
  line: StraightLine,
  domain: Domain,
  color: string,
  width: number,
  dashes = "",
): string {
  const seen = clippedLine(line, domain);
  if (!seen) return "";
  const x = (value: number) => xPixel(domain, FRAME, value).toFixed(1);
  const y = (value: number) => yPixel(domain, FRAME, value).toFixed(1);
  return `<line x1="${x(seen[0])}" y1="${y(seen[1])}" x2="${x(seen[2])}" y2="${y(seen[3])}" stroke="${color}" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`;
}

/** The decision curve, where it is not a line. */
function bent(curve: Float32Array, domain: Domain, color: string): string {
  const points: string[] = [];
  for (let i = 0; i < curve.length; i += 2) {
    const x = xPixel(domain, FRAME, curve[i]!).toFixed(1);
    points.push(`${x},${yPixel(domain, FRAME, curve[i + 1]!).toFixed(1)}`);
  }
  return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2.5"/>`;
}

function axes(domain: Domain, yName: string): string {
  const ink = colorsOf(theme.value);
  const bottom = TOP + FRAME.height;
  const parts = [
    `<path d="M${LEFT} ${TOP}V${bottom}H${LEFT + FRAME.width}" fill="none" stroke="${ink["ink-faint"]}"/>`,
  ];
  for (const tick of niceTicks(domain.x0, domain.x1, 7)) {
    const x = LEFT + xPixel(domain, FRAME, tick);
    parts.push(
      `<text x="${x}" y="${bottom + 18}" text-anchor="middle" fill="${ink["ink-faint"]}">${tickText(tick)}</text>`,
    );
  }
  for (const tick of niceTicks(domain.y0, domain.y1, 7)) {
    const y = TOP + yPixel(domain, FRAME, tick);
    parts.push(
      `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end" fill="${ink["ink-faint"]}">${tickText(tick)}</text>`,
    );
  }
  parts.push(
    `<text x="${LEFT + FRAME.width}" y="${bottom + 40}" text-anchor="end" fill="${ink.ink}">${PLOT.x}</text>`,
    `<text x="${LEFT}" y="${TOP - 6}" fill="${ink.ink}">${yName}</text>`,
  );
  return parts.join("");
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
