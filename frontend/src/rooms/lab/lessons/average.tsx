import type { Workbench } from "../../../session/workbench";
import { count } from "../../../ui/format";
import type { AverageAnswer, Interval, World } from "../../../wire/lessons";
import type { LessonAsked } from "./kinds";
import { points } from "./numbers";
import { type AskedKnob, Group, Knobs } from "./parts";
import { type LessonStore, useSettled } from "./store";

export const AVERAGE = "lesson-average";
type AverageAsked = LessonAsked[typeof AVERAGE];
export const averageStart: AverageAsked = { world: "true", points: 12, draws: 1000, seed: 0 };

interface WorldWords {
  title: string;
  about: (points: number) => string;
  points: number;
  draws: number;
}

const WORLDS: Record<World, WorldWords> = {
  true: {
    title: "one model is true",
    about: (points) =>
      `Nine half planes; one, drawn from the prior, is true. 25 % label noise, ${points} training points.`,
    points: 12,
    draws: 1000,
  },
  fitted: {
    title: "no model is true",
    about: (points) =>
      `Five models of the two-moons data, ${points} points: fitted on two thirds, weighted on one third, then refitted on all.`,
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
  const asked = lessons.asked[AVERAGE].value;
  const shown = lessons.answers[AVERAGE].value;
  const running = lessons.running.value === AVERAGE && workbench.store.progress.value !== null;
  const choose = (world: World) => {
    const { points: n, draws } = WORLDS[world];
    if (world !== asked.world) lessons.ask(AVERAGE, { world, points: n, draws });
  };
  return (
    <section class="models-average" aria-label="Averaging compared with choosing">
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
          onClick={() =>
            running ? lessons.stop() : lessons.ask(AVERAGE, { seed: asked.seed + 1 })
          }
        >
          {running ? "stop" : "new samples"}
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
  const asked = lessons.asked[AVERAGE].value;
  const start = WORLDS[asked.world];
  const soon = useSettled(lessons, AVERAGE, (next) => lessons.ask(AVERAGE, next));
  const knobs: AskedKnob<AverageAsked>[] = [
    {
      of: "points",
      name: "average-points",
      label: "points",
      help: "Training points in each draw.",
      low: asked.world === "fitted" ? 20 : 6,
      high: 200,
      whole: true,
    },
    {
      of: "draws",
      name: "average-draws",
      label: "draws",
      help: "More draws give narrower intervals.",
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
      what: `best single model: ${shown.world === "true" ? `half plane at ${best}` : best}`,
      error: shown.members[shown.best]!,
      against: shown.against_best,
    },
  ];
  if (shown.world === "true") {
    rows.splice(2, 0, {
      name: "ml",
      what: "most likely model (ML)",
      error: shown.ml,
      against: shown.against_ml,
    });
  }
  const reach = Math.max(0.005, ...rows.flatMap(({ against }) => against?.map(Math.abs) ?? []));
  return (
    <>
      <table class="figures models-average-table" data-testid="average-table">
        <thead>
          <tr>
            <th scope="col">mean of {count(shown.draws)} draws [95 %]</th>
            <th scope="col">error on new points</th>
            <th scope="col">error change with averaging (percentage points)</th>
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
      ? "averaging beats the best single model"
      : low > 0
        ? "the best single model beats averaging"
        : "there is no clear difference between averaging and the best single model";
  const how = `Differences are paired by draw. The best model was chosen on the first half of the draws and compared on the other ${count(shown.judged_on)}: ${single}.`;
  return shown.world === "true"
    ? `${how} No method beats averaging on average here: a theorem says so when the true model is one of them.`
    : `${how} The theorem does not apply: the true model is not one of them.`;
}
