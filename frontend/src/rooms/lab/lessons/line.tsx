import { Chart, curvePath, type Place, type Point } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { LineAnswer } from "../../../wire/lessons";
import { ClassPoints, inside, nearestPlace, pointKeys, WeightLine } from "./class-points";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { chance, figure } from "./numbers";
import {
  type AskedKnob,
  Awaiting,
  GoodToKnow,
  Group,
  Knob,
  Knobs,
  Large,
  Lesson,
  ResetButton,
} from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-line";
type LineAsked = LessonAsked[typeof KIND];
const DOMAIN = { x0: -1, x1: 4, y0: -1, y1: 4 };
const START: LineAsked = {
  rows: [
    [0.2, 0.4, 0],
    [-0.3, 1.2, 0],
    [0.6, -0.4, 0],
    [0.1, 2.1, 0],
    [1.1, 0.5, 0],
    [1.4, 1.6, 1],
    [2.3, 0.6, 1],
    [1.8, 2.7, 1],
    [3.1, 1.5, 1],
    [0.7, 2.4, 1],
  ],
  weights: [2, 1],
  threshold: 3,
  at: [2.6, 2.2],
};

export const lineLesson: LessonPage = {
  name: "line",
  topic: "lines",
  source: "comp9417",
  title: "Line and sigmoid",
  about: "Drag w, x₀ or x. The line is w·x = t; the sigmoid turns w·x − t into a probability.",
  start: { [KIND]: START },
  view: LineLesson,
};

type Change = kinds.Change<typeof KIND>;

/** A line with its vectors, and the sigmoid of the score. */
function LineLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Drawing a line" />;
  return (
    <Lesson
      name="line"
      main={
        <>
          <div class="line-charts">
            <LinePlane asked={asked} shown={shown} change={change} />
            <Sigmoid asked={asked} shown={shown} />
          </div>
          <div class="lesson-larges">
            <Large name="line-product" label="‖w‖ ‖x₀‖ = |t|" value={productText(shown)} />
            <Large
              name="line-distance"
              label="distance of x from the line"
              value={figure(shown.distance, 3)}
              note="(w·x − t) / ‖w‖"
            />
            <Large
              name="line-chance"
              label="P(1 | x)"
              value={chance(shown.chance)}
              note={`log odds = w·x − t = ${figure(shown.score, 3)}`}
            />
            <Large
              name="line-likelihood"
              label="log conditional likelihood"
              value={figure(shown.likelihood, 4)}
              note={`${shown.right} of ${asked.rows.length} points right`}
            />
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} change={change} />}
    />
  );
}

function productText({ length, foot_length, product }: LineAnswer): string {
  return `${figure(length, 3)} · ${figure(foot_length, 3)} = ${figure(product, 3)}`;
}

/** The plane: what can be held is the end of w, x₀ on the line, and x. */
function LinePlane(props: { asked: LineAsked; shown: LineAnswer; change: Change }) {
  const { asked, shown, change } = props;
  const [w1, w2] = asked.weights as [number, number];
  const at = asked.at as Point;
  const held: Point[] = [[w1, w2], shown.foot, at];
  const move = (which: number, to: Point, dragging: boolean) => {
    const [x, y] = inside(to, DOMAIN);
    if (which === 2) change({ at: [x, y] }, dragging);
    else if (which === 1) {
      change({ threshold: Number((x * w1 + y * w2).toFixed(2)) }, dragging);
    } else if (Math.hypot(x, y) > 0.1) change({ weights: [x, y] }, dragging);
  };
  return (
    <Chart
      name="line-plane"
      description={`The line with w = (${w1}, ${w2}) and t = ${asked.threshold}`}
      width={440}
      height={420}
      domain={DOMAIN}
      xName="x₁"
      yName="x₂"
      onTake={(_, near) => nearestPlace(held, near)}
      onMove={move}
    >
      {(place) => (
        <>
          <WeightLine
            place={place}
            domain={DOMAIN}
            weights={[-asked.threshold, w1, w2]}
            name="decision-line"
          />
          <ClassPoints name="line" place={place} domain={DOMAIN} rows={asked.rows} />
          <Arrow place={place} to={[w1, w2]} text="w" name="vector-w" />
          <Arrow place={place} to={shown.foot} text="x₀" name="vector-foot" />
          {["w", "x₀", "x"].map((name, i) => (
            <circle
              key={name}
              class={`vector-handle ${i === 2 ? "vector-asked" : ""}`}
              cx={place.x(held[i]![0])}
              cy={place.y(held[i]![1])}
              r={i === 2 ? 7 : 5}
              data-testid={`line-handle-${i}`}
              {...pointKeys(name, held[i]!, DOMAIN, (to, dragging) => move(i, to, dragging))}
            />
          ))}
          <text class="chart-note" x={place.x(at[0]) + 11} y={place.y(at[1]) + 4}>
            x
          </text>
        </>
      )}
    </Chart>
  );
}

/** An arrow from the origin. */
function Arrow(props: { place: Place; to: Point; text: string; name: string }) {
  const { place, to, text, name } = props;
  const [x, y] = [place.x(to[0]), place.y(to[1])];
  const away = Math.atan2(y - place.y(0), x - place.x(0));
  return (
    <g class={`vector ${name}`}>
      <line x1={place.x(0)} y1={place.y(0)} x2={x} y2={y} />
      <text
        x={x - 16 * Math.sin(away)}
        y={y + 16 * Math.cos(away)}
        text-anchor="middle"
        dy="0.35em"
      >
        {text}
      </text>
    </g>
  );
}

/** The curve 1 / (1 + exp(−z)), with every point on it. */
function Sigmoid({ asked, shown }: { asked: LineAsked; shown: LineAnswer }) {
  const { z } = shown.curve;
  const domain = { x0: z[0]!, x1: z.at(-1)!, y0: -0.06, y1: 1.06 };
  const bounded = (value: number) => Math.min(domain.x1, Math.max(domain.x0, value));
  return (
    <Chart
      name="sigmoid"
      description={`The sigmoid: P(1 | x) is ${chance(shown.chance)} where w·x − t is ${figure(shown.score, 3)}`}
      width={440}
      height={420}
      domain={domain}
      yTicks={[0, 0.25, 0.5, 0.75, 1]}
      xName="z = w·x − t (log odds)"
      yName="P(1 | x) = 1 / (1 + exp(−z))"
    >
      {(place) => (
        <>
          <line class="bisector-line" x1={place.x(0)} x2={place.x(0)} y1={0} y2={place.height} />
          <path class="sigmoid-curve" d={curvePath(place, z, shown.curve.chance)} />
          <ClassPoints
            name="sigmoid"
            place={place}
            domain={domain}
            rows={asked.rows.map((row, i) => [
              bounded(shown.scores[i]!),
              shown.chances[i]!,
              row[2]!,
            ])}
          />
          <path
            class="guide"
            d={`M${place.x(bounded(shown.score))} ${place.height}V${place.y(shown.chance)}H0`}
          />
          <circle
            class="vector-handle vector-asked"
            cx={place.x(bounded(shown.score))}
            cy={place.y(shown.chance)}
            r={7}
          />
        </>
      )}
    </Chart>
  );
}

const THRESHOLD: AskedKnob<LineAsked>[] = [
  {
    of: "threshold",
    label: "t",
    help: "The decision threshold: the line is where w·x = t.",
    low: -6,
    high: 10,
  },
];

function Controls(props: { workbench: Workbench; asked: LineAsked; change: Change }) {
  const { workbench, asked, change } = props;
  const scaled = (by: number) =>
    change({
      weights: asked.weights.map((weight) => Number((by * weight).toFixed(3))),
      threshold: Number((by * asked.threshold).toFixed(3)),
    });
  return (
    <>
      <Group title="The line w·x = t">
        {[0, 1].map((i) => (
          <Knob
            key={i}
            workbench={workbench}
            name={`w${i + 1}`}
            label={`w${"₁₂"[i]}`}
            help="A component of w, which is perpendicular to the line and points to the positives."
            low={-4}
            high={4}
            value={asked.weights[i]!}
            start={START.weights[i]!}
            onMove={(value, dragging) =>
              change({ weights: asked.weights.with(i, value) }, dragging)
            }
          />
        ))}
        <Knobs
          workbench={workbench}
          knobs={THRESHOLD}
          asked={asked}
          start={START}
          onMove={change}
        />
      </Group>
      <section class="group">
        <div class="buttons">
          <button type="button" class="button" data-testid="line-double" onClick={() => scaled(2)}>
            Double w and t
          </button>
          <button type="button" class="button" onClick={() => scaled(0.5)}>
            Halve them
          </button>
          <ResetButton name="line" onReset={() => change(START)} />
        </div>
      </section>
      <GoodToKnow>
        <li>x₀ is the point of the line in the direction of w: w·x₀ = ‖w‖ ‖x₀‖ = t for t ≥ 0.</li>
        <li>Doubling w and t leaves the line where it is and makes the sigmoid steeper.</li>
      </GoodToKnow>
    </>
  );
}
