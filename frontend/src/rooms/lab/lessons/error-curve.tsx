import { bandPath, Chart, curvePath, type Place } from "../../../charts/chart";
import type { NeighborsAnswer } from "../../../wire/lessons";
import { figure } from "./numbers";

/** Error against k over the draws, with all that is to be compared with it. */
export function ErrorCurve({ shown }: { shown: NeighborsAnswer }) {
  const ks = shown.means.map((_, i) => i + 1);
  const top = Math.max(0.5, ...shown.high) + 0.02;
  const low = Math.min(shown.bayes_error, 0.15) - 0.05;
  const domain = { x0: 0, x1: shown.points, y0: Math.max(0, low), y1: top };
  const validated = ks.slice(0, shown.validated.length);
  const most = Math.max(...shown.chosen);
  return (
    <Chart
      name="neighbors"
      description={`Error against k over ${shown.draws} draws: ${figure(shown.one[0], 3)} with one neighbor, least with ${shown.best}`}
      width={820}
      height={400}
      domain={domain}
      xName="neighbors k"
      yName="error on new points"
    >
      {(place) => (
        <>
          {shown.chosen.map((times, i) => (
            <rect
              key={i}
              class="neighbors-chosen-bar"
              x={place.x(i + 0.6)}
              width={Math.max(1, place.x(0.8) - place.x(0))}
              y={place.height - (times / most) * 56}
              height={(times / most) * 56}
            />
          ))}
          <path class="neighbors-spread" d={bandPath(place, ks, shown.low, shown.high)} />
          <path class="neighbors-validated" d={curvePath(place, validated, shown.validated)} />
          <path class="neighbors-risk" d={curvePath(place, ks, shown.means)} />
          <BayesLine place={place} at={shown.bayes_error} />
          <Marker place={place} k={shown.recommended} text="n^(2/(2+d))" name="theory" row={0} />
          <Marker place={place} k={shown.best} text={`least: ${shown.best}`} name="best" row={1} />
          <circle class="neighbors-risk-dot" cx={place.x(1)} cy={place.y(shown.one[0])} r={5} />
          <text class="chart-note" x={place.x(1) + 10} y={place.y(shown.one[0]) + 16}>
            1-NN {figure(shown.one[0], 3)}
          </text>
          <Legend place={place} />
        </>
      )}
    </Chart>
  );
}

const LEGEND = [
  { name: "neighbors-risk", text: "error on new points, mean of the draws" },
  { name: "neighbors-spread", text: "80 % of the draws" },
  { name: "neighbors-validated", text: "10-fold cross-validation" },
  { name: "neighbors-chosen-bar", text: "how often it chooses each k" },
];

function Legend({ place }: { place: Place }) {
  return (
    <g class="neighbors-legend" transform={`translate(${place.width * 0.32} 8)`}>
      {LEGEND.map(({ name, text }, i) => (
        <g key={name} transform={`translate(0 ${17 * i})`}>
          {name.endsWith("spread") || name.endsWith("bar") ? (
            <rect class={name} width={18} height={10} y={-5} />
          ) : (
            <path class={name} d="M0 0H18" />
          )}
          <text class="chart-note" x={24} dy="0.35em">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

function BayesLine({ place, at }: { place: Place; at: number }) {
  return (
    <g class="bayes-line">
      <line x1={0} x2={place.width} y1={place.y(at)} y2={place.y(at)} />
      <text x={place.width - 6} y={place.y(at) + 15} text-anchor="end">
        Bayes error {figure(at, 4)}: no rule does better
      </text>
    </g>
  );
}

function Marker(props: { place: Place; k: number; text: string; name: string; row: number }) {
  const { place, k, text, name, row } = props;
  const x = place.x(k);
  return (
    <g class={`k-marker k-${name}`}>
      <line x1={x} x2={x} y1={12 + 16 * row} y2={place.height} />
      <text x={x + 5} y={14 + 16 * row}>
        {text}
      </text>
    </g>
  );
}
