import { axis, niceTicks } from "../../charts/scale";
import type { ClusterStore } from "./store";
import { FIND } from "./words";

const WIDTH = 272;
const HEIGHT = 120;
const EDGE = { left: 8, right: 14, top: 8, bottom: 18 };

/** The objective round by round: growing while a search runs, then that of the start kept. */
export function Curve({ room }: { room: ClusterStore }) {
  const growing = room.rounds.value;
  const found = room.found.value;
  const lines = growing.length > 0 ? growing : found ? [found.history] : [];
  const values = lines.flat();
  if (values.length === 0) return null;
  const method = growing.length > 0 ? room.settings.value.method : found!.settings.method;
  const climbs = room.view.value?.methods.find(({ name }) => name === method)?.climbs ?? "";
  const rounds = Math.max(...lines.map((line) => line.length), 2);
  const high = Math.max(...values);
  const low = Math.min(...values);
  const x = axis(1, rounds, EDGE.left, WIDTH - EDGE.right);
  const y = axis(low, high, HEIGHT - EDGE.bottom, EDGE.top);
  const last = lines.at(-1)!;
  return (
    <figure class="cluster-curve" data-testid="curve" data-rounds={last.length}>
      <figcaption>
        <b>
          {growing.length > 0
            ? FIND.running(last.length, lines.length)
            : FIND.converged(last.length)}
        </b>
        <span class="quiet">
          {" "}
          {climbs} {objectiveText(last.at(-1)!)}
        </span>
      </figcaption>
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={FIND.climbed(climbs, objectiveText(last[0]!), objectiveText(last.at(-1)!))}
      >
        {niceTicks(1, rounds, Math.min(4, rounds - 1)).map((round) => (
          <text key={round} class="climb-tick" x={x(round)} y={HEIGHT - 4}>
            {round}
          </text>
        ))}
        {lines.map((line, start) => (
          <polyline
            key={start}
            class={start === lines.length - 1 ? "climb-line" : "climb-line climb-earlier"}
            points={line.map((value, i) => `${x(i + 1)},${y(value)}`).join(" ")}
          />
        ))}
        <circle class="climb-dot" cx={x(last.length)} cy={y(last.at(-1)!)} r={3} />
      </svg>
    </figure>
  );
}

/** "−1,234,567", "2,310.4" */
export function objectiveText(value: number): string {
  const digits = Math.abs(value) >= 10_000 ? 0 : 1;
  return value.toLocaleString("en", { maximumFractionDigits: digits }).replace("-", "−");
}
