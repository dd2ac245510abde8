import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Domain, type Frame, planePoint, xPixel, yPixel } from "./domain";
import { clippedLine, positiveSide, type StraightLine } from "./line";
import { Axes, MARGIN } from "./overlay";

export interface MarkedPoint {
  label: string;
  point: [number, number];
  positive: boolean;
}

interface MiniPlaneProps {
  name: string;
  domain: Domain;
  line: StraightLine;
  points: MarkedPoint[];
  xName: string;
  yName: string;
  /** When given, the point follows the hand. */
  onDrag?: (point: [number, number]) => void;
}

/** A small plane with a line and a few labelled points, all drawn as one picture. */
export function MiniPlane(props: MiniPlaneProps) {
  const { domain, line, points, onDrag } = props;
  const box = useRef<HTMLDivElement>(null);
  const frame = useSignal<Frame>({ width: 0, height: 0 });
  const held = useRef(false);
  useEffect(() => {
    const element = box.current!;
    const measure = () => {
      frame.value = {
        width: Math.max(0, element.clientWidth - MARGIN.left - MARGIN.right),
        height: Math.max(0, element.clientHeight - MARGIN.top - MARGIN.bottom),
      };
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = frame.value;
  const follow = (event: PointerEvent) => {
    if (!held.current || !onDrag) return;
    const edge = box.current!.getBoundingClientRect();
    const px = event.clientX - edge.left - MARGIN.left;
    const py = event.clientY - edge.top - MARGIN.top;
    onDrag(planePoint(domain, size, px, py));
  };
  return (
    <div
      ref={box}
      class={`plot mini ${onDrag ? "mini-drag" : ""}`}
      data-testid={`plane-${props.name}`}
    >
      <svg
        class="overlay"
        role="img"
        aria-label={`${props.name}: ${points.map((each) => each.label).join(", ")}`}
        onPointerDown={(event) => {
          held.current = true;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          follow(event);
        }}
        onPointerMove={follow}
        onPointerUp={() => {
          held.current = false;
        }}
      >
        {size.width > 1 && (
          <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
            <Axes domain={domain} frame={size} />
            <Side domain={domain} frame={size} line={line} />
            {points.map((each) => (
              <Mark key={each.label} {...each} domain={domain} frame={size} />
            ))}
            <text class="tick" x={4} y={12}>
              {props.yName}
            </text>
            <text class="tick" x={size.width - 4} y={size.height - 6} text-anchor="end">
              {props.xName}
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}

interface Placed {
  domain: Domain;
  frame: Frame;
}

function Side({ domain, frame, line }: Placed & { line: StraightLine }) {
  const corners = positiveSide(line, domain)
    .map(([x, y]) => `${xPixel(domain, frame, x)},${yPixel(domain, frame, y)}`)
    .join(" ");
  const seen = clippedLine(line, domain);
  return (
    <>
      <polygon class="accepted" points={corners} />
      {seen && (
        <line
          class="line"
          x1={xPixel(domain, frame, seen[0])}
          y1={yPixel(domain, frame, seen[1])}
          x2={xPixel(domain, frame, seen[2])}
          y2={yPixel(domain, frame, seen[3])}
        />
      )}
    </>
  );
}

function Mark({ label, point, positive, domain, frame }: Placed & MarkedPoint) {
  const x = Math.min(frame.width, Math.max(0, xPixel(domain, frame, point[0])));
  const y = Math.min(frame.height, Math.max(0, yPixel(domain, frame, point[1])));
  const left = x > frame.width - 40;
  return (
    <g class={`mark-point ${positive ? "is-positive" : "is-negative"}`}>
      {positive ? (
        <circle cx={x} cy={y} r={6} />
      ) : (
        <rect x={x - 4.5} y={y - 4.5} width={9} height={9} />
      )}
      <text x={left ? x - 10 : x + 10} y={y + 4} text-anchor={left ? "end" : "start"}>
        {label}
      </text>
    </g>
  );
}
