import { Chart, curvePath, type Point } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { DualAnswer } from "../../../wire/lessons";
import { ClassPoints, movedRow, nearestPlace } from "./class-points";
import { ContourLines } from "./contour-lines";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Lesson, ResetButton } from "./parts";
import { LessonPlayer } from "./player";
import { type LessonStore, useLesson } from "./store";
import { SvmKernel, svmKernelKnobs } from "./svm-kernel";

const KIND = "lesson-dual";
type DualAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const DOMAIN = { x0: 0, x1: 10, y0: 0, y1: 8 };
/** Below it a coefficient or a violation is the solver's rounding. */
const ZERO = 1e-6;
const START: DualAsked = {
  rows: [
    [1.2, 2.2, 0],
    [2.1, 4.6, 0],
    [2.8, 1.2, 0],
    [3.6, 3.1, 0],
    [4.6, 4.9, 0],
    [4.3, 2.9, 1],
    [5.6, 6.4, 1],
    [6.4, 3.6, 1],
    [7.6, 5.6, 1],
    [8.4, 2.2, 1],
  ],
  c: 1,
  kernel: "linear",
  gamma: 0.2,
  degree: 2,
  step: -1,
};

export const dualLesson: LessonPage = {
  name: "dual",
  topic: "margins",
  source: "gadat",
  title: "Dual and KKT",
  about: "The dual climbs, the primal falls; where they meet, the conditions hold. Drag a point.",
  start: { [KIND]: START },
  view: DualLesson,
};

/** A support vector machine solved two coefficients at a time. */
function DualLesson({ workbench }: { workbench: Workbench }) {
  const { lessons, asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Climbing the dual" />;
  return (
    <Lesson
      name="dual"
      main={
        <div class="dual-main">
          <Picture lessons={lessons} asked={asked} shown={shown} change={change} />
          <Objectives shown={shown} change={change} />
          <Coefficients asked={asked} shown={shown} />
          <Conditions shown={shown} />
        </div>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

interface Shared {
  asked: DualAsked;
  shown: DualAnswer;
  change: Change;
}

/** Points, frontier and margins; support vectors are ringed. */
function Picture({ lessons, asked, shown, change }: Shared & { lessons: LessonStore }) {
  const field = lessons.answers[KIND].value?.columns.field as Float32Array | undefined;
  const move = (i: number, to: Point, dragging: boolean) =>
    change({ rows: movedRow(asked.rows, i, to, DOMAIN), step: -1 }, dragging);
  return (
    <Chart
      name="dual-plane"
      description={`${shown.alpha.filter((alpha) => alpha > ZERO).length} support vectors of ${asked.rows.length} points`}
      width={440}
      height={340}
      domain={DOMAIN}
      onTake={(_, near) => nearestPlace(asked.rows, near)}
      onMove={move}
    >
      {(place) => (
        <>
          {field &&
            [-1, 0, 1].map((level) => (
              <ContourLines
                key={level}
                place={place}
                field={field}
                side={shown.side}
                level={level}
                name={level ? "dual-margin" : "decision-line contour"}
              />
            ))}
          <ClassPoints
            name="dual"
            place={place}
            domain={DOMAIN}
            rows={asked.rows}
            ringed={(i) => shown.alpha[i]! > ZERO}
            onMove={move}
          />
          {asked.rows.map(([x, y], i) => (
            <text key={i} class="chart-note" x={place.x(x!) + 11} y={place.y(y!) - 5}>
              {i + 1}
            </text>
          ))}
        </>
      )}
    </Chart>
  );
}

/** Both objectives against the steps; the one shown is marked, and can be dragged. */
function Objectives({ shown, change }: Omit<Shared, "asked">) {
  const low = Math.min(...shown.dual, 0);
  const start = shown.primal[0]!;
  const end = shown.dual.at(-1)!;
  const top = Math.min(start, 3 * end) || 1;
  const now = shown.moved.indexOf(shown.step);
  return (
    <Chart
      name="dual-objectives"
      description={`Primal ${figure(shown.primal[now], 4)}, dual ${figure(shown.dual[now], 4)} after ${shown.step} steps`}
      width={420}
      height={340}
      domain={{ x0: 0, x1: Math.max(1, shown.steps), y0: low, y1: 1.05 * top }}
      xName="pairs moved"
      yName="objective"
      onTake={() => 0}
      onMove={(_, [x], dragging) => change({ step: Math.round(x) }, dragging)}
    >
      {(place) => (
        <>
          <path class="dual-primal" d={curvePath(place, shown.moved, shown.primal)} />
          <path class="dual-dual" d={curvePath(place, shown.moved, shown.dual)} />
          <line
            class="guide"
            x1={place.x(shown.step)}
            x2={place.x(shown.step)}
            y1={0}
            y2={place.height}
          />
          <circle
            class="dual-primal-dot"
            cx={place.x(shown.step)}
            cy={place.y(shown.primal[now]!)}
            r={5}
          />
          <circle
            class="dual-dual-dot"
            cx={place.x(shown.step)}
            cy={place.y(shown.dual[now]!)}
            r={5}
          />
          <g class="lesson-legend" transform={`translate(${place.width * 0.3} 14)`}>
            <path class="dual-primal" d="M0 0H18" />
            <text class="chart-note" x={24} dy="0.35em">
              primal: ½‖β‖² + C Σ ξ
            </text>
            <path class="dual-dual" d="M0 17H18" />
            <text class="chart-note" x={24} y={17} dy="0.35em">
              dual: Σ αᵢ − ½ Σ Σ αᵢ αⱼ yᵢ yⱼ Kᵢⱼ
            </text>
          </g>
        </>
      )}
    </Chart>
  );
}

/** α, margin and slack of every point. */
function Coefficients({ asked, shown }: Omit<Shared, "change">) {
  const small = (value: number) => (Math.abs(value) < ZERO ? "0" : figure(value, 3));
  return (
    <div class="dual-table">
      <table class="figures small" data-testid="dual-points">
        <thead>
          <tr>
            <th scope="col">point</th>
            <th scope="col">y</th>
            <th scope="col">α</th>
            <th scope="col">y f(x)</th>
            <th scope="col">slack ξ</th>
            <th scope="col">μ = C − α</th>
            <th scope="col">role</th>
          </tr>
        </thead>
        <tbody>
          {asked.rows.map(([, , label], i) => (
            <tr key={i}>
              <th scope="row">{i + 1}</th>
              <td>{label ? "+1" : "−1"}</td>
              <td data-testid={`dual-alpha-${i}`}>{small(shown.alpha[i]!)}</td>
              <td>{small(shown.margins[i]!)}</td>
              <td>{small(shown.slacks[i]!)}</td>
              <td>{small(asked.c - shown.alpha[i]!)}</td>
              <td class="quiet">{role(shown.alpha[i]!, asked.c, shown.slacks[i]!)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function role(alpha: number, c: number, slack: number): string {
  if (alpha < ZERO) return "no part in β";
  if (alpha < c * (1 - ZERO)) return "on the margin";
  return slack > 1 ? "on the wrong side" : "inside the margin";
}

/** The conditions of Karush, Kuhn and Tucker, each with how far it is from holding. */
function Conditions({ shown }: { shown: DualAnswer }) {
  const { kkt } = shown;
  const rows: [string, string, number][] = [
    ["balance", "Σ αᵢ yᵢ = 0", kkt.balance],
    ["margin", "αᵢ (yᵢ f(xᵢ) − 1 + ξᵢ) = 0", kkt.margin],
    ["slack", "μᵢ ξᵢ = 0, μᵢ = C − αᵢ", kkt.slack],
    ["gap", "primal − dual = 0", kkt.gap],
  ];
  const [w1, w2] = shown.weights ?? [];
  return (
    <div class="dual-kkt">
      <table class="figures small" data-testid="dual-kkt">
        <thead>
          <tr>
            <th scope="col">condition</th>
            <th scope="col">off by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, text, off]) => (
            <tr key={name}>
              <th scope="row">{text}</th>
              <td data-testid={`kkt-${name}`}>{off < ZERO ? "0 ✓" : figure(off, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="quiet small">
        {w1 !== undefined && `β = Σ αᵢ yᵢ xᵢ = (${figure(w1, 3)}, ${figure(w2, 3)}), `}β₀ ={" "}
        {figure(shown.bias, 3)}, margin 1/‖β‖ = {shown.length ? figure(1 / shown.length, 3) : "–"}
      </p>
    </div>
  );
}

const SLACK: AskedKnob<DualAsked>[] = [
  {
    of: "c",
    label: "C",
    help: "How much slack costs; no α is larger.",
    low: 0.01,
    high: 100,
    scale: "log",
  },
];
const KERNEL_KNOBS = svmKernelKnobs<DualAsked>({
  poly: "K = (1 + x·z / 10)^d.",
  rbf: "K = exp(−γ ‖x − z‖²)",
});

function Controls({ workbench, asked, shown, change }: Shared & { workbench: Workbench }) {
  const knobs = [...SLACK, ...KERNEL_KNOBS[asked.kernel]];
  return (
    <>
      <Group title="The machine">
        <SvmKernel
          testid="dual-kernel"
          chosen={asked.kernel}
          onChoose={(kernel) => change({ kernel, step: -1 })}
        />
        <Knobs
          workbench={workbench}
          knobs={knobs}
          asked={asked}
          start={START}
          onMove={(next, dragging) => change({ ...next, step: -1 }, dragging)}
        />
      </Group>
      <Group title="The climb">
        <LessonPlayer
          name="dual"
          step={shown.step}
          steps={shown.steps}
          onStep={(step) => change({ step })}
        >
          pairs moved
        </LessonPlayer>
        <div class="buttons">
          <ResetButton name="dual" onReset={() => change(START)} />
        </div>
      </Group>
      <GoodToKnow>
        <li>The dual is never above the primal; equal, both are solved.</li>
        <li>Points with α = 0 could be removed and nothing would change.</li>
      </GoodToKnow>
    </>
  );
}
