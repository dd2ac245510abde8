import { Chart, type Point } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { plural } from "../../../ui/format";
import type { RateRun } from "../../../wire/lessons";
import { Choice } from "./choice";
import { ClassPoints, movedRow, nearestPlace, WeightLine } from "./class-points";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { Awaiting, GoodToKnow, Group, Knob, Lesson, ResetButton } from "./parts";
import { LessonPlayer } from "./player";
import { useLesson } from "./store";

const KIND = "lesson-rates";
type RatesAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const DOMAIN = { x0: -2.4, x1: 3, y0: -2.8, y1: 2.6 };
const START: RatesAsked = {
  rows: [
    [-0.4, 1.7, 1],
    [-0.6, 1.2, 1],
    [-0.6, -1.6, 0],
    [2, 0.4, 1],
    [-0.3, -0.4, 0],
    [-1.1, -0.1, 1],
    [-1.2, -2, 0],
    [-0.9, -1.6, 0],
    [2.1, 0.8, 1],
    [2.2, 1.2, 1],
    [-0.9, -0.6, 0],
    [-0.9, -1.3, 0],
  ],
  rates: [0.2, 0.5, 1],
  start: "centers",
  step: -1,
};

export const ratesLesson: LessonPage = {
  name: "rates",
  topic: "lines",
  source: "comp9417",
  title: "Learning rates",
  about: "One perceptron, three learning rates. Circled points triggered an update. Drag a point.",
  start: { [KIND]: START },
  view: RatesLesson,
};

/** Three trainings side by side, at the same update. */
function RatesLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Training three times" />;
  const most = Math.max(1, ...shown.runs.map(({ examples }) => examples.length));
  return (
    <Lesson
      name="rates"
      main={
        <>
          <div class="rate-panels">
            {shown.runs.map((run, i) => (
              <RatePanel key={i} place={i} run={run} asked={asked} change={change} />
            ))}
          </div>
          <LessonPlayer
            name="rates"
            step={asked.step < 0 ? most : Math.min(asked.step, most)}
            steps={most}
            onStep={(step) => change({ step })}
          >
            updates of each training shown
          </LessonPlayer>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} change={change} />}
    />
  );
}

/** How many updates of a run are visible. */
function visible(run: RateRun, step: number): number {
  return step < 0 ? run.examples.length : Math.min(step, run.examples.length);
}

function RatePanel(props: { place: number; run: RateRun; asked: RatesAsked; change: Change }) {
  const { place: number, run, asked, change } = props;
  const now = visible(run, asked.step);
  const triggers = new Set(run.examples.slice(0, now));
  const move = (i: number, to: Point, dragging: boolean) =>
    change({ rows: movedRow(asked.rows, i, to, DOMAIN) }, dragging);
  return (
    <section class="rate-panel pane" aria-label={`Learning rate ${run.rate}`}>
      <h3>
        η = {figure(run.rate, 3)}{" "}
        <span class="quiet" data-testid={`rate-updates-${number}`}>
          {plural(run.examples.length, "update")}
          {run.converged ? "" : ", not converged"}
        </span>
      </h3>
      <Chart
        name={`rate-${number}`}
        description={`Learning rate ${run.rate}: ${plural(run.examples.length, "update")}, ${run.wrong[now]} points wrong after ${now}`}
        width={280}
        height={300}
        domain={DOMAIN}
        xTicks={[-2, 0, 2]}
        yTicks={[-2, 0, 2]}
        onTake={(_, near) => nearestPlace(asked.rows, near)}
        onMove={move}
      >
        {(place) => (
          <>
            {run.weights.slice(0, now).map((weights, i) => (
              <WeightLine
                key={i}
                place={place}
                domain={DOMAIN}
                weights={weights}
                name={i ? "rate-before" : "rate-before rate-first"}
              />
            ))}
            <WeightLine
              place={place}
              domain={DOMAIN}
              weights={run.weights[now]!}
              name="decision-line"
            />
            <ClassPoints
              name={`rate-${number}`}
              place={place}
              domain={DOMAIN}
              rows={asked.rows}
              ringed={(i) => triggers.has(i)}
              onMove={number === 0 ? move : undefined}
            />
          </>
        )}
      </Chart>
      <p class="quiet small">
        after update {now}: {plural(run.wrong[now]!, "point")} wrong
      </p>
    </section>
  );
}

function Controls(props: { workbench: Workbench; asked: RatesAsked; change: Change }) {
  const { workbench, asked, change } = props;
  return (
    <>
      <Group title="Learning rates">
        {asked.rates.map((rate, i) => (
          <Knob
            key={i}
            workbench={workbench}
            name={`rate-${i + 1}`}
            label={`η${"₁₂₃"[i]}`}
            help="How far an update moves the weights: w° ← w° + η y x°."
            low={0.01}
            high={5}
            scale="log"
            value={rate}
            start={START.rates[i]!}
            onMove={(value, dragging) =>
              change({ rates: asked.rates.with(i, value), step: -1 }, dragging)
            }
          />
        ))}
        <Choice
          testid="start"
          label="Start at"
          options={[
            { name: "centers", title: "class centers" },
            { name: "zero", title: "zero" },
          ]}
          chosen={asked.start}
          onChoose={(start) => change({ start, step: -1 })}
        />
        <div class="buttons">
          <ResetButton name="rates" onReset={() => change(START)} />
        </div>
      </Group>
      <GoodToKnow>
        <li>The dashed line is the start, half-way between the class centers.</li>
        <li>
          A small rate needs many updates, a large one overshoots. From zero weights the rate does
          not matter: it only scales w.
        </li>
      </GoodToKnow>
    </>
  );
}
