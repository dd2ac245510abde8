import { axis } from "../../charts/scale";
import { LEVELS } from "./program-words";
import type { MatrixStore } from "./store";
import { accuracyText } from "./words";

const WIDTH = 432;
const HEIGHT = 112;
const EDGE = { left: 62, right: 104, top: 10, bottom: 26 };

/** Accuracy against the number of levels, grown when it is asked for. */
export function LevelsChart({ room }: { room: MatrixStore }) {
  const points = room.levels.value?.points;
  if (!points || points.length === 0) {
    return (
      <button
        type="button"
        class="text-button"
        data-testid="ask-levels"
        onClick={() => room.send({ action: "ask-levels" })}
      >
        {LEVELS.ask}
      </button>
    );
  }
  const values = points.flatMap(({ holdout, training }) => [holdout, training]);
  const low = Math.min(...values);
  const high = Math.max(...values, low + 0.01);
  const most = Math.max(...points.map(({ levels }) => levels), 2);
  const x = axis(1, most, EDGE.left, WIDTH - EDGE.right);
  const y = axis(low, high, HEIGHT - EDGE.bottom, EDGE.top);
  const last = points.at(-1)!;
  const line = (of: "holdout" | "training") =>
    points.map((point) => `${x(point.levels)},${y(point[of])}`).join(" ");
  const words = points
    .map(({ levels, holdout }) => `${levels}: ${accuracyText(holdout)}`)
    .join(", ");
  return (
    <figure class="levels-chart row" data-testid="levels-chart">
      <svg width={WIDTH} height={HEIGHT} role="img" aria-label={LEVELS.label(words)}>
        {[low, high].map((value) => (
          <g key={value}>
            <line class="grid" x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(value)} y2={y(value)} />
            <text class="tick" x={EDGE.left - 6} y={y(value) + 4} text-anchor="end">
              {accuracyText(value)}
            </text>
          </g>
        ))}
        {points.map(({ levels }) => (
          <text
            key={levels}
            class="tick"
            x={x(levels)}
            y={HEIGHT - EDGE.bottom + 16}
            text-anchor="middle"
          >
            {levels}
          </text>
        ))}
        <polyline class="history-training" points={line("training")} />
        <polyline class="history-validation" points={line("holdout")} />
        {points.map(({ levels, holdout }) => (
          <circle key={levels} cx={x(levels)} cy={y(holdout)} r={3}>
            <title>{LEVELS.point(levels, accuracyText(holdout))}</title>
          </circle>
        ))}
        {ends(y(last.training), y(last.holdout)).map(([name, height]) => (
          <text key={name} class="tick" x={x(most) + 8} y={height + 4}>
            {name}
          </text>
        ))}
      </svg>
      <figcaption class="quiet">
        <span>{LEVELS.title}</span>
        <span>
          {LEVELS.best}{" "}
          <b>{LEVELS.levels(points.toSorted((a, b) => b.holdout - a.holdout)[0]!.levels)}</b>.{" "}
          {LEVELS.grown}
        </span>
      </figcaption>
    </figure>
  );
}

/** The names of the two lines at their ends, kept apart. */
function ends(training: number, holdout: number): [string, number][] {
  const apart = Math.max(0, 14 - Math.abs(training - holdout)) / 2;
  const above = training <= holdout ? -apart : apart;
  return [
    [LEVELS.training, training + above],
    [LEVELS.tuning, holdout - above],
  ];
}
