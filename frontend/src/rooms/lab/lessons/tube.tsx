import { Chart, curvePath, type Point } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { TubeAnswer } from "../../../wire/lessons";
import { inside, nearestPlace, pointKeys, rowsOf } from "./class-points";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import {
  type AskedKnob,
  Awaiting,
  GoodToKnow,
  Group,
  Knobs,
  Large,
  Lesson,
  ResetButton,
} from "./parts";
import { useLesson } from "./store";
import { SvmKernel, svmKernelKnobs } from "./svm-kernel";

const KIND = "lesson-tube";
type TubeAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const DOMAIN = { x0: 0, x1: 10, y0: 0, y1: 8 };
const ZERO = 1e-6;
const START: TubeAsked = {
  x: [0.5, 1.3, 2.1, 2.9, 3.7, 4.5, 5.3, 6.1, 6.9, 7.7, 8.5, 9.3],
  y: [2.1, 3.4, 4.9, 5.2, 5.6, 4.3, 5.6, 2.6, 1.4, 2.2, 2.4, 4.4],
  epsilon: 0.5,
  c: 1,
  kernel: "rbf",
  gamma: 0.3,
  degree: 3,
};

export const tubeLesson: LessonPage = {
  name: "tube",
  topic: "margins",
  source: "gadat",
  title: "Regression tube",
  about: "Support vector regression: points inside the tube cost nothing and could be removed.",
  start: { [KIND]: START },
  view: TubeLesson,
};

/** A regression with its tube, slacks and coefficients. */
function TubeLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Fitting a tube" />;
  return (
    <Lesson
      name="tube"
      main={
        <>
          <Picture asked={asked} shown={shown} change={change} />
          <div class="tube-below">
            <Coefficients shown={shown} />
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

interface Shared {
  asked: TubeAsked;
  shown: TubeAnswer;
  change: Change;
}

function Picture({ asked, shown, change }: Shared) {
  const { x, y } = shown.curve;
  const edge = (by: number) => y.map((value) => value + by);
  const move = (i: number, to: Point, dragging: boolean) => {
    const [px, py] = inside(to, DOMAIN);
    change({ x: asked.x.with(i, px), y: asked.y.with(i, py) }, dragging);
  };
  return (
    <div class="tube-chart">
      <Chart
        name="tube"
        description={`A curve with ${shown.support} support vectors of ${asked.x.length} points`}
        width={820}
        height={400}
        domain={DOMAIN}
        xName="x"
        yName="y"
        onTake={(_, near) => nearestPlace(rowsOf(asked.x, asked.y), near)}
        onMove={move}
      >
        {(place) => (
          <>
            <path
              class="tube-inside"
              d={`${curvePath(place, x, edge(asked.epsilon))}${curvePath(
                place,
                [...x].reverse(),
                edge(-asked.epsilon).reverse(),
              ).replace("M", "L")}Z`}
            />
            <path class="decision-line contour" d={curvePath(place, x, y)} />
            {shown.points.map(({ above, below }, i) => (
              <g key={i}>
                {above + below > ZERO && (
                  <line
                    class="tube-slack"
                    x1={place.x(asked.x[i]!)}
                    x2={place.x(asked.x[i]!)}
                    y1={place.y(asked.y[i]!)}
                    y2={place.y(asked.y[i]! - above + below)}
                  />
                )}
                <circle
                  class={`loss-point ${pulls(shown, i) ? "" : "loss-point-idle"}`}
                  cx={place.x(asked.x[i]!)}
                  cy={place.y(asked.y[i]!)}
                  r={5}
                  data-testid={`tube-point-${i}`}
                  {...pointKeys(`point ${i + 1}`, [asked.x[i]!, asked.y[i]!], DOMAIN, (to, drag) =>
                    move(i, to, drag),
                  )}
                />
                <text class="chart-note" x={place.x(asked.x[i]!) + 9} y={place.y(asked.y[i]!) - 5}>
                  {i + 1}
                </text>
              </g>
            ))}
          </>
        )}
      </Chart>
    </div>
  );
}

function pulls({ points }: TubeAnswer, i: number): boolean {
  return points[i]!.alpha + points[i]!.alpha_star > ZERO;
}

/** Coefficients and slacks of every point, one column a point. */
function Coefficients({ shown }: { shown: TubeAnswer }) {
  const small = (value: number) => (Math.abs(value) < ZERO ? "0" : figure(value, 3));
  const rows: [string, number[]][] = [
    ["α", shown.points.map(({ alpha }) => alpha)],
    ["α*", shown.points.map(({ alpha_star }) => alpha_star)],
    ["ξ, above the tube", shown.points.map(({ above }) => above)],
    ["ξ*, below the tube", shown.points.map(({ below }) => below)],
  ];
  return (
    <table class="figures small" data-testid="tube-points">
      <thead>
        <tr>
          <th scope="col">point</th>
          {shown.points.map((_, i) => (
            <th key={i} scope="col">
              {i + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, i) => (
              <td key={i} class={Math.abs(value) < ZERO ? "quiet" : ""}>
                {small(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const KNOBS: AskedKnob<TubeAsked>[] = [
  {
    of: "epsilon",
    label: "ε",
    help: "Half the width of the tube in which errors are not counted.",
    low: 0,
    high: 3,
  },
  {
    of: "c",
    label: "C",
    help: "How much slack costs; no α is larger.",
    low: 0.01,
    high: 1000,
    scale: "log",
  },
];
const KERNEL_KNOBS = svmKernelKnobs<TubeAsked>({
  poly: "K = (1 + x z / 25)^d.",
  rbf: "K = exp(−γ (x − z)²)",
});

function Controls({ workbench, asked, shown, change }: Shared & { workbench: Workbench }) {
  const knobs = [...KNOBS, ...KERNEL_KNOBS[asked.kernel]];
  const off = (value: number) => (Math.abs(value) < 1e-3 ? "0 ✓" : figure(value, 2));
  return (
    <>
      <Group title="The regression">
        <SvmKernel
          testid="tube-kernel"
          chosen={asked.kernel}
          onChoose={(kernel) => change({ kernel })}
        />
        <Knobs workbench={workbench} knobs={knobs} asked={asked} start={START} onMove={change} />
        <div class="buttons">
          <ResetButton name="tube" onReset={() => change(START)} />
        </div>
      </Group>
      <Group title="Proof that it is the best">
        <div class="lesson-larges fold-larges">
          <Large
            name="tube-primal"
            label="primal"
            value={figure(shown.primal, 5)}
            note="½‖β‖² + C Σ (ξ + ξ*)"
          />
          <Large
            name="tube-dual"
            label="dual"
            value={figure(shown.dual, 5)}
            note="Σ y a − ε Σ |a| − ½ Σ Σ a a K"
          />
        </div>
        <table class="figures small">
          <tbody>
            <tr>
              <th scope="row">Σ (α − α*) = 0</th>
              <td>{off(shown.balance)}</td>
            </tr>
            <tr>
              <th scope="row">α (ε + ξ − y + f) = 0, (C − α) ξ = 0</th>
              <td>{off(shown.complementarity)}</td>
            </tr>
            <tr>
              <th scope="row">support vectors</th>
              <td data-testid="tube-support">
                {shown.support} of {asked.x.length}
              </td>
            </tr>
          </tbody>
        </table>
      </Group>
      <GoodToKnow>
        <li>a = α − α*; f(x) = Σ aᵢ K(xᵢ, x) + β₀. Hollow points have a = 0.</li>
        <li>With a kernel only K(xᵢ, xⱼ) replaces the products xᵢ xⱼ: the dual stays the same.</li>
      </GoodToKnow>
    </>
  );
}
