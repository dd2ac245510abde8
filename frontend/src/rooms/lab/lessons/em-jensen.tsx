import { Chart, curvePath } from "../../../charts/chart";
import type { EmAnswer } from "../../../wire/lessons";
import { figure } from "./numbers";

const CURVE = 200;

/** log of a mean against the mean of logs, for the two ratios of one point. */
export function Jensen({ shown, point, x }: { shown: EmAnswer; point: number; x: number }) {
  const { ratios, q, log_of_mean, mean_of_logs } = shown.jensen;
  const most = 1.25 * Math.max(...ratios);
  const least = Math.min(...ratios);
  const from = Math.max(least / 2, most / 400);
  const curve = Array.from({ length: CURVE }, (_, i) => from + ((most - from) * i) / (CURVE - 1));
  const heights = curve.map(Math.log);
  const low = Math.min(Math.log(from), mean_of_logs, ...ratios.map(Math.log));
  const high = Math.log(most);
  const room = 0.12 * (high - low) + 0.02;
  const mean = q[0] * ratios[0] + q[1] * ratios[1];
  return (
    <figure class="em-chart">
      <figcaption>
        Jensen, for the point {figure(x, 3)}: log of the mean ≥ mean of the logs
      </figcaption>
      <Chart
        name="jensen"
        description={`Point ${point + 1}: log of the mean ${figure(log_of_mean, 4)}, mean of the logs ${figure(mean_of_logs, 4)}`}
        width={330}
        height={300}
        domain={{ x0: 0, x1: most, y0: low - room, y1: high + room }}
        xName="P(x, y) / q(y)"
      >
        {(place) => (
          <>
            <path class="em-log" d={curvePath(place, curve, heights)} />
            <line
              class="em-chord"
              x1={place.x(ratios[0])}
              y1={place.y(Math.log(ratios[0]))}
              x2={place.x(ratios[1])}
              y2={place.y(Math.log(ratios[1]))}
            />
            <line
              class="em-gap"
              x1={place.x(mean)}
              x2={place.x(mean)}
              y1={place.y(mean_of_logs)}
              y2={place.y(log_of_mean)}
            />
            {ratios.map((ratio, i) => (
              <circle
                key={i}
                class={i === 0 ? "em-point-first" : "em-ratio-second"}
                cx={place.x(ratio)}
                cy={place.y(Math.log(ratio))}
                r={5}
              />
            ))}
            <circle class="em-top" cx={place.x(mean)} cy={place.y(mean_of_logs)} r={4} />
            <circle class="em-mark-likelihood" cx={place.x(mean)} cy={place.y(log_of_mean)} r={4} />
          </>
        )}
      </Chart>
    </figure>
  );
}
