import { type Size, useSize } from "../ui/size";
import type { MatrixDesk } from "./desk";
import type { MatrixView, ModelFigures } from "./wire";

const EDGE = { left: 40, right: 12, top: 12, bottom: 34 };
const TICKS = 4;

interface Span {
  low: number;
  high: number;
}

/** False positives against false negatives of every model visited, with what is attainable. */
export function ErrorScatter({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const [box, size] = useSize<HTMLDivElement>({ width: 300, height: 260 });
  const pins = desk.choice.value?.pins ?? {};
  const last = new Set(view.outcome?.visited ?? []);
  const points = distinct(view.trajectory, view.shown.number, pins);
  const [across, up] = spans(points, view);
  const inside = points.filter(({ fn, fp }) => fn! <= across.high && fp! <= up.high);
  const x = (value: number) =>
    EDGE.left +
    ((value - across.low) / (across.high - across.low)) * (size.width - EDGE.left - EDGE.right);
  const y = (value: number) =>
    size.height -
    EDGE.bottom -
    ((value - up.low) / (up.high - up.low)) * (size.height - EDGE.top - EDGE.bottom);
  return (
    <div class="scatter" ref={box}>
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`False positives and false negatives of ${points.length} models`}
      >
        <Axes across={across} up={up} x={x} y={y} size={size} />
        <clipPath id="scatter-clip">
          <rect
            x={EDGE.left}
            y={EDGE.top - 6}
            width={Math.max(0, size.width - EDGE.left - EDGE.right + 6)}
            height={Math.max(0, size.height - EDGE.top - EDGE.bottom + 6)}
          />
        </clipPath>
        <g clip-path="url(#scatter-clip)">
          {desk.frontier.value?.curves.map((curve) => (
            <path
              key={curve.name}
              class={curve.name === "shown" ? "frontier" : "frontier frontier-pinned"}
              d={stairs(curve.points, x, y)}
            />
          ))}
          {desk.steering.value?.models.map(({ fp, fn }, place) => (
            <circle
              key={place}
              class="model-passing"
              data-testid="model-passing"
              cx={x(fn!)}
              cy={y(fp!)}
              r={3}
            />
          ))}
        </g>
        <AxisNames size={size} />
      </svg>
      {inside.map((model) => (
        <button
          key={model.number}
          type="button"
          class={pointClass(model, view, last, pins)}
          style={{ left: `${x(model.fn!)}px`, top: `${y(model.fp!)}px` }}
          data-testid={`model-${model.number}`}
          tabIndex={model.number === view.shown.number || pins[model.number] ? 0 : -1}
          aria-current={model.number === view.shown.number}
          aria-label={`Model ${model.number}${pins[model.number] ? `, ${pins[model.number]}` : ""}: ${model.fp} false positives, ${model.fn} false negatives`}
          title={`${pins[model.number] ?? `model ${model.number}`}, ${model.family}: ${model.fp} false positives, ${model.fn} false negatives`}
          onClick={() => desk.send({ action: "show-model", number: model.number })}
        >
          {pins[model.number] && <span class="scatter-name">{pins[model.number]}</span>}
        </button>
      ))}
    </div>
  );
}

/** One model for each pair of counts, the newest; the shown and the pinned always. */
function distinct(
  models: ModelFigures[],
  shown: number,
  pins: Record<string, string>,
): ModelFigures[] {
  const kept = new Map<string, ModelFigures>();
  for (const model of models) {
    const always = model.number === shown || pins[model.number] !== undefined;
    kept.set(always ? `model ${model.number}` : `${model.fp} ${model.fn}`, model);
  }
  return [...kept.values()];
}

/** Wide enough for the shown, the pinned and most of the others; far strays may be left out. */
function spans(points: ModelFigures[], view: MatrixView): [Span, Span] {
  const reach = (values: number[], shown: number) => {
    const sorted = values.toSorted((a, b) => a - b);
    const most = sorted[Math.floor(0.85 * (sorted.length - 1))] ?? 1;
    return { low: 0, high: Math.max(4, Math.ceil(Math.max(most, shown) * 1.25)) };
  };
  return [
    reach(
      points.map((point) => point.fn!),
      view.shown.fn!,
    ),
    reach(
      points.map((point) => point.fp!),
      view.shown.fp!,
    ),
  ];
}

function pointClass(
  model: ModelFigures,
  view: MatrixView,
  last: Set<number>,
  pins: Record<string, string>,
): string {
  const names = ["model-point"];
  if (last.has(model.number)) names.push("is-visited");
  if (pins[model.number]) names.push("is-pinned");
  if (model.number === view.shown.number) names.push("is-shown");
  return names.join(" ");
}

/** Counts are whole: between two points of a frontier the better one holds. */
function stairs(
  points: [number, number][],
  x: (v: number) => number,
  y: (v: number) => number,
): string {
  const sorted = points.toSorted((a, b) => a[1] - b[1]);
  return sorted
    .map(([fp, fn], i) => {
      const across = x(fn).toFixed(1);
      const up = y(fp).toFixed(1);
      return i === 0 ? `M${across} ${up}` : `H${across}V${up}`;
    })
    .join("");
}

function Axes(props: {
  across: Span;
  up: Span;
  x: (value: number) => number;
  y: (value: number) => number;
  size: Size;
}) {
  const { across, up, x, y, size } = props;
  const floor = size.height - EDGE.bottom;
  return (
    <g class="scatter-axes">
      {ticks(up).map((value) => (
        <g key={value}>
          <line
            class="grid"
            x1={EDGE.left}
            x2={size.width - EDGE.right}
            y1={y(value)}
            y2={y(value)}
          />
          <text class="tick" x={EDGE.left - 6} y={y(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      {ticks(across).map((value) => (
        <g key={value}>
          <line class="grid" x1={x(value)} x2={x(value)} y1={EDGE.top} y2={floor} />
          <text class="tick" x={x(value)} y={floor + 15} text-anchor="middle">
            {value}
          </text>
        </g>
      ))}
    </g>
  );
}

function AxisNames({ size }: { size: Size }) {
  return (
    <g class="scatter-axes">
      <text class="tick" x={size.width - EDGE.right} y={size.height - 4} text-anchor="end">
        false negatives →
      </text>
      <text class="tick" x={size.width - EDGE.right} y={EDGE.top - 1} text-anchor="end">
        ↑ false positives
      </text>
    </g>
  );
}

/** Round numbers, about four of them. */
export function ticks({ low, high }: Span): number[] {
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}
