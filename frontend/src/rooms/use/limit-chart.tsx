import { bandPath, Chart, curvePath } from "../../charts/chart";
import { niceTicks } from "../../charts/scale";
import type { Limit } from "../../wire/use";
import { dayText, evidenceText, LIMIT, valueText } from "./words";

interface LimitChartProps {
  limit: Limit;
  /** The time at each point; empty texts where there is none. */
  times: string[];
  name: string;
}

/** What a row number is called on the axis: itself, or its day. */
function rowTick({ limit, times }: LimitChartProps): (row: number) => string {
  const rows = limit.row_numbers;
  const short = (row: number) => (row >= 1000 ? `${Number((row / 1000).toFixed(1))}k` : `${row}`);
  if (!times.some((time) => time)) return short;
  return (row) => {
    const place = rows.findIndex((each) => each >= row);
    const time = times[place === -1 ? times.length - 1 : place];
    return time ? dayText(time) : short(row);
  };
}

/** Round numbers of rows, none so near to the end that its day is cut off. */
const rowTicks = (last: number, count: number) =>
  niceTicks(0, last, count).filter((tick) => tick < 0.96 * last);

const xNameOf = (times: string[]) => (times.some((time) => time) ? LIMIT.days : LIMIT.rows);

/** The measure after each batch of rows, within limits that hold at all times together. */
export function RateChart(props: LimitChartProps) {
  const { limit, times, name } = props;
  const there = limit.row_numbers.map((_, at) => at).filter((at) => limit.estimates[at] !== null);
  const of = (values: (number | null)[]) => there.map((at) => values[at] ?? 0);
  const rows = there.map((at) => limit.row_numbers[at]!);
  const last = Math.max(1, limit.row_numbers.at(-1) ?? 1);
  // The first rows know little: limits that fill the chart would hide all that follows.
  const settled = of(limit.highs).slice(Math.floor(there.length / 3));
  const lows = of(limit.lows).slice(Math.floor(there.length / 3));
  const top = Math.max(limit.limit * 1.6, ...settled, ...of(limit.estimates));
  const low = limit.is_upper ? 0 : Math.max(0, Math.min(limit.limit * 0.8, ...lows));
  const high = limit.is_share ? Math.min(1, top * 1.05) : top * 1.05;
  return (
    <Chart
      name={`rate-${name}`}
      description={LIMIT.rateChart(limit.bound)}
      width={460}
      height={190}
      domain={{ x0: 0, x1: last, y0: low, y1: high }}
      xTicks={rowTicks(last, 7)}
      xName={xNameOf(times)}
      tickText={(tick) => valueText(tick, limit.is_share)}
      xTickText={rowTick(props)}
    >
      {(place) => (
        <>
          {rows.length > 1 && (
            <path class="use-band" d={bandPath(place, rows, of(limit.lows), of(limit.highs))} />
          )}
          <path class="use-limit" d={`M0 ${place.y(limit.limit)}H${place.width}`} />
          <text class="use-limit-name" x={place.width - 4} y={place.y(limit.limit) - 4}>
            {LIMIT.limit} {valueText(limit.limit, limit.is_share)}
          </text>
          {rows.length > 0 && (
            <path class="use-estimate" d={curvePath(place, rows, of(limit.estimates))} />
          )}
          {limit.broken_since !== null && (
            <path class="use-break" d={`M${place.x(limit.broken_since)} 0V${place.height}`} />
          )}
        </>
      )}
    </Chart>
  );
}

/** The e-value after each batch of rows, on a scale of powers of ten. */
export function EvidenceChart(props: LimitChartProps) {
  const { limit, times, name } = props;
  const alarm = Math.log10(limit.alarm_at ?? 20);
  const there = limit.row_numbers.map((_, at) => at).filter((at) => limit.e_values[at] !== null);
  const rows = there.map((at) => limit.row_numbers[at]!);
  const values = there.map((at) => Math.log10(Math.max(1e-3, limit.e_values[at] ?? 1)));
  const last = Math.max(1, limit.row_numbers.at(-1) ?? 1);
  const low = Math.min(-0.5, ...values) - 0.2;
  const high = Math.max(alarm + 0.5, Math.min(6, ...[Math.max(...values, alarm)])) + 0.2;
  const ticks = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].filter((tick) => tick >= low && tick <= high);
  return (
    <Chart
      name={`evidence-${name}`}
      description={LIMIT.evidenceChart(limit.bound, evidenceText(limit.alarm_at))}
      width={300}
      height={190}
      domain={{ x0: 0, x1: last, y0: low, y1: high }}
      xTicks={rowTicks(last, 4)}
      xName={xNameOf(times)}
      yTicks={ticks}
      tickText={(tick) => evidenceText(10 ** tick)}
      xTickText={rowTick(props)}
    >
      {(place) => (
        <>
          <path class="use-limit" d={`M0 ${place.y(alarm)}H${place.width}`} />
          <text class="use-limit-name" x={4} y={place.y(alarm) - 4} text-anchor="start">
            {LIMIT.alarm(evidenceText(limit.alarm_at))}
          </text>
          {rows.length > 0 && <path class="use-evidence" d={curvePath(place, rows, values)} />}
        </>
      )}
    </Chart>
  );
}
