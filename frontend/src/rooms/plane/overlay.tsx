import { niceTicks, tickText } from "../../charts/scale";
import { type Domain, type Frame, xPixel, yPixel } from "../../points/domain";
import { clippedLine, curveHeight, positiveSide, type StraightLine } from "../../points/line";
import type { SplitName } from "../../wire/types";
import { PLOT } from "./words";

export const MARGIN = { left: 46, right: 10, top: 10, bottom: 24 };

interface OverlayProps {
  split: SplitName;
  domain: Domain;
  frame: Frame;
  line: StraightLine & { default: boolean };
  /** What the priors alone decide; null where it is no line. */
  bayes: StraightLine | null;
  pivot: [number, number] | null;
  ring: { x: number; y: number } | null;
  lasso: [number, number][];
  /** Points of the decision curve from left to right, when it is not a line. */
  curve: Float32Array | null;
}

/** Axes, the line with its handles, the line of the priors, and what is marked: above the points. */
export function Overlay(props: OverlayProps) {
  const { frame, split } = props;
  const clip = `clip-${split}`;
  return (
    <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
      <clipPath id={clip}>
        <rect width={frame.width} height={frame.height} />
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        {!props.curve && <AcceptedSide {...props} />}
        {!props.line.default && props.bayes && <BayesLine {...props} bayes={props.bayes} />}
        {props.curve ? (
          <DecisionCurve {...props} curve={props.curve} />
        ) : (
          <DecisionLine {...props} />
        )}
        {props.ring && <Ring {...props} at={props.ring} />}
        {props.pivot && <Pivot {...props} at={props.pivot} />}
        {props.lasso.length > 1 && (
          <polygon class="lasso" points={props.lasso.map((point) => point.join()).join(" ")} />
        )}
      </g>
    </g>
  );
}

/** Ticks and grid. They stand still while the line moves, so they have a drawing of their own. */
export function Axes({ domain, frame }: { domain: Domain; frame: Frame }) {
  const xTicks = niceTicks(domain.x0, domain.x1, Math.max(2, Math.floor(frame.width / 80)));
  const yTicks = niceTicks(domain.y0, domain.y1, Math.max(2, Math.floor(frame.height / 56)));
  return (
    <g class="axes">
      <path class="axis" d={`M0 0V${frame.height}H${frame.width}`} />
      {xTicks.map((tick) => {
        const x = xPixel(domain, frame, tick);
        return (
          <g key={`x${tick}`} transform={`translate(${x.toFixed(1)} ${frame.height})`}>
            <path class="grid" d={`M0 0V${-frame.height}`} />
            <text class="tick" y={15} text-anchor="middle">
              {tickText(tick)}
            </text>
          </g>
        );
      })}
      {yTicks.map((tick) => {
        const y = yPixel(domain, frame, tick);
        return (
          <g key={`y${tick}`} transform={`translate(0 ${y.toFixed(1)})`}>
            <path class="grid" d={`M0 0H${frame.width}`} />
            <text class="tick" x={-6} dy="0.35em" text-anchor="end">
              {tickText(tick)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function AcceptedSide({ line, domain, frame }: OverlayProps) {
  const corners = positiveSide(line, domain);
  if (corners.length < 3) return null;
  const points = corners.map(([x, y]) => `${xPixel(domain, frame, x)},${yPixel(domain, frame, y)}`);
  return <polygon class="accepted" points={points.join(" ")} />;
}

/** What the priors alone decide, for comparison with the line or the curve. */
function BayesLine({ bayes, domain, frame, split }: OverlayProps & { bayes: StraightLine }) {
  const seen = clippedLine(bayes, domain);
  if (!seen) return null;
  return (
    <line
      class="bisector"
      data-testid={`bayes-line-${split}`}
      x1={xPixel(domain, frame, seen[0])}
      y1={yPixel(domain, frame, seen[1])}
      x2={xPixel(domain, frame, seen[2])}
      y2={yPixel(domain, frame, seen[3])}
    />
  );
}

const HANDLE_AT = 0.06;

function DecisionLine({ line, domain, frame, split }: OverlayProps) {
  const seen = clippedLine(line, domain);
  if (!seen) return <Elsewhere line={line} domain={domain} frame={frame} />;
  const [x1, y1] = [xPixel(domain, frame, seen[0]), yPixel(domain, frame, seen[1])];
  const [x2, y2] = [xPixel(domain, frame, seen[2]), yPixel(domain, frame, seen[3])];
  const between = (t: number) => ({ cx: x1 + t * (x2 - x1), cy: y1 + t * (y2 - y1) });
  const ends = [between(HANDLE_AT), between(1 - HANDLE_AT)];
  const segment = { x1, y1, x2, y2 };
  return (
    <g class="decision" data-testid={`line-${split}`}>
      <line class="line" {...segment} />
      <line class="line-hit" data-part="middle" {...segment}>
        <title>{PLOT.dragLine}</title>
      </line>
      {ends.map((end, i) => (
        <g key={i === 0 ? "low" : "high"}>
          <circle class="handle" r={4.5} {...end} />
          <circle class="handle-hit" data-part="end" r={13} {...end}>
            <title>{PLOT.dragEnd}</title>
          </circle>
        </g>
      ))}
    </g>
  );
}

function DecisionCurve({ curve, domain, frame, split }: OverlayProps & { curve: Float32Array }) {
  const points: string[] = [];
  const place = (x: number, y: number) => {
    const py = Math.min(9e4, Math.max(-9e4, yPixel(domain, frame, y)));
    points.push(`${xPixel(domain, frame, x).toFixed(1)},${py.toFixed(1)}`);
  };
  if (domain.x0 < curve[0]!) place(domain.x0, curveHeight(curve, domain.x0));
  for (let i = 0; i < curve.length; i += 2) place(curve[i]!, curve[i + 1]!);
  if (domain.x1 > curve.at(-2)!) place(domain.x1, curveHeight(curve, domain.x1));
  const [first, last] = [points[0]!.split(",")[0], points.at(-1)!.split(",")[0]];
  const below = `${points.join(" ")} ${last},9e4 ${first},9e4`;
  return (
    <g class="decision" data-testid={`curve-${split}`}>
      <polygon class="accepted" points={below} />
      <polyline class="line" points={points.join(" ")} />
    </g>
  );
}

/** Where the line went when it lies outside what is shown. */
function Elsewhere({ line, domain, frame }: Pick<OverlayProps, "line" | "domain" | "frame">) {
  const x = (domain.x0 + domain.x1) / 2;
  const above = line.slope * x + line.intercept > domain.y1;
  const text = above ? PLOT.above : PLOT.below;
  return (
    <text
      class="elsewhere"
      x={frame.width / 2}
      y={above ? 18 : frame.height - 10}
      text-anchor="middle"
    >
      {text}
    </text>
  );
}

function Ring({ at, domain, frame }: OverlayProps & { at: { x: number; y: number } }) {
  return (
    <circle class="ring" cx={xPixel(domain, frame, at.x)} cy={yPixel(domain, frame, at.y)} r={8} />
  );
}

function Pivot({ at, domain, frame }: OverlayProps & { at: [number, number] }) {
  const x = xPixel(domain, frame, at[0]);
  const y = yPixel(domain, frame, at[1]);
  return (
    <g class="pivot" transform={`translate(${x} ${y})`}>
      <circle r={6} />
      <path d="M-10 0H10 M0 -10V10" />
    </g>
  );
}
