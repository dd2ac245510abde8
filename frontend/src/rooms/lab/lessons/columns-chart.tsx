import { bandPath, Chart, curvePath, type Place } from "../../../charts/chart";
import { count } from "../../../ui/format";
import type { Interval } from "../../../wire/lessons";

interface Series {
  name: string;
  text: string;
  errors: Interval[];
}

/** Errors against a number of columns on a logarithmic axis, each with its interval. */
export function ColumnsChart(props: {
  name: string;
  description: string;
  columns: number[];
  series: Series[];
  /** A level that no rule or one rule has, with its name. */
  level: { at: number; text: string };
  top?: number;
  legendAt?: number;
  extra?: (place: Place, x: number[]) => preact.ComponentChildren;
}) {
  const { columns, series, level } = props;
  const x = columns.map(Math.log10);
  return (
    <Chart
      name={props.name}
      description={props.description}
      width={820}
      height={380}
      domain={{ x0: x[0]! - 0.03, x1: x.at(-1)! + 0.05, y0: 0, y1: props.top ?? 0.55 }}
      xTicks={x}
      xTickText={(value) => String(Math.round(10 ** value))}
      xName="number of columns"
      yName="error"
    >
      {(place) => (
        <>
          {series.map(({ name, errors }) => (
            <g key={name} class={`columns-series columns-${name}`}>
              <path
                class="columns-spread"
                d={bandPath(
                  place,
                  x,
                  errors.map(([, low]) => low),
                  errors.map(([, , high]) => high),
                )}
              />
              <path
                class="columns-curve"
                d={curvePath(
                  place,
                  x,
                  errors.map(([mean]) => mean),
                )}
              />
              {errors.map(([mean], i) => (
                <circle key={i} cx={place.x(x[i]!)} cy={place.y(mean)} r={3} />
              ))}
            </g>
          ))}
          {props.extra?.(place, x)}
          <g class="bayes-line">
            <line x1={0} x2={place.width} y1={place.y(level.at)} y2={place.y(level.at)} />
            <text x={place.width - 6} y={place.y(level.at) + 15} text-anchor="end">
              {level.text}
            </text>
          </g>
          <g class="lesson-legend" transform={`translate(14 ${props.legendAt ?? 14})`}>
            {series.map(({ name, text }, i) => (
              <g
                key={name}
                class={`columns-series columns-${name}`}
                transform={`translate(0 ${17 * i})`}
              >
                <path class="columns-curve" d="M0 0H18" />
                <text class="chart-note" x={24} dy="0.35em">
                  {text}
                </text>
              </g>
            ))}
          </g>
        </>
      )}
    </Chart>
  );
}

interface TableRow {
  name: string;
  text: string;
  values: number[];
  /** Beside the point: shown paler. */
  quiet?: boolean;
  written?: (value: number) => string;
}

/** Means over draws by the number of columns. */
export function ColumnsTable(props: {
  name: string;
  /** What the figures are, where they are all the same. */
  title?: string;
  draws: number;
  columns: number[];
  rows: TableRow[];
}) {
  const head = `mean of ${count(props.draws)} draws`;
  return (
    <table class="figures" data-testid={`${props.name}-figures`}>
      <thead>
        <tr>
          <th scope="col">{props.title ? `${props.title}, ${head}` : head}</th>
          {props.columns.map((columns) => (
            <th key={columns} scope="col">
              {columns}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(({ name, text, values, quiet, written }) => (
          <tr key={name}>
            <th scope="row" class={quiet ? "quiet" : ""}>
              {text}
            </th>
            {values.map((value, i) => (
              <td
                key={i}
                class={quiet ? "quiet" : ""}
                data-testid={`${props.name}-${name}-${props.columns[i]}`}
              >
                {written?.(value) ?? value.toFixed(3)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
