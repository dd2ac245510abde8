import { useEffect } from "preact/hooks";
import { axis } from "../../charts/scale";
import type { Workbench } from "../../session/workbench";
import { rate } from "../../ui/format";
import type { LabModel, LabView } from "../../wire/lab";
import { CHARTS, signedNumber } from "./words";

const WIDTH = 264;
const HEIGHT = 96;
const EDGE = 6;

interface ChartProps {
  workbench: Workbench;
  model: LabModel;
  place: number;
}

/** A curve through (x, y) pairs in a small frame, with its ends as words. */
function Curve(props: {
  xs: ArrayLike<number>;
  ys: ArrayLike<number>;
  label: string;
  marks: { x: number; y: number; kind: string; title: string }[];
  testid: string;
  square?: boolean;
}) {
  const width = props.square ? HEIGHT : WIDTH;
  const [x0, x1] = extent(props.xs);
  const [y0, y1] = extent(props.ys);
  const px = axis(x0, x1, EDGE, width - EDGE);
  const py = axis(y0, y1, HEIGHT - EDGE, EDGE);
  const line = Array.from(props.xs, (x, i) => `${px(x).toFixed(1)},${py(props.ys[i]!).toFixed(1)}`);
  return (
    <figure class="lab-chart" data-testid={props.testid}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={props.label}>
        <rect x="0.5" y="0.5" width={width - 1} height={HEIGHT - 1} class="lab-chart-frame" />
        <polyline points={line.join(" ")} class="lab-chart-line" />
        {props.marks.map(({ x, y, kind, title }) => (
          <circle key={kind} cx={px(x)} cy={py(y)} r="4" class={`lab-chart-${kind}`}>
            <title>{title}</title>
          </circle>
        ))}
      </svg>
      <figcaption>{props.label}</figcaption>
    </figure>
  );
}

function extent(values: ArrayLike<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]!);
    high = Math.max(high, values[i]!);
  }
  return [low, high];
}

/** The log conditional likelihood, step by step. */
export function LikelihoodChart({ workbench, model, place }: ChartProps) {
  const likelihoods = workbench.rooms.lab.column(`lab.${place}.likelihood`);
  const step = model.training_way!.step;
  if (!likelihoods || likelihoods.length <= step) return null;
  const steps = Array.from(likelihoods, (_, i) => i);
  const now = {
    x: step,
    y: likelihoods[step]!,
    kind: "now",
    title: signedNumber(likelihoods[step]!),
  };
  return (
    <Curve
      xs={steps}
      ys={likelihoods}
      label={CHARTS.likelihood}
      marks={[now]}
      testid={`likelihood-${place}`}
    />
  );
}

/** The way of (w1, w2) from its start. */
export function WayChart({ workbench, model, place }: ChartProps) {
  const way = workbench.rooms.lab.column(`lab.${place}.way`);
  const step = model.training_way!.step;
  if (!way || way.length < 3 * (step + 1)) return null;
  const steps = Array.from({ length: way.length / 3 }, (_, i) => i);
  const xs = steps.map((i) => way[3 * i + 1]!);
  const ys = steps.map((i) => way[3 * i + 2]!);
  const at = `w = (${signedNumber(xs[step]!)}, ${signedNumber(ys[step]!)})`;
  return (
    <Curve
      xs={xs}
      ys={ys}
      label={CHARTS.path}
      marks={[{ x: xs[step]!, y: ys[step]!, kind: "now", title: at }]}
      testid={`path-${place}`}
      square
    />
  );
}

/** The cross-validated error of every k on a logarithmic axis, with three of them marked. */
export function NeighborChart(props: { workbench: Workbench; view: LabView; place: number }) {
  const { workbench, view, place } = props;
  const room = workbench.rooms.lab;
  const curve = room.curve.value;
  const points = room.points.value;
  const enough = view.points.count >= 4 && !view.models[place]!.refusal;
  useEffect(() => {
    if (!points || !enough) return;
    const timer = window.setTimeout(() => room.send({ action: "ask-neighbor-curve" }), REST_MS);
    return () => window.clearTimeout(timer);
  }, [points, enough, room]);
  if (!curve) return enough ? <p class="quiet">{CHARTS.trying}</p> : null;
  const errors = curve.columns.errors as Float32Array;
  const ks = Array.from(errors, (_, i) => Math.log(i + 1));
  const k = view.models[place]!.knobs.find(({ name }) => name === "n_neighbors")?.value ?? 1;
  const mark = (at: number, kind: string, title: string) => {
    const inside = Math.min(errors.length, Math.max(1, Math.round(at)));
    return { x: Math.log(at > errors.length ? inside : at), y: errors[inside - 1]!, kind, title };
  };
  const best = errors[curve.best - 1]!;
  return (
    <div class="lab-neighbors">
      <Curve
        xs={ks}
        ys={errors}
        label={CHARTS.errors(errors.length, curve.parts)}
        marks={[
          mark(curve.recommended, "theory", CHARTS.theoryAt(signedNumber(curve.recommended))),
          mark(curve.best, "best", CHARTS.bestAt(curve.best)),
          mark(k, "now", CHARTS.nowAt(k)),
        ]}
        testid={`curve-${place}`}
      />
      <p class="lab-keys row small">
        <span>
          <i class="lab-key lab-key-best" /> {CHARTS.best} <b data-testid="best-k">{curve.best}</b>{" "}
          ({rate(best)})
        </span>
        <span>
          <i class="lab-key lab-key-theory" /> {CHARTS.theory}{" "}
          <b data-testid="theory-k">{signedNumber(curve.recommended)}</b>
        </span>
        <button
          type="button"
          class="text-button"
          data-testid="take-best-k"
          onClick={() => room.moveModel(place, "n_neighbors", curve.best, room.newGesture())}
        >
          {CHARTS.use}
        </button>
      </p>
    </div>
  );
}

const REST_MS = 250;
