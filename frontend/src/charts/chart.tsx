import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Domain } from "../points/domain";
import { moves } from "../ui/moves";
import { axis, niceTicks, tickText } from "./scale";

export type Point = [x: number, y: number];

/** From the chart's own numbers to its drawing. */
export interface Place {
  x: (value: number) => number;
  y: (value: number) => number;
  width: number;
  height: number;
}

interface ChartProps {
  name: string;
  /** What there is to see, for those who listen. */
  description: string;
  /** The size until it has been measured; then the drawing fills its place, text 12 px high. */
  width: number;
  height: number;
  domain: Domain;
  xName?: string;
  yName?: string;
  xTicks?: number[];
  yTicks?: number[];
  tickText?: (value: number) => string;
  /** The same for the first axis alone, where it is read otherwise. */
  xTickText?: (value: number) => string;
  /** What the hand takes hold of at a place, or null; then every movement until it lets go. */
  onTake?: (at: Point, near: (other: Point) => number) => number | null;
  onMove?: (held: number, at: Point, dragging: boolean) => void;
  children: (place: Place) => ComponentChildren;
}

const MARGIN = { left: 40, right: 14, top: 8, bottom: 22 };
const NAME_ROOM = 16;
/** The size of ticks that the margins are made for. */
const USUAL_TYPE = 12;

/** Axes with hairline grid, and whatever is drawn between them; the hand can move what it holds. */
export function Chart(props: ChartProps) {
  const { domain } = props;
  const svg = useRef<SVGSVGElement>(null);
  const size = useSize(svg, props.width, props.height);
  const place = placeOf(props, size);
  const { grow } = size;
  const drag = useHand(props, place, svg);
  const text = props.tickText ?? ((tick: number) => tickText(tick));
  const xText = props.xTickText ?? text;
  const xTicks = props.xTicks ?? niceTicks(domain.x0, domain.x1, place.width / (64 * grow));
  const yTicks = props.yTicks ?? niceTicks(domain.y0, domain.y1, place.height / (40 * grow));
  return (
    <svg
      ref={svg}
      class={`lesson-chart ${props.onMove ? "lesson-chart-live" : ""}`}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role={props.onMove ? "group" : "img"}
      aria-label={props.description}
      data-testid={`chart-${props.name}`}
      {...drag}
    >
      <g transform={`translate(${place.left} ${MARGIN.top})`}>
        <clipPath id={`clip-${props.name}`}>
          <rect width={place.width} height={place.height} />
        </clipPath>
        {xTicks.map((tick) => (
          <g key={tick}>
            <path class="grid" d={`M${place.x(tick)} 0V${place.height}`} />
            <text class="tick" x={place.x(tick)} y={place.height + 14 * grow} text-anchor="middle">
              {xText(tick)}
            </text>
          </g>
        ))}
        {yTicks.map((tick) => (
          <g key={tick}>
            <path class="grid" d={`M0 ${place.y(tick)}H${place.width}`} />
            <text class="tick" x={-6} y={place.y(tick)} dy="0.35em" text-anchor="end">
              {text(tick)}
            </text>
          </g>
        ))}
        <path class="lesson-axis" d={`M0 0V${place.height}H${place.width}`} />
        {props.xName && (
          <text class="lesson-axis-name small" x={place.width / 2} y={place.height + 31 * grow}>
            {props.xName}
          </text>
        )}
        {props.yName && (
          <text
            class="lesson-axis-name small"
            transform={`translate(${-42 * grow} ${place.height / 2}) rotate(-90)`}
          >
            {props.yName}
          </text>
        )}
        <g clip-path={`url(#clip-${props.name})`}>{props.children(place)}</g>
      </g>
    </svg>
  );
}

interface Size {
  width: number;
  height: number;
  /** How much larger type is than usual: in speaker mode it needs more room. */
  grow: number;
}

/** The size on the page, followed as the page changes. */
function useSize(svg: { current: SVGSVGElement | null }, width: number, height: number): Size {
  const [size, setSize] = useState<Size>({ width, height, grow: 1 });
  useLayoutEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry!.contentRect;
      if (box.width <= 0 || box.height <= 0) return;
      const type = Number.parseFloat(getComputedStyle(svg.current!).getPropertyValue("--type-12"));
      setSize({ width: box.width, height: box.height, grow: type / USUAL_TYPE || 1 });
    });
    observer.observe(svg.current!);
    return () => observer.disconnect();
  }, [svg]);
  return size;
}

function placeOf({ domain, xName, yName }: ChartProps, size: Size): Place & { left: number } {
  const { grow } = size;
  const left = grow * (MARGIN.left + (yName ? NAME_ROOM : 0));
  const inner = size.width - left - MARGIN.right;
  const tall = size.height - MARGIN.top - grow * (MARGIN.bottom + (xName ? NAME_ROOM : 0));
  return {
    x: axis(domain.x0, domain.x1, 0, inner),
    y: axis(domain.y0, domain.y1, tall, 0),
    width: inner,
    height: tall,
    left,
  };
}

function useHand(
  props: ChartProps,
  place: Place & { left: number },
  svg: { current: SVGSVGElement | null },
) {
  const held = useRef<number | null>(null);
  const { onTake, onMove, domain } = props;
  if (!onTake || !onMove) return {};
  const at = (event: PointerEvent): Point => {
    const box = svg.current!.getBoundingClientRect();
    const px = event.clientX - box.left - place.left;
    const py = event.clientY - box.top - MARGIN.top;
    const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
    return [
      domain.x0 + (inside(px, place.width) / place.width) * (domain.x1 - domain.x0),
      domain.y1 - (inside(py, place.height) / place.height) * (domain.y1 - domain.y0),
    ];
  };
  const near =
    (from: Point) =>
    (other: Point): number =>
      Math.hypot(place.x(other[0]) - place.x(from[0]), place.y(other[1]) - place.y(from[1]));
  const release = (event: PointerEvent) => {
    if (held.current === null) return;
    onMove(held.current, at(event), false);
    held.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const start = at(event);
      held.current = onTake(start, near(start));
      if (held.current === null) return;
      svg.current?.setPointerCapture?.(event.pointerId);
      event.preventDefault();
      onMove(held.current, start, true);
    },
    ...moves((event) => {
      if (held.current !== null) onMove(held.current, at(event), true);
    }),
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** The points of a curve as an SVG path. */
export function curvePath(place: Place, x: number[], y: number[]): string {
  return x
    .map((value, i) => `${i ? "L" : "M"}${place.x(value).toFixed(2)} ${place.y(y[i]!).toFixed(2)}`)
    .join("");
}

/** The area between two curves over the same x. */
export function bandPath(place: Place, x: number[], low: number[], high: number[]): string {
  const back = [...x.keys()].reverse();
  return `${curvePath(place, x, high)}${back
    .map((i) => `L${place.x(x[i]!).toFixed(2)} ${place.y(low[i]!).toFixed(2)}`)
    .join("")}Z`;
}
