import { Chart, curvePath, type Point } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { KernelsAnswer } from "../../../wire/lessons";
import { Choice } from "./choice";
import { ClassPoints, movedRow, nearestPlace } from "./class-points";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Lesson, ResetButton } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-kernels";
type KernelsAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const DOMAIN = { x0: -2, x1: 2, y0: -2, y1: 2 };
const START: KernelsAsked = {
  rows: [
    [-1.5, -0.8],
    [-0.9, 0.4],
    [-0.6, 1.4],
    [0.1, -0.3],
    [0.4, 0.9],
    [0.9, -1.2],
    [1.3, 0.2],
    [1.6, 1.5],
  ],
  kernel: "rbf",
  gamma: 1,
  degree: 2,
  coef0: -1,
  z: 0.3,
  terms: 3,
};

export const kernelsLesson: LessonPage = {
  name: "kernels",
  topic: "margins",
  source: "gadat",
  title: "What is a kernel?",
  about: "A kernel's Gram matrix has no negative eigenvalue, whatever the points. Drag one.",
  start: { [KIND]: START },
  view: KernelsLesson,
};

/** The Gram matrix of a kernel with its eigenvalues, and Mercer's sum. */
function KernelsLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Comparing all pairs" />;
  return (
    <Lesson
      name="kernels"
      main={
        <>
          <div class="kernels-gram">
            <Points asked={asked} change={change} />
            <Gram gram={shown.gram} />
            <Eigenvalues
              name="gram"
              values={shown.eigenvalues}
              text="eigenvalues of the Gram matrix"
            />
          </div>
          <p
            class={shown.definite ? "kernels-verdict" : "kernels-verdict kernels-fails"}
            data-testid="kernels-verdict"
          >
            {shown.definite
              ? `Σ Σ cᵢ cⱼ K(xᵢ, xⱼ) ≥ 0 for every c here; the least for ‖c‖ = 1 is ${figure(shown.form, 3)}.`
              : `Not a kernel: with c = (${shown.direction.map((each) => figure(each, 2)).join(", ")}) the sum Σ Σ cᵢ cⱼ K(xᵢ, xⱼ) is ${figure(shown.form, 3)}.`}
          </p>
          <div class="kernels-mercer">
            <Mercer asked={asked} shown={shown} change={change} />
            <Functions shown={shown} />
            <Eigenvalues
              name="mercer"
              values={shown.mercer.values}
              text="Mercer's eigenvalues λ on [−1, 1]"
            />
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

function Points({ asked, change }: { asked: KernelsAsked; change: Change }) {
  const move = (i: number, to: Point, dragging: boolean) =>
    change({ rows: movedRow(asked.rows, i, to, DOMAIN) }, dragging);
  return (
    <Chart
      name="kernel-points"
      description={`${asked.rows.length} points`}
      width={270}
      height={250}
      domain={DOMAIN}
      xTicks={[-2, 0, 2]}
      yTicks={[-2, 0, 2]}
      onTake={(_, near) => nearestPlace(asked.rows, near)}
      onMove={move}
    >
      {(place) => (
        <>
          <ClassPoints
            name="kernel"
            place={place}
            domain={DOMAIN}
            rows={asked.rows.map((row) => [...row, 1])}
            onMove={move}
          />
          {asked.rows.map(([x, y], i) => (
            <text key={i} class="chart-note" x={place.x(x!) + 8} y={place.y(y!) - 5}>
              {i + 1}
            </text>
          ))}
        </>
      )}
    </Chart>
  );
}

/** The kernel of every pair: the stronger the color, the larger; negative ones hatched by color. */
function Gram({ gram }: { gram: number[][] }) {
  const most = Math.max(1e-12, ...gram.flat().map(Math.abs));
  return (
    <table class="gram" data-testid="gram" aria-label="Gram matrix K(xᵢ, xⱼ)">
      <tbody>
        {gram.map((row, i) => (
          <tr key={i}>
            {row.map((value, j) => (
              <td
                key={j}
                class={value < 0 ? "gram-negative" : "gram-positive"}
                style={{ "--share": `${Math.round((45 * Math.abs(value)) / most)}%` }}
                title={`K(x${i + 1}, x${j + 1}) = ${figure(value, 4)}`}
              >
                {value.toFixed(Math.abs(value) < 10 ? 1 : 0).replace("-", "−")}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Eigenvalues({ name, values, text }: { name: string; values: number[]; text: string }) {
  const most = Math.max(...values.map(Math.abs), 1e-12);
  const low = Math.min(0, ...values);
  const base = low < -1e-9 * most ? 1.15 * low : -0.04 * most;
  return (
    <Chart
      name={`eigenvalues-${name}`}
      description={`${text}: ${values.map((each) => figure(each, 3)).join(", ")}`}
      width={270}
      height={250}
      domain={{
        x0: 0.4,
        x1: values.length + 0.6,
        y0: base,
        y1: 1.08 * Math.max(...values, 0) || 1,
      }}
      xTicks={values.map((_, i) => i + 1)}
      xName={text}
    >
      {(place) => (
        <>
          {values.map((value, i) => (
            <rect
              key={i}
              class={value < -1e-9 * most ? "eigen-negative" : "eigen-positive"}
              x={place.x(i + 0.65)}
              width={place.x(1.35) - place.x(0.65)}
              y={Math.min(place.y(0), place.y(value))}
              height={Math.max(1, Math.abs(place.y(value) - place.y(0)))}
            />
          ))}
          <path class="lesson-axis" d={`M0 ${place.y(0)}H${place.width}`} />
        </>
      )}
    </Chart>
  );
}

/** K(x, z) and the first terms of Mercer's sum; drag z. */
function Mercer(props: { asked: KernelsAsked; shown: KernelsAnswer; change: Change }) {
  const { asked, shown, change } = props;
  const { x, kernel, sum, error } = shown.mercer;
  const all = [...kernel, ...sum, 0];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = 0.08 * (high - low || 1);
  return (
    <Chart
      name="mercer"
      description={`K(x, z) and ${asked.terms} terms of Mercer's sum, at most ${figure(error, 2)} apart`}
      width={400}
      height={240}
      domain={{ x0: -1, x1: 1, y0: low - room, y1: high + 3 * room }}
      xName="x (drag z)"
      onTake={() => 0}
      onMove={(_, [z], dragging) => change({ z: Number(z.toFixed(2)) }, dragging)}
    >
      {(place) => (
        <>
          <line
            class="guide"
            x1={place.x(asked.z)}
            x2={place.x(asked.z)}
            y1={0}
            y2={place.height}
          />
          <path class="mercer-kernel" d={curvePath(place, x, kernel)} />
          <path class="mercer-sum" d={curvePath(place, x, sum)} />
          <g class="lesson-legend" transform="translate(10 10)">
            <path class="mercer-kernel" d="M0 0H18" />
            <text class="chart-note" x={24} dy="0.35em">
              K(x, z)
            </text>
            <path class="mercer-sum" d="M84 0H102" />
            <text class="chart-note" x={108} dy="0.35em" data-testid="mercer-error">
              {asked.terms} terms λ e(x) e(z), off by {figure(error, 2)}
            </text>
          </g>
        </>
      )}
    </Chart>
  );
}

/** The first eigenfunctions: the coordinates of h. */
function Functions({ shown }: { shown: KernelsAnswer }) {
  const { x, functions } = shown.mercer;
  const most = Math.max(1, ...functions.flat().map(Math.abs));
  return (
    <Chart
      name="mercer-functions"
      description="The first eigenfunctions of the kernel"
      width={240}
      height={240}
      domain={{ x0: -1, x1: 1, y0: -1.1 * most, y1: 1.1 * most }}
      xTicks={[-1, 0, 1]}
      xName="e₁, e₂, e₃"
    >
      {(place) =>
        functions.map((values, i) => (
          <path key={i} class={`mercer-function mercer-${i + 1}`} d={curvePath(place, x, values)} />
        ))
      }
    </Chart>
  );
}

const KERNEL_KNOBS: Record<string, AskedKnob<KernelsAsked>[]> = {
  linear: [],
  poly: [
    { of: "degree", label: "degree d", help: "K = (1 + x·z)^d.", low: 1, high: 8, whole: true },
  ],
  rbf: [
    {
      of: "gamma",
      label: "γ",
      help: "K = exp(−γ ‖x − z‖²): large γ, narrow bumps.",
      low: 0.01,
      high: 20,
      scale: "log",
    },
  ],
  sigmoid: [
    {
      of: "gamma",
      label: "κ₁",
      help: "K = tanh(κ₁ x·z + κ₂).",
      low: 0.01,
      high: 20,
      scale: "log",
    },
    { of: "coef0", label: "κ₂", help: "K = tanh(κ₁ x·z + κ₂).", low: -3, high: 3 },
  ],
};
const MERCER: AskedKnob<KernelsAsked>[] = [
  {
    of: "terms",
    label: "terms",
    help: "How many terms of Mercer's sum are added.",
    low: 1,
    high: 12,
    whole: true,
  },
  { of: "z", label: "z", help: "The second argument of K(x, z).", low: -1, high: 1 },
];

function Controls(props: {
  workbench: Workbench;
  asked: KernelsAsked;
  shown: KernelsAnswer;
  change: Change;
}) {
  const { workbench, asked, change } = props;
  const knobs = KERNEL_KNOBS[asked.kernel]!;
  return (
    <>
      <Group title="The kernel">
        <Choice
          testid="kernel"
          label="Kernel"
          options={[
            { name: "rbf", title: "RBF" },
            { name: "poly", title: "polynomial" },
            { name: "linear", title: "linear" },
            { name: "sigmoid", title: "sigmoid" },
          ]}
          chosen={asked.kernel}
          onChoose={(kernel) => change({ kernel })}
        />
        <Knobs workbench={workbench} knobs={knobs} asked={asked} start={START} onMove={change} />
      </Group>
      <Group title="Mercer's sum">
        <Knobs workbench={workbench} knobs={MERCER} asked={asked} start={START} onMove={change} />
        <div class="buttons">
          <ResetButton name="kernels" onReset={() => change(START)} />
        </div>
      </Group>
      <GoodToKnow>
        <li>
          Mercer: without negative eigenvalues, K(x, z) = Σ λₖ eₖ(x) eₖ(z) = ⟨h(x), h(z)⟩ with h(x)
          = (√λ₁ e₁(x), √λ₂ e₂(x), …).
        </li>
        <li>A polynomial of degree d needs d + 1 terms here, the RBF kernel infinitely many.</li>
        <li>The sigmoid is called a kernel but fails: no such h exists.</li>
      </GoodToKnow>
    </>
  );
}
