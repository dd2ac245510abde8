import type { Workbench } from "../../../session/workbench";
import { count } from "../../../ui/format";
import type { AverageAnswer, Interval, World } from "../../../wire/lessons";
import type { AverageAsked } from "./kinds";
import { points } from "./numbers";
import { type AskedKnob, Group, Knobs } from "./parts";
import { type LessonStore, useSettled } from "./store";

const KIND = "lesson-average";
interface WorldText {
  title: string;
  about: (points: number) => string;
  points: number;
  draws: number;
}

const WORLDS: Record<World, WorldText> = {
  true: {
    title: "one of the models is true",
    about: (points) =>
      `Nine half planes, one of them the truth, drawn from the prior; labels turned one time in four; ${points} points to learn from.`,
    points: 12,
    draws: 1000,
  },
  fitted: {
    title: "all are fitted, none is true",
    about: (points) =>
      `Five models of two moons, ${points} points: two thirds fit, a third weighs them, then all points fit.`,
    points: 60,
    draws: 100,
  },
};

/** Averaging against choosing, on fresh data, over many draws. */
export function AverageStudy({
  workbench,
  lessons,
}: {
  workbench: Workbench;
  lessons: LessonStore;
}) {
  const asked = lessons.asked[KIND].value;
  const shown = lessons.answers[KIND].value;
  const running = lessons.running.value === KIND && workbench.store.progress.value !== null;
  const choose = (world: World) => {
    const { points: n, draws } = WORLDS[world];
    if (world !== asked.world) lessons.ask(KIND, { world, points: n, draws });
  };
  return (
    <section class="models-average" aria-label="Averaging put to the test">
      <header>
        <h3>Does averaging pay?</h3>
        <fieldset class="segments">
          <legend class="unseen">What is true</legend>
          {(Object.keys(WORLDS) as World[]).map((world) => (
            <button
              key={world}
              type="button"
              aria-pressed={asked.world === world}
              data-testid={`world-${world}`}
              onClick={() => choose(world)}
            >
              {WORLDS[world].title}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class="text-button"
          data-testid={running ? "average-stop" : "average-again"}
          onClick={() => (running ? lessons.stop() : lessons.ask(KIND, { seed: asked.seed + 1 }))}
        >
          {running ? "stop here" : "other draws"}
        </button>
      </header>
      <p class="quiet">{WORLDS[asked.world].about(asked.points)}</p>
      {shown && shown.world === asked.world && <Outcome shown={shown} />}
    </section>
  );
}

/** How many points and draws; the study starts anew once the hand rests. */
export function AverageKnobs({
  workbench,
  lessons,
}: {
  workbench: Workbench;
  lessons: LessonStore;
}) {
  const asked = lessons.asked[KIND].value;
  const start = WORLDS[asked.world];
  const soon = useSettled(lessons, KIND, (next) => lessons.ask(KIND, next));
  const knobs: AskedKnob<AverageAsked>[] = [
    {
      of: "points",
      name: "average-points",
      label: "points",
      help: "How many points the models learn from, or are weighed by, in each draw.",
      low: asked.world === "fitted" ? 20 : 6,
      high: 200,
      whole: true,
    },
    {
      of: "draws",
      name: "average-draws",
      label: "draws",
      help: "How often the whole is repeated. More draws, narrower intervals.",
      low: 20,
      high: 2000,
      scale: "log",
      whole: true,
    },
  ];
  return (
    <Group title="Averaging">
      <Knobs workbench={workbench} knobs={knobs} asked={asked} start={start} onMove={soon} />
    </Group>
  );
}

function Outcome({ shown }: { shown: AverageAnswer }) {
  const best = shown.names[shown.best]!;
  const rows: { name: string; what: string; error: Interval; against: Interval | null }[] = [
    { name: "average", what: "average, weighted by P(m | D)", error: shown.average, against: null },
    {
      name: "map",
      what: "most probable model (MAP)",
      error: shown.map,
      against: shown.against_map,
    },
    {
      name: "best",
      what: `best single member: ${shown.world === "true" ? `half plane at ${best}` : best}`,
      error: shown.members[shown.best]!,
      against: shown.against_best,
    },
  ];
  if (shown.world === "true") {
    rows.splice(2, 0, {
      name: "ml",
      what: "likeliest model (ML)",
      error: shown.ml,
      against: shown.against_ml,
    });
  }
  const reach = Math.max(0.005, ...rows.flatMap(({ against }) => against?.map(Math.abs) ?? []));
  return (
    <>
      <table class="models-average-table" data-testid="average-table">
        <thead>
          <tr>
            <th scope="col">mean of {count(shown.draws)} draws [95 %]</th>
            <th scope="col">error on new points</th>
            <th scope="col">averaging makes it, in points of 100</th>
            <th scope="col">
              <span class="unseen">in figures</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, what, error, against }) => (
            <tr key={name}>
              <th scope="row">{what}</th>
              <td>
                <b>{(100 * error[0]).toFixed(2)}</b>{" "}
                <span class="quiet">
                  [{(100 * error[1]).toFixed(2)}, {(100 * error[2]).toFixed(2)}]
                </span>
              </td>
              <td>{against && <Difference value={against} reach={reach} />}</td>
              <td data-testid={`against-${name}`}>
                {against && (
                  <>
                    <b>{points(against[0])}</b>{" "}
                    <span class="quiet">
                      [{points(against[1])}, {points(against[2])}]
                    </span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Members shown={shown} />
      <p class="quiet">{verdict(shown)}</p>
    </>
  );
}

/** Every member with its mean error, and the weight that it has in the average. */
function Members({ shown }: { shown: AverageAnswer }) {
  return (
    <ol class="models-members" aria-label="Members: mean error and mean weight">
      {shown.names.map((name, i) => (
        <li key={name} class={i === shown.best ? "models-member-best" : ""}>
          <span class="quiet">{name}</span>
          <b>{(100 * shown.members[i]![0]).toFixed(1)}</b>
          <span class="models-weight" title={`mean weight ${shown.weights[i]!.toFixed(2)}`}>
            <i style={{ width: `${100 * shown.weights[i]!}%` }} />
            <span class="unseen">weight {shown.weights[i]!.toFixed(2)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** An interval about zero: left of it averaging is better. */
function Difference({ value: [mean, low, high], reach }: { value: Interval; reach: number }) {
  const at = (each: number) => `${50 + (48 * each) / reach}%`;
  const sure = high < 0 ? "better" : low > 0 ? "worse" : "open";
  return (
    <span class={`models-difference models-difference-${sure}`}>
      <i class="models-difference-zero" />
      <i
        class="models-difference-range"
        style={{ left: at(low), width: `${(48 * (high - low)) / reach}%` }}
      />
      <i class="models-difference-mean" style={{ left: at(mean) }} />
    </span>
  );
}

function verdict(shown: AverageAnswer): string {
  const [, low, high] = shown.against_best;
  const single =
    high < 0
      ? "averaging beats the best single member"
      : low > 0
        ? "the best single member beats averaging"
        : "averaging and the best single member cannot be distinguished";
  const how = `Differences are paired, draw by draw. The best member was named on the first half of the draws and is judged on the other ${count(shown.judged_on)}: ${single}.`;
  return shown.world === "true"
    ? `${how} Nothing can beat the average here on the whole: that is the theorem, and it needs the truth to be among the models.`
    : `${how} No theorem speaks here: the truth is not among the models.`;
}
