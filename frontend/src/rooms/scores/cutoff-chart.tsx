import { Chart, curvePath } from "../../charts/chart";
import { rate } from "../../ui/format";
import type { ModelScoresFrame } from "../../wire/scores";
import { axisNames, type CurveKind, curveOf, nearestPlace } from "./curves";
import type { ScoresStore } from "./store";
import { CHARTS, type ClassWords, FIGURES } from "./words";

/** A little more than 0 to 1, so that a dot at the edge is whole. */
export const UNIT = { x0: -0.02, x1: 1.03, y0: -0.03, y1: 1.03 };
export const TICKS = [0, 0.25, 0.5, 0.75, 1];
export const percentTick = (tick: number) => `${Math.round(tick * 100)} %`;

const KEYS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

const FIGURE: Partial<Record<CurveKind, string>> = { roc: "auc", pr: "average_precision" };

interface CutoffChartProps {
  kind: CurveKind;
  room: ScoresStore;
  scores: ModelScoresFrame;
  words: ClassWords;
}

/** A curve over all cut-offs, with the current one to drag. */
export function CutoffChart({ kind, room, scores, words }: CutoffChartProps) {
  const { tuning, test } = scores;
  const curve = curveOf(kind, tuning);
  const tested = test && curveOf(kind, test);
  const place = room.place.value;
  const [x, y] = [curve.x[place] ?? 0, curve.y[place] ?? 0];
  const [xName, yName] = axisNames(kind, words);
  const share = tuning.positives / Math.max(1, tuning.rows);
  return (
    <figure class="scores-chart">
      <figcaption class="row">
        <h3>{CHARTS[kind]}</h3>
        <Headline kind={kind} scores={scores} />
      </figcaption>
      <Chart
        name={kind}
        description={CHARTS.curve(CHARTS[kind], yName, xName)}
        width={420}
        height={260}
        domain={UNIT}
        xName={xName}
        yName={yName}
        xTicks={TICKS}
        yTicks={TICKS}
        tickText={percentTick}
        onTake={() => 0}
        onMove={(_, at, dragging) => {
          room.hold(nearestPlace(curve, at));
          if (!dragging) room.release();
        }}
      >
        {(frame) => (
          <>
            <path
              class="scores-chance"
              d={
                kind === "pr"
                  ? curvePath(frame, [0, 1], [share, share])
                  : curvePath(frame, [0, 1], [0, 1])
              }
            />
            {tested && <path class="scores-curve-test" d={curvePath(frame, tested.x, tested.y)} />}
            <path class="scores-curve" d={curvePath(frame, curve.x, curve.y)} />
            <path
              class="scores-guide"
              d={`M${frame.x(x)} ${frame.y(0)}V${frame.y(y)}H${frame.x(0)}`}
            />
            <circle
              class="scores-cutoff"
              data-testid={`cutoff-${kind}`}
              cx={frame.x(x)}
              cy={frame.y(y)}
              r={7}
              role="slider"
              tabIndex={0}
              aria-label={`${CHARTS.cutoff}, ${CHARTS[kind]}`}
              aria-valuemin={0}
              aria-valuemax={tuning.settings.length - 1}
              aria-valuenow={place}
              aria-valuetext={`${yName} ${rate(y)}, ${xName} ${rate(x)}`}
              onKeyDown={(event: KeyboardEvent) => {
                const by = KEYS[event.key];
                if (by === undefined) return;
                event.preventDefault();
                event.stopPropagation();
                room.step(by);
              }}
            />
          </>
        )}
      </Chart>
    </figure>
  );
}

/** The figure that sums up the curve, with its interval. */
function Headline({ kind, scores }: { kind: CurveKind; scores: ModelScoresFrame }) {
  const figure = scores.tuning.figures.find(({ name }) => name === FIGURE[kind]);
  if (!figure) return null;
  return (
    <p class="scores-headline">
      <span class="quiet">{FIGURES.names[figure.name]}</span> <b>{rate(figure.value)}</b>{" "}
      <span class="quiet">
        {rate(figure.low)}–{rate(figure.high)}
      </span>
    </p>
  );
}
