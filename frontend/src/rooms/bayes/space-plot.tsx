import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Domain } from "../../points/domain";
import type { BayesPlaneFrame, BayesSpace } from "../../wire/types";
import { alongLine, type Obstacle, placedLabels } from "./labels";
import {
  crossing,
  type Point,
  type SpaceName,
  spaceDomain,
  sumToOne,
  type Trace,
  traces,
} from "./spaces";
import { type Hold, lineOnSquare, Mark, onSquare, SquarePlot } from "./square-plot";
import type { Show } from "./store";
import { FOUR, SPACES, share } from "./words";

interface SpacePlotProps {
  space: SpaceName;
  shown: BayesPlaneFrame;
  show: Show;
  onHold: (space: SpaceName, hold: Hold, at: Point, held: boolean) => void;
  onNudge: (dx: number, dy: number) => void;
}

const SIDE = 232;

const STEPS: Record<string, number[]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The object and the line in one of the four spaces; the hand can move both. */
export function SpacePlot({ space, shown, show, onHold, onNudge }: SpacePlotProps) {
  const { point, slope, intercept } = shown[space];
  const others = show.traces ? traces(space, shown) : [];
  const held = useRef(false);
  const domain = useSteady(
    held,
    spaceDomain(space, [point, ...others.map((trace) => trace.point)]),
  );
  const at = onSquare(domain, SIDE);
  const words = SPACES[space];
  const bisector = show.bisector && (Math.abs(slope - 1) > 1e-3 || Math.abs(intercept) > 1e-3);
  const place = `${words.x.formula} ${share(point[0])}, ${words.y.formula} ${share(point[1])}`;
  return (
    <SquarePlot
      name={space}
      description={FOUR.place(words.title, place, shown.positive)}
      side={SIDE}
      domain={domain}
      line={{ slope, intercept }}
      x={words.x}
      y={words.y}
      sides={show.sides}
      bisector={bisector}
      behind={
        <>
          {(space === "posterior" || show.traces) && (
            <OneSum space={space} slope={slope} at={at} low={domain.x0} />
          )}
          {show.traces && space !== "likelihood" && <Ray to={shown.posterior.point} at={at} />}
        </>
      }
      onHold={(hold, hand, holding) => {
        held.current = holding;
        onHold(space, hold, hand, holding);
      }}
    >
      {show.sides && <SideNames positive={shown.positive} />}
      {others.length > 0 && (
        <Traces traces={others} at={at} avoid={obstacles(shown[space], domain, bisector)} />
      )}
      <Movable at={at(point)} likelihood={point[0]} space={space} place={place} onNudge={onNudge}>
        <Mark positive={shown.positive} size={7} />
      </Movable>
    </SquarePlot>
  );
}

/** The domain, which rests while the hand holds something: what is under the hand stays there. */
function useSteady(held: { current: boolean }, fitted: Domain): Domain {
  const kept = useRef(fitted);
  if (!held.current) kept.current = fitted;
  return kept.current;
}

/** What the names of gray points should not cover: the object, the line, the bisector. */
function obstacles(shown: BayesSpace, domain: Domain, bisector: boolean): Obstacle[] {
  const [x, y] = onSquare(domain, SIDE)(shown.point);
  const line = lineOnSquare(shown, domain, SIDE);
  return [
    { x, y, reach: 9 },
    ...(line ? alongLine(...line) : []),
    ...(bisector ? alongLine(0, SIDE, SIDE, 0) : []),
  ];
}

function SideNames({ positive }: { positive: boolean }) {
  return (
    <g>
      <text class={`side-name ${positive ? "side-name-now" : ""}`} x={SIDE - 24} y={SIDE - 8}>
        c
      </text>
      <text class={`side-name side-name-out ${positive ? "" : "side-name-now"}`} x={28} y={17}>
        not c
      </text>
    </g>
  );
}

type At = (point: Point) => Point;

/** The segment on which every posterior lies; in the posterior's own space, cut by the line. */
function OneSum(props: { space: SpaceName; slope: number; at: At; low: number }) {
  const { space, slope, at } = props;
  const points = sumToOne(space === "likelihood", props.low);
  if (space !== "posterior") {
    return <polyline class="one-sum" points={points.map(at).join(" ")} />;
  }
  const cut = at(crossing(slope));
  return (
    <>
      <polyline class="one-sum one-sum-out" points={`${at([0, 1])} ${cut}`} />
      <polyline class="one-sum one-sum-in" points={`${cut} ${at([1, 0])}`} />
    </>
  );
}

/** The other spaces' points in light gray. */
function Traces(props: { traces: Trace[]; avoid: Obstacle[]; at: At }) {
  const marks = props.traces.map(({ space, point }) => {
    const [x, y] = props.at(point);
    return { label: space, x, y };
  });
  return (
    <g class="traces">
      {marks.map((mark) => (
        <circle key={mark.label} cx={mark.x} cy={mark.y} r={4.5} />
      ))}
      {placedLabels(marks, SIDE, props.avoid).map(({ labels, anchor, ...place }) => (
        <text key={labels.join()} {...place} text-anchor={anchor}>
          {labels.join(", ")}
        </text>
      ))}
    </g>
  );
}

/** Posterior and joint lie on one ray from the origin: dividing by P(o) moves along it. */
function Ray({ to, at }: { to: Point; at: At }) {
  const [x1, y1] = at([0, 0]);
  const [x2, y2] = at(to);
  return <line class="ray" x1={x1} y1={y1} x2={x2} y2={y2} />;
}

interface MovableProps {
  at: Point;
  /** The first coordinate, for those who listen. */
  likelihood: number;
  space: SpaceName;
  place: string;
  onNudge: (dx: number, dy: number) => void;
  children: ComponentChildren;
}

/** The object's mark. In the data space it can be focused and moved by the arrow keys. */
function Movable({ at: [x, y], likelihood, space, place, onNudge, children }: MovableProps) {
  const keys =
    space === "data"
      ? {
          tabindex: 0,
          role: "slider" as const,
          "aria-roledescription": "point",
          "aria-label": FOUR.object,
          "aria-valuemin": 0,
          "aria-valuemax": 1,
          "aria-valuenow": likelihood,
          "aria-valuetext": place,
          "data-testid": "bayes-point",
          onKeyDown: (event: KeyboardEvent) => {
            const step = STEPS[event.key];
            if (!step) return;
            event.preventDefault();
            event.stopPropagation();
            const size = event.shiftKey ? 0.001 : 0.01;
            onNudge(step[0]! * size, step[1]! * size);
          },
        }
      : {};
  return (
    <g class="movable" transform={`translate(${x} ${y})`} {...keys}>
      <circle class="movable-hit" r={16} />
      {children}
    </g>
  );
}
