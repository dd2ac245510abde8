import type { Session } from "../session";
import { count, rate } from "../ui/format";
import { saying } from "../ui/naming";
import { pointPalette, theme } from "../ui/theme";
import type { SplitName, View } from "../wire/types";
import { type Domain, type Frame, niceTicks, xPixel, yPixel } from "./domain";
import { drawingOrder } from "./hits";
import { clippedLine, type StraightLine } from "./line";
import { tickText } from "./overlay";

const FRAME: Frame = { width: 640, height: 520 };
const LEFT = 70;
const TOP = 78;
const WIDTH = LEFT + FRAME.width + 24;
const HEIGHT = TOP + FRAME.height + 56;
const PNG_SCALE = 2;
const INK = {
  light: {
    text: "#16202a",
    quiet: "#5b6875",
    rule: "#dfe4ea",
    line: "#0072b2",
    bisector: "#009e73",
  },
  dark: {
    text: "#e8ecf0",
    quiet: "#9aa7b4",
    rule: "#2b3138",
    line: "#56b4e9",
    bisector: "#2fc79a",
  },
};

/** Saves a plot as a drawing or a picture; gives the name of the file. */
export async function plotFile(
  session: Session,
  split: SplitName,
  kind: "svg" | "png",
): Promise<string> {
  const svg = plotDrawing(session, split);
  const blob = kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pixels(svg);
  const category = session.store.state.value!.category.replace(/[^\w.-]+/g, "-");
  const name = `steersman-${category}-${split}.${kind}`;
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(blob);
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
  return name;
}

/** The plot as a self-contained SVG with its title and its numbers. */
export function plotDrawing(session: Session, split: SplitName): string {
  const { store, plane } = session;
  const view = store.view.value;
  const state = store.state.value;
  const domain = plane.domain.value;
  const line = store.line.value;
  if (!view || !state || !domain || !line) throw new Error("there is no plot yet");
  const ink = INK[theme.value];
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
    line.default ? "" : stroke({ slope: 1, intercept: 0 }, domain, ink.bisector, 1.5, "6 4"),
    store.curve.value
      ? bent(store.curve.value, domain, ink.line)
      : stroke(line, domain, ink.line, 2.5),
    "</svg>",
    axes(domain),
    "</svg>",
  ].join("\n");
}

function heading(view: View, split: SplitName, title: string): string {
  const ink = INK[theme.value];
  const { documents, positives, line } = view[split];
  const rows = saying(view.row_word, view.term_word)("documents");
  const facts = `${count(documents)} ${rows}, ${count(positives)} positive. Recall ${rate(line.recall)}, precision ${rate(line.precision)}, F1 ${rate(line.f1)}`;
  return `<text x="${LEFT}" y="24" font-size="15" font-weight="600" fill="${ink.text}">${escaped(title)}</text><text x="${LEFT}" y="42" fill="${ink.quiet}">${escaped(facts)}</text>`;
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

function axes(domain: Domain): string {
  const ink = INK[theme.value];
  const bottom = TOP + FRAME.height;
  const parts = [
    `<path d="M${LEFT} ${TOP}V${bottom}H${LEFT + FRAME.width}" fill="none" stroke="${ink.quiet}"/>`,
  ];
  for (const tick of niceTicks(domain.x0, domain.x1, 7)) {
    const x = LEFT + xPixel(domain, FRAME, tick);
    parts.push(
      `<text x="${x}" y="${bottom + 18}" text-anchor="middle" fill="${ink.quiet}">${tickText(tick)}</text>`,
    );
  }
  for (const tick of niceTicks(domain.y0, domain.y1, 7)) {
    const y = TOP + yPixel(domain, FRAME, tick);
    parts.push(
      `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end" fill="${ink.quiet}">${tickText(tick)}</text>`,
    );
  }
  parts.push(
    `<text x="${LEFT + FRAME.width}" y="${bottom + 40}" text-anchor="end" fill="${ink.text}">log P(o | c)</text>`,
    `<text x="${LEFT}" y="${TOP - 6}" fill="${ink.text}">log P(o | not c)</text>`,
  );
  return parts.join("");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

async function pixels(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * PNG_SCALE;
  canvas.height = HEIGHT * PNG_SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser gives no canvas");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture came out"))));
  });
}
