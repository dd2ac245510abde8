import { Chart, curvePath } from "../../charts/chart";
import { rate } from "../../ui/format";
import type { ModelScoresFrame, Reliability } from "../../wire/scores";
import { percentTick, TICKS, UNIT } from "./cutoff-chart";
import { CALIBRATE, CHARTS, type ClassWords } from "./words";

/** Whether probabilities can be read as such: of rows with 80 %, are 80 % of the class? */
export function ReliabilityChart(props: { scores: ModelScoresFrame; words: ClassWords }) {
  const { scores, words } = props;
  const { reliability, uncalibrated: before } = scores.tuning;
  const tested = scores.test?.reliability;
  return (
    <figure class="scores-chart">
      <figcaption class="row">
        <h3>{CHARTS.reliability}</h3>
        {before && (
          <p class="scores-headline quiet">
            <i class="scores-key-before" /> {CALIBRATE.before}
          </p>
        )}
      </figcaption>
      {reliability ? (
        <Chart
          name="reliability"
          description={CHARTS.curve(
            CHARTS.reliability,
            CHARTS.actual(words),
            CHARTS.predicted(words),
          )}
          width={420}
          height={260}
          domain={UNIT}
          xName={CHARTS.predicted(words)}
          yName={CHARTS.actual(words)}
          xTicks={TICKS}
          yTicks={TICKS}
          tickText={percentTick}
        >
          {(frame) => (
            <>
              <path class="scores-chance" d={curvePath(frame, [0, 1], [0, 1])} />
              {before && (
                <path
                  class="scores-curve-before"
                  d={curvePath(frame, before.predicted, before.observed)}
                />
              )}
              {tested && (
                <path
                  class="scores-curve-test"
                  d={curvePath(frame, tested.predicted, tested.observed)}
                />
              )}
              <path
                class="scores-curve"
                d={curvePath(frame, reliability.predicted, reliability.observed)}
              />
              {reliability.predicted.map((predicted, bin) => (
                <Bin key={bin} frame={frame} curve={reliability} bin={bin} at={predicted} />
              ))}
            </>
          )}
        </Chart>
      ) : (
        <p class="scores-none quiet">{CHARTS.noProbabilities}</p>
      )}
    </figure>
  );
}

/** A bin of rows with the limits of its actual share. */
function Bin(props: {
  frame: { x: (value: number) => number; y: (value: number) => number };
  curve: Reliability;
  bin: number;
  at: number;
}) {
  const { frame, curve, bin, at } = props;
  const [observed, low, high] = [curve.observed[bin]!, curve.low[bin]!, curve.high[bin]!];
  return (
    <g class="scores-bin">
      <path d={`M${frame.x(at)} ${frame.y(low)}V${frame.y(high)}`} />
      <circle cx={frame.x(at)} cy={frame.y(observed)} r={3.5}>
        <title>
          {CHARTS.bin(curve.rows[bin]!, rate(at), rate(observed), rate(low), rate(high))}
        </title>
      </circle>
    </g>
  );
}
