import { axis, niceTicks } from "../../charts/scale";
import { count, rate } from "../../ui/format";
import { Scroller } from "../../ui/scroller";
import type { CurvePoint } from "../../wire/compare";
import { Mark, markPath, modelColor } from "./marks";
import type { CompareStore } from "./store";
import { CURVES, UNFITTED } from "./words";

const WIDTH = 860;
const HEIGHT = 420;
const EDGE = { left: 52, right: 20, top: 34, bottom: 44 };

/** Error against training rows, with the spread over folds; fitted when asked for. */
export function CurvesPage({ room }: { room: CompareStore }) {
  const known = room.comparison.value?.curves ?? {};
  const curves = { ...known, ...room.growing.value };
  const names = room.models.value.map(({ name }) => name);
  const drawn = names.filter((name) => curves[name]?.length);
  const lacking = room.comparison.value?.curves_left ?? [];
  const run = lacking.length > 0 && !room.busy.value && (
    <button
      type="button"
      class="button button-main"
      data-testid="run-curves"
      onClick={() => room.runCurves()}
    >
      {drawn.length > 0 ? UNFITTED.resume : CURVES.run}
    </button>
  );
  if (drawn.length === 0) {
    return (
      <div class="room-empty compare-curveless" data-testid="curves">
        <h2>{CURVES.question}</h2>
        <p class="quiet">{CURVES.how}</p>
        {run}
      </div>
    );
  }
  return (
    <Scroller class="compare-scroll" label={CURVES.title} testid="curves">
      <div class="compare-head">
        <h2>{CURVES.title}</h2>
        {run}
      </div>
      <p class="quiet compare-note">
        {CURVES.how} {CURVES.read}
      </p>
      <ul class="curve-legend">
        {drawn.map((name) => (
          <li key={name}>
            <Mark place={names.indexOf(name)} /> {name}
          </li>
        ))}
      </ul>
      <CurveChart names={names} curves={curves} />
    </Scroller>
  );
}

const mean = (errors: number[]) => errors.reduce((sum, each) => sum + each, 0) / errors.length;

function CurveChart(props: { names: string[]; curves: Record<string, CurvePoint[]> }) {
  const every = Object.values(props.curves).flat();
  const most = Math.max(...every.map(({ rows }) => rows));
  const fewest = Math.min(...every.map(({ rows }) => rows), most / 2);
  const top = Math.max(0.01, ...every.flatMap(({ errors }) => errors)) * 1.05;
  const byLog = axis(Math.log(fewest), Math.log(most), EDGE.left, WIDTH - EDGE.right);
  const x = (rows: number) => byLog(Math.log(rows));
  const y = axis(0, top, HEIGHT - EDGE.bottom, EDGE.top);
  const marked = [...new Set(every.map(({ rows }) => rows))].sort((a, b) => a - b);
  const spaced = marked.filter(
    (rows, at) => at === 0 || x(rows) - x(marked[at - 1]!) > 30 || rows === most,
  );
  return (
    <svg
      class="curve-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={spoken(props.curves)}
      data-testid="curve-chart"
    >
      {niceTicks(0, top, 5).map((tick) => (
        <g key={tick}>
          <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} />
          <text x={EDGE.left - 8} y={y(tick) + 4} text-anchor="end">
            {`${Number((tick * 100).toFixed(1))} %`}
          </text>
        </g>
      ))}
      {spaced.map((rows) => (
        <text key={rows} x={x(rows)} y={HEIGHT - 26} text-anchor="middle">
          {count(rows)}
        </text>
      ))}
      <text x={4} y={14} data-testid="curve-error">
        {CURVES.error}
      </text>
      <text x={(WIDTH + EDGE.left) / 2} y={HEIGHT - 6} text-anchor="middle">
        {CURVES.rows}
      </text>
      {props.names.map((name, place) => {
        const points = props.curves[name] ?? [];
        if (points.length === 0) return null;
        const over = points.map(({ rows, errors }) => `${x(rows)},${y(Math.max(...errors))}`);
        const under = points.map(({ rows, errors }) => `${x(rows)},${y(Math.min(...errors))}`);
        const way = points.map(({ rows, errors }) => `${x(rows)},${y(mean(errors))}`);
        return (
          <g key={name} style={{ color: modelColor(place) }}>
            <polygon points={[...over, ...under.reverse()].join(" ")} class="curve-band" />
            <polyline points={way.join(" ")} class="curve-line" />
            {points.map(({ rows, errors }) => (
              <path
                key={rows}
                d={markPath(place)}
                fill="currentColor"
                transform={`translate(${x(rows) - 6} ${y(mean(errors)) - 6})`}
              >
                <title>{CURVES.point(name, rows, rate(mean(errors)))}</title>
              </path>
            ))}
          </g>
        );
      })}
    </svg>
  );
}

function spoken(curves: Record<string, CurvePoint[]>): string {
  const lines = Object.entries(curves).map(([name, points]) => {
    const ends = [points[0]!, points[points.length - 1]!];
    return `${name}: ${ends.map(({ rows, errors }) => CURVES.spoken(rate(mean(errors)), rows)).join(", ")}`;
  });
  return `${CURVES.title}. ${lines.join(". ")}`;
}
