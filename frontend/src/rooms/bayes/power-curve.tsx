import { Chart, curvePath } from "../../charts/chart";
import { Term } from "../../ui/term";
import type { BayesDemoFrame } from "../../wire/types";
import { DEMO, share } from "./words";

const UNIT = { x0: 0, x1: 1, y0: 0, y1: 1.02 };

/** The likelihood ratio test against every other set of objects that could be accepted. */
export function Power({ shown, onLight }: PowerProps) {
  const now = shown.power.filter(({ accepted }) => accepted).at(-1);
  const at = now ?? { false_positives: 0, power: 0 };
  return (
    <figure class="power">
      <figcaption class="note">
        <Term name="neymanPearson">{DEMO.power.title}</Term>: {DEMO.power.caption}
      </figcaption>
      <Chart
        name="power"
        description={DEMO.power.describe(share(at.power, 2), share(at.false_positives, 2))}
        width={340}
        height={212}
        domain={UNIT}
        xName={DEMO.power.x}
        yName={DEMO.power.y}
      >
        {(place) => (
          <>
            {shown.regions.map(([x, y], i) => (
              <circle key={i} class="power-region" cx={place.x(x)} cy={place.y(y)} r={1.6} />
            ))}
            <path
              class="line"
              d={curvePath(
                place,
                [0, ...shown.power.map(({ false_positives }) => false_positives)],
                [0, ...shown.power.map(({ power }) => power)],
              )}
            />
            {shown.power.map(({ label, false_positives, power, accepted, threshold }) => (
              <circle
                key={label}
                class={accepted ? "mark-in" : "mark-out"}
                cx={place.x(false_positives)}
                cy={place.y(power)}
                r={4.5}
                onPointerEnter={() => onLight(label)}
                onPointerLeave={() => onLight(null)}
              >
                <title>{DEMO.power.point(label, share(threshold, 2))}</title>
              </circle>
            ))}
            <circle
              class="power-now"
              cx={place.x(at.false_positives)}
              cy={place.y(at.power)}
              r={9}
              data-testid="power-now"
              data-power={at.power}
              data-false-positives={at.false_positives}
            />
          </>
        )}
      </Chart>
    </figure>
  );
}

interface PowerProps {
  shown: BayesDemoFrame;
  onLight: (label: string | null) => void;
}
