import { axis } from "../plot/domain";
import type { MatrixDesk } from "./desk";
import { accuracyText } from "./words";

const WIDTH = 190;
const HEIGHT = 56;
const EDGE = 8;

/** Accuracy against the number of levels, grown when it is asked for. */
export function LevelsChart({ desk }: { desk: MatrixDesk }) {
  const points = desk.levels.value?.points;
  if (!points || points.length === 0) {
    return (
      <button
        type="button"
        class="text-button"
        data-testid="ask-levels"
        onClick={() => desk.send({ action: "ask-levels" })}
      >
        accuracy against levels
      </button>
    );
  }
  const values = points.flatMap(({ holdout, training }) => [holdout, training]);
  const low = Math.min(...values);
  const high = Math.max(...values, low + 0.01);
  const most = Math.max(...points.map(({ levels }) => levels), 2);
  const x = axis(1, most, EDGE, WIDTH - EDGE);
  const y = axis(low, high, HEIGHT - EDGE, EDGE);
  const line = (of: "holdout" | "training") =>
    points.map((point) => `${x(point.levels)},${y(point[of])}`).join(" ");
  const words = points
    .map(({ levels, holdout }) => `${levels}: ${accuracyText(holdout)}`)
    .join(", ");
  return (
    <figure class="levels-chart" data-testid="levels-chart">
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={`Accuracy by levels: ${words}`}>
        <polyline class="history-training" points={line("training")} />
        <polyline class="history-validation" points={line("holdout")} />
        {points.map(({ levels, holdout }) => (
          <circle key={levels} cx={x(levels)} cy={y(holdout)} r={3}>
            <title>{`${levels} levels: ${accuracyText(holdout)}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption class="quiet">
        1 to {most} levels, {accuracyText(low)} to {accuracyText(high)}
      </figcaption>
    </figure>
  );
}
