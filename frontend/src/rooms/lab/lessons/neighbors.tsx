import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { count } from "../../../ui/format";
import { Term } from "../../../ui/term";
import type { Interval, NeighborsAnswer } from "../../../wire/lessons";
import { ErrorCurve } from "./error-curve";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, Group, Knobs, Lesson, StudyButtons } from "./parts";
import { type LessonStore, useSettled, useStudy } from "./store";
import { ZONES, Zones, zonesStart } from "./zones";

const KIND = "lesson-neighbors";
type NeighborsAsked = LessonAsked[typeof KIND];
const START: NeighborsAsked = { points: 100, p: 0.2, q: 0.8, draws: 100, seed: 0 };

export const neighborsLesson: LessonPage = {
  name: "neighbors",
  topic: "neighbors",
  source: "gadat",
  title: "Nearest neighbors",
  about: "One sample says little: a simulated example, repeated a hundred times.",
  start: { [KIND]: START, [ZONES]: zonesStart },
  studies: [KIND],
  view: NeighborsLesson,
};

/** k nearest neighbors on simulated data, over many draws and on one. */
function NeighborsLesson({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const asked = lessons.asked[KIND].value;
  const shown = lessons.answers[KIND].value;
  useEffect(() => lessons.open(ZONES), [lessons]);
  useStudy(workbench, KIND);
  const change = (next: Partial<NeighborsAsked>) => {
    const { points, p, q, seed } = { ...asked, ...next };
    const neighbors = Math.min(lessons.asked[ZONES].peek().neighbors, points);
    lessons.ask(ZONES, { points, p, q, seed, neighbors });
    lessons.ask(KIND, next);
  };
  return (
    <Lesson
      name="neighbors"
      main={
        <div class="neighbors-main">
          {shown ? (
            <>
              <ErrorCurve shown={shown} />
              <Figures shown={shown} />
            </>
          ) : (
            <Unrun workbench={workbench} run={() => lessons.ask(KIND)} />
          )}
        </div>
      }
      aside={
        <>
          <Zones workbench={workbench} lessons={lessons} />
          <Controls workbench={workbench} lessons={lessons} asked={asked} change={change} />
        </>
      }
    />
  );
}

/** Before the first figures: under way, or stopped before there were any. */
function Unrun({ workbench, run }: { workbench: Workbench; run: () => void }) {
  if (workbench.store.progress.value) return <Awaiting what="Drawing samples…" />;
  return (
    <div class="lesson-awaiting">
      <button type="button" class="button button-main" data-testid="neighbors-run" onClick={run}>
        Draw 100 samples
      </button>
    </div>
  );
}

function Figures({ shown }: { shown: NeighborsAnswer }) {
  const { ones } = shown;
  const row = (what: ComponentChildren, error: string, note = "") => (
    <tr>
      <th scope="row">{what}</th>
      <td>
        <b>{error}</b>
      </td>
      <td class="quiet">{note}</td>
    </tr>
  );
  return (
    <table class="figures neighbors-figures" data-testid="neighbors-figures">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">rule</span>
          </th>
          <th scope="col">mean of {count(shown.draws)} draws [95 %]</th>
          <th scope="col">
            <span class="unseen">remark</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {row(
          <Term name="bayesError">Bayes error</Term>,
          figure(shown.bayes_error, 4),
          "exact; no rule does better",
        )}
        {row(
          "one neighbor",
          spread(shown.one),
          `95 % of single draws: ${figure(ones.low, 3)} to ${figure(ones.high, 3)}`,
        )}
        {row(
          "k by cross-validation",
          spread(shown.at_chosen),
          `median k ${figure(shown.median_chosen, 3)}; the bars below the curve show how it varies`,
        )}
        {row(
          "k = n^(2/(2+d))",
          spread(shown.at_recommended),
          `k = ${figure(shown.recommended, 3)}`,
        )}
        {row("best k", spread(shown.at_best), `k = ${shown.best}, known only afterwards`)}
      </tbody>
    </table>
  );
}

function spread([mean, low, high]: Interval): string {
  return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

interface ControlsProps {
  workbench: Workbench;
  lessons: LessonStore;
  asked: NeighborsAsked;
  change: (next: Partial<NeighborsAsked>) => void;
}

const KNOBS: AskedKnob<NeighborsAsked>[] = [
  {
    of: "points",
    name: "n",
    label: "points n",
    help: "Points in each draw, spread evenly over the unit square.",
    low: 20,
    high: 400,
    whole: true,
  },
  {
    of: "p",
    label: "p, above",
    help: "Probability of label 1 above the line 2 x₁ + x₂ = 1.5.",
    low: 0,
    high: 0.5,
  },
  {
    of: "q",
    label: "q, below",
    help: "Probability of label 1 below the line.",
    low: 0.5,
    high: 1,
  },
  {
    of: "draws",
    label: "draws",
    help: "How many samples are drawn.",
    low: 10,
    high: 500,
    whole: true,
  },
];

/** The knobs start the study anew once the hand rests. */
function Controls({ workbench, lessons, asked, change }: ControlsProps) {
  const soon = useSettled(lessons, KIND, change);
  return (
    <Group title="The study">
      <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={soon} />
      <StudyButtons
        workbench={workbench}
        kind={KIND}
        name="neighbors"
        onAgain={() => change({ seed: asked.seed + 1 })}
        onReset={() => change(START)}
      />
    </Group>
  );
}
