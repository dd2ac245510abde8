import { curvePath } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { Interval, WideAnswer } from "../../../wire/lessons";
import { ColumnsChart, ColumnsTable } from "./columns-chart";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Lesson, StudyButtons } from "./parts";
import { useStudyLesson } from "./store";

const KIND = "lesson-wide";
type WideAsked = LessonAsked[typeof KIND];
const START: WideAsked = { points: 40, c: 1, draws: 20, seed: 0 };

export const wideLesson: LessonPage = {
  name: "wide",
  topic: "margins",
  source: "gadat",
  title: "p ≫ n",
  about: "Is it good or bad to have more features than points?",
  start: { [KIND]: START },
  studies: [KIND],
  view: WideLesson,
};

/** Errors of a linear machine as columns of noise are added. */
function WideLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change, soon } = useStudyLesson(workbench, KIND);
  return (
    <Lesson
      name="wide"
      main={
        shown ? (
          <>
            <WideChart shown={shown} points={asked.points} />
            <Figures shown={shown} points={asked.points} />
          </>
        ) : (
          <Awaiting what="Drawing samples…" />
        )
      }
      aside={
        <>
          <Group title="The study">
            <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={soon} />
            <StudyButtons
              workbench={workbench}
              kind={KIND}
              name="wide"
              onAgain={() => change({ seed: asked.seed + 1 })}
              onReset={() => change(START)}
            />
          </Group>
          <GoodToKnow>
            <li>
              With p ≥ n − 1 features a hyperplane separates any labels (Cover 1965), even shuffled
              ones. A training error of 0 then says nothing.
            </li>
            <li>
              Features of noise are bad. A kernel's features are not noise: the RBF kernel has
              infinitely many, and a wide margin keeps its test error low.
            </li>
          </GoodToKnow>
        </>
      }
    />
  );
}

function WideChart({ shown, points }: { shown: WideAnswer; points: number }) {
  return (
    <div class="columns-chart">
      <ColumnsChart
        name="wide"
        description={`Errors against the number of features over ${shown.draws} draws of ${points} points`}
        columns={shown.features}
        top={1.04}
        legendAt={60}
        series={[
          { name: "test", text: "test error, linear", errors: shown.test },
          { name: "training", text: "training error", errors: shown.training },
          { name: "shuffled", text: "training error on shuffled labels", errors: shown.shuffled },
        ]}
        level={{
          at: shown.radial[0],
          text: `test error of an RBF kernel on the two columns: ${figure(shown.radial[0], 3)}`,
        }}
        extra={(place, x) => (
          <>
            <path class="wide-separable" d={curvePath(place, x, shown.separable)} />
            <text class="chart-note" x={place.width - 8} y={place.y(1) + 16} text-anchor="end">
              share of all labelings that are separable
            </text>
            <g class="k-marker">
              <line
                x1={place.x(Math.log10(points))}
                x2={place.x(Math.log10(points))}
                y1={30}
                y2={place.height}
              />
              <text x={place.x(Math.log10(points)) + 5} y={0.45 * place.height}>
                p = n
              </text>
            </g>
          </>
        )}
      />
    </div>
  );
}

function Figures({ shown, points }: { shown: WideAnswer; points: number }) {
  const means = (errors: Interval[]) => errors.map(([mean]) => mean);
  return (
    <ColumnsTable
      name="wide"
      draws={shown.draws}
      columns={shown.features}
      rows={[
        { name: "test", text: "test error", values: means(shown.test) },
        { name: "training", text: "training error", values: means(shown.training) },
        {
          name: "shuffled",
          text: "training error, shuffled labels",
          values: means(shown.shuffled),
        },
        {
          name: "separable",
          text: `separable labelings of ${points} points`,
          values: shown.separable,
          written: (value) => (value < 0.0005 ? "< 0.001" : value.toFixed(3)),
        },
      ]}
    />
  );
}

const KNOBS: AskedKnob<WideAsked>[] = [
  {
    of: "points",
    name: "n",
    label: "points n",
    help: "Points to learn from in each draw.",
    low: 10,
    high: 200,
    whole: true,
  },
  {
    of: "c",
    label: "C",
    help: "How much slack costs. Small: a wide margin that lets points in.",
    low: 0.0001,
    high: 1000,
    scale: "log",
  },
  {
    of: "draws",
    label: "draws",
    help: "How many samples are drawn.",
    low: 5,
    high: 100,
    whole: true,
  },
];
