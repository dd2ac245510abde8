import type { Workbench } from "../../../session/workbench";
import type { DimensionAnswer } from "../../../wire/lessons";
import { Choice } from "./choice";
import { ColumnsChart, ColumnsTable } from "./columns-chart";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Lesson, StudyButtons } from "./parts";
import { useStudyLesson } from "./store";

const KIND = "lesson-dimension";
type DimensionAsked = LessonAsked[typeof KIND];
const START: DimensionAsked = {
  points: 100,
  neighbors: 10,
  noise: 1,
  turned: false,
  draws: 20,
  seed: 0,
};
const WAYS: Record<string, string> = {
  all: "neighbors on all columns",
  pca: "on two principal axes (PCA)",
  selected: "on two columns selected by F test",
};

export const dimensionLesson: LessonPage = {
  name: "dimension",
  topic: "neighbors",
  source: "gadat",
  title: "Many columns",
  about: "Two columns tell the classes apart, the others are noise. Can PCA or selection help?",
  start: { [KIND]: START },
  studies: [KIND],
  view: DimensionLesson,
};

/** Error against the number of columns, by three ways to use them. */
function DimensionLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change, soon } = useStudyLesson(workbench, KIND);
  return (
    <Lesson
      name="dimension"
      main={
        shown ? (
          <>
            <div class="columns-chart">
              <ColumnsChart
                name="dimension"
                description={`Error against the number of columns over ${shown.draws} draws`}
                columns={shown.features}
                series={shown.curves.map(({ way, errors }) => ({
                  name: way,
                  text: WAYS[way]!,
                  errors,
                }))}
                level={{
                  at: shown.bayes_error,
                  text: `Bayes error ${figure(shown.bayes_error, 3)}: no rule does better`,
                }}
              />
            </div>
            <Errors shown={shown} />
          </>
        ) : (
          <Awaiting what="Drawing samples…" />
        )
      }
      aside={
        <>
          <Group title="The study">
            <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={soon} />
            <Choice
              testid="turned"
              label="Signal"
              options={[
                { name: "columns", title: "in two columns" },
                { name: "turned", title: "turned into all" },
              ]}
              chosen={asked.turned ? "turned" : "columns"}
              onChoose={(signal) => change({ turned: signal === "turned" })}
            />
            <StudyButtons
              workbench={workbench}
              kind={KIND}
              name="dimension"
              onAgain={() => change({ seed: asked.seed + 1 })}
              onReset={() => change(START)}
            />
          </Group>
          <GoodToKnow>
            <li>
              Neighbors cannot tell noise from signal: the rate of the excess risk, n^(−2/(2+d)),
              hardly falls in many dimensions.
            </li>
            <li>PCA keeps the widest directions. It fails once noise is wider than the signal.</li>
            <li>Selection needs columns that tell the classes apart by themselves.</li>
          </GoodToKnow>
        </>
      }
    />
  );
}

function Errors({ shown }: { shown: DimensionAnswer }) {
  const curves = shown.curves.map(({ way, errors }) => ({
    name: way,
    text: WAYS[way]!,
    values: errors.map(([mean]) => mean),
  }));
  return (
    <ColumnsTable
      name="dimension"
      title="test error"
      draws={shown.draws}
      columns={shown.features}
      rows={[...curves, { name: "rate", text: "n^(−2/(2+d))", values: shown.rates, quiet: true }]}
    />
  );
}

const KNOBS: AskedKnob<DimensionAsked>[] = [
  {
    of: "noise",
    label: "noise",
    help: "Standard deviation of the other columns. The signal's widest direction has 1.7.",
    low: 0.1,
    high: 3,
  },
  {
    of: "points",
    name: "n",
    label: "points n",
    help: "Points to learn from in each draw.",
    low: 20,
    high: 400,
    whole: true,
  },
  {
    of: "neighbors",
    label: "k",
    help: "How many neighbors vote.",
    low: 1,
    high: 20,
    whole: true,
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
