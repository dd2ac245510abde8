import { useRef } from "preact/hooks";
import { wholeTicks } from "../../charts/scale";
import { visible } from "../../ui/format";
import { Select } from "../../ui/select";
import { type Size, useSize } from "../../ui/size";
import type { Counts, MatrixView, ModelFigures } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { SCATTER } from "./words";

const EDGE = { left: 40, right: 12, top: 12, bottom: 34 };
const TICKS = 3;
/** How far from a dot a click still means it. */
const REACH_PX = 8;

interface Span {
  low: number;
  high: number;
}

/** What a model does to the class in focus. */
interface Errors {
  /** Rows of other classes that are called so. */
  fp: number;
  /** Rows of it that are called otherwise. */
  fn: number;
}

type Point = ModelFigures & Errors;

/** False positives against false negatives of every model visited, with what is attainable. */
export function ErrorScatter({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const [box, size] = useSize<HTMLDivElement>({ width: 300, height: 260 });
  const hint = useRef<HTMLTitleElement>(null);
  const pins = room.choice.value?.pins ?? {};
  const last = new Set(view.outcome?.visited ?? []);
  const place = room.focused.value;
  const [missed, wrongly] = errorNames(view, place);
  const drawn = view.trajectory.map((model) => ({ ...model, ...errorsIn(model.matrix, place) }));
  const points = distinct(drawn, view.shown.number, pins);
  const [across, up] = spans(points, errorsIn(view.shown.matrix, place));
  const inside = points.filter(({ fn, fp }) => fn <= across.high && fp <= up.high);
  const named = ({ number }: Point) => number === view.shown.number || number in pins;
  const dots = inside.filter((model) => !named(model));
  const frontier = room.frontier.value;
  const curves = frontier && frontier.focus === view.classes[place] ? frontier.curves : [];
  const x = (value: number) =>
    EDGE.left +
    ((value - across.low) / (across.high - across.low)) * (size.width - EDGE.left - EDGE.right);
  const y = (value: number) =>
    size.height -
    EDGE.bottom -
    ((value - up.low) / (up.high - up.low)) * (size.height - EDGE.top - EDGE.bottom);
  const describe = ({ number, family, fp, fn }: Point) =>
    `${pins[number] ?? `model ${number}`}, ${family}: ${fp} ${wrongly}, ${fn} ${missed}`;
  const dotUnder = (event: MouseEvent & { currentTarget: Element }): Point | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const distance = ({ fn, fp }: Point) =>
      Math.hypot(event.clientX - left - x(fn), event.clientY - top - y(fp));
    const [nearest] = dots.toSorted((a, b) => distance(a) - distance(b));
    return nearest && distance(nearest) <= REACH_PX ? nearest : undefined;
  };
  return (
    <div class="scatter" ref={box}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the page Models lists the same by keyboard */}
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`${wrongly} and ${missed} of ${points.length} models`}
        data-testid="scatter"
        onPointerMove={(event) => {
          const under = dotUnder(event);
          event.currentTarget.classList.toggle("on-model", under !== undefined);
          hint.current!.textContent = under ? describe(under) : "";
        }}
        onClick={(event) => {
          const under = dotUnder(event);
          if (under) room.send({ action: "show-model", number: under.number });
        }}
      >
        <title ref={hint} />
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
          {points.length > 1 && (
            <path class="frontier-visited" d={stairs(unbeaten(points), x, y)} />
          )}
          {curves.map((curve) => (
            <path
              key={curve.name}
              class={curve.name === "shown" ? "frontier" : "frontier frontier-pinned"}
              d={stairs(curve.points, x, y)}
            />
          ))}
          <path
            class="model-dots"
            d={dotPath(
              dots.filter(({ number }) => !last.has(number)),
              x,
              y,
            )}
          />
          <path
            class="model-dots is-visited"
            data-testid="scatter-visited"
            d={dotPath(
              dots.filter(({ number }) => last.has(number)),
              x,
              y,
            )}
          />
          {room.steering.value?.models.map((model, number) => (
            <circle
              key={number}
              class="model-passing"
              data-testid="model-passing"
              cx={x(model.fn ?? model.missed![place]!)}
              cy={y(model.fp ?? model.wrongly![place]!)}
              r={3}
            />
          ))}
        </g>
        <AxisNames size={size} across={missed} up={wrongly} />
      </svg>
      {inside.filter(named).map((model) => (
        <button
          key={model.number}
          type="button"
          class={pointClass(model, view, pins)}
          style={{ left: `${x(model.fn)}px`, top: `${y(model.fp)}px` }}
          data-testid={`model-${model.number}`}
          aria-current={model.number === view.shown.number}
          aria-label={`Model ${describe(model)}`}
          title={describe(model)}
          onClick={() => room.send({ action: "show-model", number: model.number })}
        >
          {pins[model.number] && <span class="scatter-name small clip">{pins[model.number]}</span>}
        </button>
      ))}
    </div>
  );
}

/** The errors of one class in a matrix. */
function errorsIn(matrix: Counts, place: number): Errors {
  const right = matrix[place]?.[place] ?? 0;
  const sum = (counts: number[]) => counts.reduce((all, each) => all + each, 0);
  return {
    fp: sum(matrix.map((row) => row[place]!)) - right,
    fn: sum(matrix[place] ?? []) - right,
  };
}

/** The two kinds of error of a class: rows of it that are missed, others that are called so. */
function errorNames(view: MatrixView, place: number): [string, string] {
  const name = view.classes[place]!;
  const others = view.classes.length === 2 ? view.classes[1 - place]! : "others";
  return [`${visible(name)} missed`, `${visible(others)} called ${visible(name)}`];
}

/** The false positives and negatives of models that no other is as good as in both. */
export function unbeaten(points: Errors[]): [number, number][] {
  const kept: [number, number][] = [];
  for (const { fp, fn } of points.toSorted((a, b) => a.fn - b.fn || a.fp - b.fp)) {
    if (kept.length === 0 || fp < kept.at(-1)![0]) kept.push([fp, fn]);
  }
  return kept;
}

/** What the lines are. */
export function ScatterLines({ view }: { view: MatrixView }) {
  return (
    <p class="scatter-lines small quiet" data-testid="scatter-lines">
      <i class="key-line" /> {SCATTER.cutOffs}
      {view.trajectory.length > 1 && (
        <>
          <i class="key-line key-visited" /> {SCATTER.best}
        </>
      )}
    </p>
  );
}

/** One model for each pair of counts, the newest; the shown and the pinned always. */
function distinct(models: Point[], shown: number, pins: Record<string, string>): Point[] {
  const kept = new Map<string, Point>();
  for (const model of models) {
    const always = model.number === shown || pins[model.number] !== undefined;
    kept.set(always ? `model ${model.number}` : `${model.fp} ${model.fn}`, model);
  }
  return [...kept.values()];
}

/** Wide enough for the shown, the pinned and most of the others; far strays may be left out. */
function spans(points: Point[], shown: Errors): [Span, Span] {
  const reach = (values: number[], shown: number) => {
    const sorted = values.toSorted((a, b) => a - b);
    const most = sorted[Math.floor(0.85 * (sorted.length - 1))] ?? 1;
    return { low: 0, high: Math.max(4, Math.ceil(Math.max(most, shown) * 1.25)) };
  };
  return [
    reach(
      points.map(({ fn }) => fn),
      shown.fn,
    ),
    reach(
      points.map(({ fp }) => fp),
      shown.fp,
    ),
  ];
}

function pointClass(model: ModelFigures, view: MatrixView, pins: Record<string, string>): string {
  const names = ["model-point"];
  if (pins[model.number]) names.push("is-pinned");
  if (model.number === view.shown.number) names.push("is-shown");
  return names.join(" ");
}

/** All dots as one path of round line caps: hundreds of elements would slow every edit. */
function dotPath(points: Point[], x: (v: number) => number, y: (v: number) => number): string {
  return points.map(({ fn, fp }) => `M${x(fn).toFixed(1)} ${y(fp).toFixed(1)}h0`).join("");
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
      {wholeTicks(up.low, up.high, TICKS).map((value) => (
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
      {wholeTicks(across.low, across.high, TICKS).map((value) => (
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

function AxisNames({ size, across, up }: { size: Size; across: string; up: string }) {
  return (
    <g class="scatter-axes">
      <text class="tick" x={size.width - EDGE.right} y={size.height - 4} text-anchor="end">
        {across} →
      </text>
      <text class="tick" x={size.width - EDGE.right} y={EDGE.top - 1} text-anchor="end">
        ↑ {up}
      </text>
    </g>
  );
}

/** The scatter with the class whose errors it draws to be chosen, where all are asked about. */
export function FocusedScatter({ room, view }: { room: MatrixStore; view: MatrixView }) {
  return (
    <section class="focused-scatter pane" aria-label={SCATTER.focusedLabel}>
      <label class="focus-choice row">
        <span>{SCATTER.errorsOf}</span>
        <Select
          testid="focus"
          value={String(room.focused.value)}
          options={view.classes.map((name, place) => [String(place), visible(name)] as const)}
          onChoose={(value) => {
            room.focus.value = Number(value);
          }}
        />
      </label>
      <ErrorScatter room={room} view={view} />
      <p class="quiet">{SCATTER.focused}</p>
    </section>
  );
}
