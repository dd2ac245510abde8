import { Chart, type Place } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { LessonAsked } from "./kinds";
import { figure } from "./numbers";
import { Knob } from "./parts";
import type { LessonStore } from "./store";

export const ZONES = "lesson-zones";
export const zonesStart: LessonAsked[typeof ZONES] = {
  neighbors: 1,
  points: 100,
  p: 0.2,
  q: 0.8,
  draw: 0,
  seed: 0,
};

/** One draw: its points, the true frontier, and what k neighbors say everywhere. */
export function Zones({ workbench, lessons }: { workbench: Workbench; lessons: LessonStore }) {
  const shown = lessons.answers[ZONES].value;
  const asked = lessons.asked[ZONES].value;
  return (
    <section class="group zones-group">
      <h3>One draw</h3>
      {shown && (
        <Chart
          name="zones"
          description={`One draw with ${shown.neighbors} neighbors: error ${figure(shown.risk, 3)} on new points, ${figure(shown.training, 3)} on its own`}
          width={262}
          height={226}
          domain={{ x0: 0, x1: 1, y0: 0, y1: 1 }}
          xTicks={[0, 0.5, 1]}
          yTicks={[0, 0.5, 1]}
        >
          {(place) => (
            <>
              <ZoneImage
                place={place}
                zones={shown.columns.zones as Uint8Array}
                side={shown.side}
              />
              <line
                class="zone-frontier"
                x1={place.x(0.75)}
                y1={place.y(0)}
                x2={place.x(0.25)}
                y2={place.y(1)}
              />
              {shown.points.map(([x, y], i) =>
                shown.labels[i] ? (
                  <circle key={i} class="zone-one" cx={place.x(x)} cy={place.y(y)} r={2.6} />
                ) : (
                  <rect
                    key={i}
                    class="zone-none"
                    x={place.x(x) - 2.2}
                    y={place.y(y) - 2.2}
                    width={4.4}
                    height={4.4}
                  />
                ),
              )}
            </>
          )}
        </Chart>
      )}
      <Knob
        workbench={workbench}
        name="neighbors"
        label="k"
        help="How many neighbors vote in this draw."
        low={1}
        high={asked.points}
        scale="log"
        whole
        value={asked.neighbors}
        start={1}
        onMove={(neighbors, dragging) => lessons.ask(ZONES, { neighbors }, dragging)}
      />
      {shown && (
        <p class="zones-facts">
          <span>
            new points <b data-testid="zones-risk">{figure(shown.risk, 3)}</b>
          </span>
          <span class="quiet">training points {figure(shown.training, 3)}</span>
          <button
            type="button"
            class="text-button"
            data-testid="zones-next"
            onClick={() => lessons.ask(ZONES, { draw: (asked.draw + 1) % 100 })}
          >
            next draw
          </button>
        </p>
      )}
    </section>
  );
}

/** The zones as a picture, one pixel a cell, colored as the theme has it. */
function ZoneImage(props: { place: Place; zones: Uint8Array; side: number }) {
  const { place, zones, side } = props;
  const cell = place.width / side;
  const tall = place.height / side;
  const runs: string[] = [];
  for (let row = 0; row < side; row++) {
    let start = -1;
    for (let column = 0; column <= side; column++) {
      const one = column < side && zones[row * side + column] === 1;
      if (one && start < 0) start = column;
      if (!one && start >= 0) {
        const y = place.height - (row + 1) * tall;
        runs.push(`M${start * cell} ${y}H${column * cell}v${tall}H${start * cell}Z`);
        start = -1;
      }
    }
  }
  return (
    <>
      <rect class="zone-ground" width={place.width} height={place.height} />
      <path class="zone-said" d={runs.join("")} />
    </>
  );
}
