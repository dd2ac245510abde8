import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { tickText } from "../../charts/scale";
import { type Domain, planePoint, xPixel, yPixel } from "../../points/domain";
import { clippedLine, positiveSide, type Segment, type StraightLine } from "../../points/line";
import { type Point, squareTicks } from "./spaces";
import type { AxisWords } from "./words";

/** What the hand took hold of. */
export type Hold = "point" | "line";

/** What an axis is, in words and as a formula. */

interface SquarePlotProps {
  name: string;
  /** What there is to see, for those who listen. */
  description: string;
  /** The side of the square in which the plane is drawn; text is 12 units high. */
  side: number;
  domain: Domain;
  line: StraightLine;
  /** Decides instead of the line: points from left to right. */
  curve?: Point[];
  x: AxisWords;
  y: AxisWords;
  sides: boolean;
  bisector: boolean;
  onHold?: (hold: Hold, at: Point, held: boolean) => void;
  /** Drawn below the line and never outside the square. */
  behind?: ComponentChildren;
  children?: ComponentChildren;
}

const MARGIN = { left: 48, right: 8, top: 8, bottom: 38 };

const widthOf = (side: number) => MARGIN.left + side + MARGIN.right;
const heightOf = (side: number) => MARGIN.top + side + MARGIN.bottom;

/** From the plane to the drawing, in which the square's corner is (0, 0). */
export function onSquare(domain: Domain, side: number) {
  const frame = { width: side, height: side };
  return ([x, y]: Point): Point => [xPixel(domain, frame, x), yPixel(domain, frame, y)];
}

/** The seen part of the line in the drawing. */
export function lineOnSquare(line: StraightLine, domain: Domain, side: number): Segment | null {
  const seen = clippedLine(line, domain);
  if (!seen) return null;
  const at = onSquare(domain, side);
  return [...at([seen[0], seen[1]]), ...at([seen[2], seen[3]])];
}

/** A square plane with its axes, the two sides of the line and whatever is put into it. */
export function SquarePlot(props: SquarePlotProps) {
  const { side, domain, line } = props;
  const drag = useHold(props);
  const clip = `square-${props.name}`;
  return (
    <svg
      class={`square ${props.onHold ? "square-live" : ""}`}
      viewBox={`0 0 ${widthOf(side)} ${heightOf(side)}`}
      preserveAspectRatio="xMinYMin meet"
      data-testid={`plane-${props.name}`}
      role={props.onHold ? "group" : "img"}
      aria-label={props.description}
      {...drag}
    >
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <clipPath id={clip}>
          <rect width={side} height={side} />
        </clipPath>
        <rect class="square-ground" width={side} height={side} />
        <g clip-path={`url(#${clip})`}>
          {props.sides && <Sides domain={domain} line={line} curve={props.curve} side={side} />}
        </g>
        <SquareAxes domain={domain} side={side} x={props.x} y={props.y} />
        <g clip-path={`url(#${clip})`}>
          {props.behind}
          {props.bisector && <Bisector domain={domain} side={side} />}
          {props.curve ? (
            <DecisionCurve domain={domain} side={side} curve={props.curve} />
          ) : (
            <DecisionLine domain={domain} line={line} side={side} live={Boolean(props.onHold)} />
          )}
        </g>
        {props.children}
      </g>
    </svg>
  );
}

function useHold({ onHold, domain, side }: SquarePlotProps) {
  const held = useRef<Hold | null>(null);
  if (!onHold) return {};
  const move = (event: PointerEvent, still: boolean) => {
    if (!held.current) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const unit = Math.max(widthOf(side) / (box.width || 1), heightOf(side) / (box.height || 1));
    const inside = (px: number) => Math.min(side, Math.max(0, px));
    const px = inside((event.clientX - box.left) * unit - MARGIN.left);
    const py = inside((event.clientY - box.top) * unit - MARGIN.top);
    onHold(held.current, planePoint(domain, { width: side, height: side }, px, py), still);
  };
  const release = (event: PointerEvent) => {
    move(event, false);
    held.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const line = (event.target as Element).closest("[data-hold=line]");
      held.current = line ? "line" : "point";
      (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
      if (!line) move(event, true);
    },
    onPointerMove: (event: PointerEvent) => move(event, true),
    onPointerUp: release,
    onPointerCancel: release,
  };
}

interface Drawn {
  domain: Domain;
  side: number;
}

function SquareAxes(props: Drawn & { x: AxisWords; y: AxisWords }) {
  const { domain, side } = props;
  const at = onSquare(domain, side);
  return (
    <g class="square-axes">
      {squareTicks(domain, side / 12).map((tick) => {
        const [x, y] = at([tick, tick]);
        return (
          <g key={tick}>
            <path class="grid" d={`M${x} 0V${side}M0 ${y}H${side}`} />
            <text class="tick" x={x} y={side + 14} text-anchor="middle">
              {tickText(tick, 3)}
            </text>
            <text class="tick" x={-6} y={y} dy="0.35em" text-anchor="end">
              {tickText(tick, 3)}
            </text>
          </g>
        );
      })}
      <path class="square-axis" d={`M0 0V${side}H${side}`} />
      <Name axis={props.x} place={`translate(${side / 2} ${side + 31})`} />
      <Name axis={props.y} place={`translate(-36 ${side / 2}) rotate(-90)`} />
    </g>
  );
}

function Name({ axis, place }: { axis: AxisWords; place: string }) {
  return (
    <text class="square-name small" transform={place} text-anchor="middle">
      {axis.words}: <tspan class="square-formula">{axis.formula}</tspan>
    </text>
  );
}

function Sides({ domain, line, curve, side }: Drawn & Pick<SquarePlotProps, "line" | "curve">) {
  const at = onSquare(domain, side);
  const corners = curve ? belowCurve(curve, domain) : positiveSide(line, domain);
  return (
    <>
      <rect class="side-out" width={side} height={side} />
      <polygon class="side-ground" points={corners.map(at).join(" ")} />
      <polygon class="side-in" points={corners.map(at).join(" ")} />
    </>
  );
}

/** The curve, closed along the lower edge; it may leave the square, which cuts it. */
function belowCurve(curve: Point[], { y0 }: Domain): Point[] {
  if (curve.length === 0) return [];
  const floor = Math.min(y0, ...curve.map(([, y]) => y));
  return [...curve, [curve.at(-1)![0], floor], [curve[0]![0], floor]];
}

function DecisionCurve({ domain, side, curve }: Drawn & { curve: Point[] }) {
  const points = curve.map(onSquare(domain, side)).join(" ");
  return (
    <g class="decision" data-hold="line">
      <polyline class="line curve" points={points} />
      <polyline class="line-hit curve" points={points} />
    </g>
  );
}

function DecisionLine(props: Drawn & { line: StraightLine; live: boolean }) {
  const seen = lineOnSquare(props.line, props.domain, props.side);
  if (!seen) return null;
  const [x1, y1, x2, y2] = seen;
  const ends = { x1, y1, x2, y2 };
  return (
    <g class="decision" data-hold={props.live ? "line" : undefined}>
      <line class="line" {...ends} />
      {props.live && <line class="line-hit" {...ends} />}
    </g>
  );
}

function Bisector({ domain, side }: Drawn) {
  const at = onSquare(domain, side);
  const [x1, y1] = at([domain.x0, domain.y0]);
  const [x2, y2] = at([domain.x1, domain.y1]);
  return <line class="bisector" x1={x1} y1={y1} x2={x2} y2={y2} />;
}

/** Put in c: a filled circle. Left out: a square. */
export function Mark({ positive, size = 6.5 }: { positive: boolean; size?: number }) {
  return positive ? (
    <circle class="mark-in" r={size} />
  ) : (
    <rect
      class="mark-out"
      x={-size * 0.85}
      y={-size * 0.85}
      width={size * 1.7}
      height={size * 1.7}
    />
  );
}
