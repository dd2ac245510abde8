import type { Workbench } from "../../../session/workbench";
import { Spoken } from "../../../ui/spoken";
import type { ClassesAnswer } from "../../../wire/lessons";
import type { Change, LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { Awaiting, Cell, decimalsOf, GoodToKnow, Group, Knob, Large, Lesson } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-classes";
type ClassesAsked = LessonAsked[typeof KIND];
/** Percent of all rows, as published. */
const TEN: number[][] = [
  [9.06, 0, 0.07, 0.05, 0.01, 0.03, 0.06, 0.59, 0.01, 0.14],
  [0, 8.2, 0, 0, 0.52, 0.04, 0.3, 0, 0.53, 0.42],
  [0.03, 0, 9.52, 0.03, 0.01, 0.02, 0.01, 0.15, 0.02, 0.22],
  [0.01, 0.01, 0.01, 9.01, 0.13, 0.12, 0.52, 0.1, 0.05, 0.06],
  [0, 0.48, 0.01, 0.05, 2.67, 1.87, 1.4, 0, 2.63, 0.9],
  [0, 0.11, 0, 0, 0.86, 7.75, 0.56, 0, 0.1, 0.62],
  [0.02, 0.18, 0, 0.32, 1.47, 1.5, 3.66, 0.11, 2.08, 0.67],
  [0.2, 0, 0.05, 0.01, 0, 0, 0.02, 9.7, 0, 0.03],
  [0, 0.39, 0.01, 0, 1.21, 0.11, 0.42, 0, 6.84, 1.02],
  [0, 0.24, 0.13, 0.01, 0.95, 1.01, 0.43, 0.01, 1.85, 5.37],
];
const NEVER_SPAM: number[][] = [
  [990, 0],
  [10, 0],
];
const START: ClassesAsked = { table: TEN };

export const classesLesson: LessonPage = {
  name: "classes",
  topic: "evaluation",
  source: "song",
  title: "Ten classes",
  about: "Type over any cell: recall, precision and their averages follow.",
  start: { [KIND]: START },
  view: ClassesLesson,
};

interface Shared {
  asked: ClassesAsked;
  shown: ClassesAnswer;
  change: Change<typeof KIND>;
}

/** A confusion matrix that can be typed over. */
function ClassesLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  // While a table of another size is on its way, the answer is about the former one.
  if (!shown || shown.recall.length !== asked.table.length) {
    return <Awaiting what="Adding up" />;
  }
  const shared = { asked, shown, change };
  return (
    <Lesson
      name="classes"
      main={
        <>
          <Table {...shared} />
          <Averages shown={shown} />
        </>
      }
      aside={<Controls workbench={workbench} {...shared} />}
    />
  );
}

function Table({ asked, shown, change }: Shared) {
  const most = Math.max(...asked.table.flat());
  const decimals = decimalsOf(asked.table.flat());
  const set = (row: number, column: number, value: number) =>
    change({ table: asked.table.with(row, asked.table[row]!.with(column, Math.max(0, value))) });
  return (
    <table class="classes-table">
      <caption class="unseen">Rows are actual classes, columns predicted ones</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="quiet">actual ↓ predicted →</span>
          </th>
          {asked.table.map((_, i) => (
            <th key={i} scope="col">
              {i + 1}
            </th>
          ))}
          <th scope="col">total</th>
          <th scope="col">recall %</th>
        </tr>
      </thead>
      <tbody>
        {asked.table.map((row, i) => (
          <tr key={i}>
            <th scope="row">class {i + 1}</th>
            {row.map((value, j) => (
              <td
                key={j}
                class={i === j ? "classes-right" : value > 0 ? "classes-wrong" : "classes-none"}
                style={{ "--share": most > 0 ? value / most : 0 }}
              >
                <Cell
                  label={`actual ${i + 1}, predicted ${j + 1}`}
                  testid={`classes-${i}-${j}`}
                  value={value}
                  decimals={decimals}
                  onChange={(next) => set(i, j, next)}
                />
              </td>
            ))}
            <td class="classes-sum">{figure(shown.row_sums[i], 4)}</td>
            <td class="classes-rate" data-testid={`classes-recall-${i}`}>
              {percent(shown.recall[i]!)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">total</th>
          {shown.column_sums.map((sum, i) => (
            <td key={i} class="classes-sum">
              {figure(sum, 4)}
            </td>
          ))}
          <td class="classes-sum">{figure(shown.total, 5)}</td>
          <td />
        </tr>
        <tr>
          <th scope="row">precision %</th>
          {shown.precision.map((each, i) => (
            <td key={i} class="classes-rate" data-testid={`classes-precision-${i}`}>
              {percent(each)}
            </td>
          ))}
          <td />
          <td />
        </tr>
        <tr>
          <th scope="row">F1</th>
          {shown.f1.map((each, i) => (
            <td key={i} class="classes-sum">
              {each.toFixed(3)}
            </td>
          ))}
          <td />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}

function Averages({ shown }: { shown: ClassesAnswer }) {
  const text = `micro F1 ${shown.micro_f1.toFixed(3)}, macro F1 ${shown.macro_f1.toFixed(3)}`;
  return (
    <div class="lesson-larges">
      <Large name="classes-accuracy" label="accuracy" value={shown.accuracy.toFixed(4)} />
      <Large
        name="classes-micro"
        label="micro F1"
        value={shown.micro_f1.toFixed(4)}
        note="of summed counts: the accuracy"
      />
      <Large
        name="classes-macro"
        label="macro F1"
        value={shown.macro_f1.toFixed(4)}
        note="every class counts the same"
      />
      <Large
        name="classes-largest"
        label="always the largest class"
        value={shown.largest.toFixed(4)}
        note="its accuracy"
      />
      <Spoken text={text} />
    </div>
  );
}

function Controls({ workbench, asked, change }: Shared & { workbench: Workbench }) {
  return (
    <>
      <Group title="Tables">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="classes-ten"
            onClick={() => change({ table: TEN })}
          >
            Ten classes
          </button>
          <button
            type="button"
            class="button"
            data-testid="classes-never"
            onClick={() => change({ table: NEVER_SPAM })}
          >
            Never say spam
          </button>
        </div>
        <Knob
          workbench={workbench}
          name="class-count"
          label="classes"
          help="How many classes the table has."
          low={2}
          high={12}
          whole
          value={asked.table.length}
          start={TEN.length}
          onMove={(classes) => change({ table: resized(asked.table, classes) })}
        />
      </Group>
      <GoodToKnow>
        <li>
          <i>Never say spam</i> is right 99 % of the time and finds nothing: look at the recall of
          class 2.
        </li>
        <li>
          Where each row has one label, every error is one false positive and one false negative, so
          micro F1 is the accuracy.
        </li>
        <li>Cells are percent of all rows. Published recalls divide by a rounded total of 10.</li>
      </GoodToKnow>
    </>
  );
}

/** The table with more classes, right one time each, or with fewer. */
function resized(table: number[][], classes: number): number[][] {
  return Array.from({ length: classes }, (_, i) =>
    Array.from({ length: classes }, (_, j) => table[i]?.[j] ?? (i === j ? 1 : 0)),
  );
}
