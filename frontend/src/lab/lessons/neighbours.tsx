import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../../session";
import { count } from "../../ui/format";
import { Term } from "../../ui/term";
import { bandPath, Chart, curvePath, type Place } from "./chart";
import { type LessonDesk, lessonDesk, useStudy } from "./desk";
import { START } from "./examples";
import { figure } from "./numbers";
import { Awaiting, Group, Knob, Lesson } from "./parts";
import type { Interval, NeighboursAnswer, NeighboursAsked } from "./wire";

const KIND = "lesson-neighbours";
const ZONES = "lesson-zones";

/** The simulated k-NN example as a study, and one of its draws. */
export function NeighboursLesson({ session }: { session: Session }) {
  const desk = lessonDesk(session);
  const asked = desk.asked[KIND].value;
  const shown = desk.answers[KIND].value;
  useEffect(() => desk.open(ZONES), [desk]);
  useStudy(session, KIND);
  const change = (next: Partial<NeighboursAsked>) => {
    const { points, p, q, seed } = { ...asked, ...next };
    const neighbours = Math.min(desk.asked[ZONES].peek().neighbours, points);
    desk.ask(ZONES, { points, p, q, seed, neighbours });
    desk.ask(KIND, next);
  };
  return (
    <Lesson
      name="neighbours"
      main={
        <div class="neighbours-main">
          {shown ? (
            <>
              <ErrorCurve shown={shown} />
              <Figures shown={shown} />
            </>
          ) : (
            <Unrun session={session} run={() => desk.ask(KIND)} />
          )}
        </div>
      }
      aside={
        <>
          <Zones session={session} desk={desk} />
          <Controls session={session} desk={desk} asked={asked} change={change} />
        </>
      }
    />
  );
}

/** Before the first figures: under way, or stopped before there were any. */
function Unrun({ session, run }: { session: Session; run: () => void }) {
  if (session.store.progress.value) return <Awaiting what="Drawing points, again and again" />;
  return (
    <div class="lesson-awaiting">
      <button type="button" class="button button-main" data-testid="neighbours-run" onClick={run}>
        Draw a hundred times
      </button>
    </div>
  );
}

/** Error against k over the draws, with all that is to be compared with it. */
function ErrorCurve({ shown }: { shown: NeighboursAnswer }) {
  const ks = shown.means.map((_, i) => i + 1);
  const top = Math.max(0.5, ...shown.high) + 0.02;
  const low = Math.min(shown.bayes_error, 0.15) - 0.05;
  const domain = { x0: 0, x1: shown.points, y0: Math.max(0, low), y1: top };
  const validated = ks.slice(0, shown.validated.length);
  const most = Math.max(...shown.chosen);
  return (
    <Chart
      name="neighbours"
      description={`Error against k over ${shown.draws} draws: ${figure(shown.one[0], 3)} with one neighbour, least with ${shown.best}`}
      width={820}
      height={400}
      domain={domain}
      xName="neighbours k"
      yName="error on new points"
    >
      {(place) => (
        <>
          {shown.chosen.map((times, i) => (
            <rect
              key={i}
              class="neighbours-chosen-bar"
              x={place.x(i + 0.6)}
              width={Math.max(1, place.x(0.8) - place.x(0))}
              y={place.height - (times / most) * 56}
              height={(times / most) * 56}
            />
          ))}
          <path class="neighbours-spread" d={bandPath(place, ks, shown.low, shown.high)} />
          <path class="neighbours-validated" d={curvePath(place, validated, shown.validated)} />
          <path class="neighbours-risk" d={curvePath(place, ks, shown.means)} />
          <BayesLine place={place} at={shown.bayes_error} />
          <Marker place={place} k={shown.recommended} text="n^(2/(2+d))" name="theory" row={0} />
          <Marker place={place} k={shown.best} text={`least: ${shown.best}`} name="best" row={1} />
          <circle class="neighbours-risk-dot" cx={place.x(1)} cy={place.y(shown.one[0])} r={5} />
          <text class="chart-note" x={place.x(1) + 10} y={place.y(shown.one[0]) + 16}>
            1-NN {figure(shown.one[0], 3)}
          </text>
          {isLectures(shown) && <Printed place={place} at={shown.printed.one} />}
          <Legend place={place} />
        </>
      )}
    </Chart>
  );
}

function isLectures({ points, p, q }: NeighboursAnswer): boolean {
  const { points: n, p: above, q: below } = START[KIND];
  return points === n && p === above && q === below;
}

/** The lecture's own figure, of one draw. */
function Printed({ place, at }: { place: Place; at: number }) {
  return (
    <g>
      <circle class="neighbours-printed-dot" cx={place.x(1)} cy={place.y(at)} r={4} />
      <text class="chart-note" x={place.x(1) + 10} y={place.y(at) - 4}>
        printed {at}
      </text>
    </g>
  );
}

const LEGEND = [
  { name: "neighbours-risk", text: "error on new points, mean of the draws" },
  { name: "neighbours-spread", text: "eight of ten draws" },
  { name: "neighbours-validated", text: "what ten-part cross-validation says" },
  { name: "neighbours-chosen-bar", text: "how often it takes each k" },
];

function Legend({ place }: { place: Place }) {
  return (
    <g class="neighbours-legend" transform={`translate(${place.width * 0.32} 8)`}>
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

function Figures({ shown }: { shown: NeighboursAnswer }) {
  const { printed, ones } = shown;
  const theirs = isLectures(shown);
  const row = (what: ComponentChildren, ours: string, said: string, note = "") => (
    <tr>
      <th scope="row">{what}</th>
      <td>
        <b>{ours}</b>
      </td>
      <td>{theirs ? said : "–"}</td>
      <td class="quiet">{note}</td>
    </tr>
  );
  return (
    <table class="lesson-working neighbours-figures" data-testid="neighbours-figures">
      <thead>
        <tr>
          <th />
          <th scope="col">mean of {count(shown.draws)} draws [95 %]</th>
          <th scope="col">printed, one draw</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {row(
          <Term name="bayesError">Bayes error</Term>,
          figure(shown.bayes_error, 4),
          String(printed.bayes),
          "exact here; theirs was probably counted on draws",
        )}
        {row(
          "one neighbour",
          spread(shown.one),
          String(printed.one),
          `single draws from ${figure(ones.low, 3)} to ${figure(ones.high, 3)}`,
        )}
        {row(
          "k of cross-validation",
          spread(shown.at_chosen),
          `k = ${printed.chosen}`,
          `median k ${figure(shown.median_chosen, 3)}, and it varies: the bars below the curve`,
        )}
        {row(
          "k = n^(2/(2+d))",
          spread(shown.at_recommended),
          `k ≃ ${printed.recommended}`,
          `k = ${figure(shown.recommended, 3)}`,
        )}
        {row("least of all k", spread(shown.at_best), "–", `k = ${shown.best}, seen afterwards`)}
      </tbody>
    </table>
  );
}

function spread([mean, low, high]: Interval): string {
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** One draw: its points, the true frontier, and what k neighbours say everywhere. */
function Zones({ session, desk }: { session: Session; desk: LessonDesk }) {
  const shown = desk.answers[ZONES].value;
  const asked = desk.asked[ZONES].value;
  return (
    <section class="group zones-group">
      <h3>One draw</h3>
      {shown && (
        <Chart
          name="zones"
          description={`One draw with ${shown.neighbours} neighbours: error ${figure(shown.risk, 3)} on new points, ${figure(shown.training, 3)} on its own`}
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
        session={session}
        name="neighbours"
        label="k"
        help="How many neighbours vote in this draw."
        low={1}
        high={asked.points}
        scale="log"
        whole
        value={asked.neighbours}
        start={1}
        onMove={(neighbours, dragging) => desk.ask(ZONES, { neighbours }, dragging)}
      />
      {shown && (
        <p class="zones-facts">
          <span>
            new points <b data-testid="zones-risk">{figure(shown.risk, 3)}</b>
          </span>
          <span class="quiet">its own {figure(shown.training, 3)}</span>
          <button
            type="button"
            class="text-button"
            data-testid="zones-next"
            onClick={() => desk.ask(ZONES, { draw: (asked.draw + 1) % 100 })}
          >
            next draw
          </button>
        </p>
      )}
    </section>
  );
}

/** The zones as a picture, one pixel a cell, coloured as the theme has it. */
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

interface ControlsProps {
  session: Session;
  desk: LessonDesk;
  asked: NeighboursAsked;
  change: (next: Partial<NeighboursAsked>) => void;
}

const SETTLE_MS = 350;

/** The knobs start the study anew once the hand rests. */
function Controls({ session, desk, asked, change }: ControlsProps) {
  const start = START[KIND];
  const timer = useRef(0);
  const soon = (next: Partial<NeighboursAsked>) => {
    desk.asked[KIND].value = { ...asked, ...next };
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => change(next), SETTLE_MS);
  };
  const running = desk.running.value === KIND && session.store.progress.value !== null;
  return (
    <Group title="The study">
      <Knob
        session={session}
        name="n"
        label="points n"
        help="Points in each draw, spread evenly over the unit square."
        low={20}
        high={400}
        whole
        value={asked.points}
        start={start.points}
        onMove={(points) => soon({ points })}
      />
      <Knob
        session={session}
        name="p"
        label="p, above"
        help="How often a point above the line 2 x₁ + x₂ = 1.5 has label 1."
        low={0}
        high={0.5}
        value={asked.p}
        start={start.p}
        onMove={(p) => soon({ p })}
      />
      <Knob
        session={session}
        name="q"
        label="q, below"
        help="How often a point below the line has label 1."
        low={0.5}
        high={1}
        value={asked.q}
        start={start.q}
        onMove={(q) => soon({ q })}
      />
      <Knob
        session={session}
        name="draws"
        label="draws"
        help="How often the whole is repeated."
        low={10}
        high={500}
        whole
        value={asked.draws}
        start={start.draws}
        onMove={(draws) => soon({ draws })}
      />
      <div class="buttons">
        {running ? (
          <button
            type="button"
            class="button"
            data-testid="neighbours-stop"
            onClick={() => desk.stop()}
          >
            Stop here
          </button>
        ) : (
          <button
            type="button"
            class="button"
            data-testid="neighbours-again"
            onClick={() => change({ seed: asked.seed + 1 })}
          >
            Other draws
          </button>
        )}
        <button
          type="button"
          class="button"
          data-testid="neighbours-reset"
          onClick={() => change(start)}
        >
          As the lecture
        </button>
      </div>
      <p class="quiet">
        The lecture does not print p and q; 0.2 and 0.8 have its Bayes error. Its own figures are of
        one draw of 100 points.
      </p>
    </Group>
  );
}
