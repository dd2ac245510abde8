import { Chart } from "../../charts/chart";
import { wholeTicks } from "../../charts/scale";
import type { Round } from "../../wire/matrix";
import { ROUNDS } from "./program-words";
import { accuracyText } from "./words";

const BARS = 0.35;

/** The rounds of AdaBoost: the weight of each vote, and the error alone and together. */
export function Rounds({ rounds }: { rounds: Round[] }) {
  const highest = Math.max(...rounds.flatMap(({ own_error, error }) => [own_error, error]), 0.01);
  const heaviest = Math.max(...rounds.map(({ weight }) => weight), 1e-9);
  const best = rounds.reduce(
    (least, { error }, i) => (error < rounds[least]!.error ? i : least),
    0,
  );
  const line = (x: (value: number) => number, y: (value: number) => number) =>
    rounds.map(({ error }, i) => `${x(i + 1)},${y(error)}`).join(" ");
  return (
    <div class="program-page pane rounds-page" data-testid="rounds">
      <div>
        <h2>{ROUNDS.title(rounds.length)}</h2>
        <p class="quiet">{ROUNDS.about}</p>
      </div>
      <Chart
        name="rounds"
        description={ROUNDS.chart(rounds.length, accuracyText(rounds.at(-1)!.error))}
        width={800}
        height={360}
        domain={{ x0: 0.5, x1: rounds.length + 0.5, y0: 0, y1: highest * 1.15 }}
        tickText={ROUNDS.tick}
        xTicks={wholeTicks(1, rounds.length, 10)}
        xTickText={(round) => String(round)}
      >
        {({ x, y, height }) => (
          <>
            {rounds.map(({ weight, own_error, error }, i) => {
              const tall = (weight / heaviest) * height * BARS;
              const wide = Math.max(1, (x(2) - x(1)) * 0.7);
              return (
                <g key={`${i + 1}`} class="round">
                  <title>
                    {ROUNDS.round(
                      i + 1,
                      accuracyText(own_error),
                      accuracyText(error),
                      weight.toFixed(2),
                    )}
                  </title>
                  <rect x={x(i + 1) - wide / 2} y={height - tall} width={wide} height={tall} />
                  <circle cx={x(i + 1)} cy={y(own_error)} r={3} />
                </g>
              );
            })}
            <polyline class="round-line" points={line(x, y)} />
          </>
        )}
      </Chart>
      <p class="quiet small row rounds-legend">
        <span class="round-key-line" /> {ROUNDS.together} <span class="round-key-dot" />{" "}
        {ROUNDS.own} <span class="round-key-bar" /> {ROUNDS.weight} ·{" "}
        <b>{ROUNDS.best(best + 1, accuracyText(rounds[best]!.error))}</b>
      </p>
    </div>
  );
}
