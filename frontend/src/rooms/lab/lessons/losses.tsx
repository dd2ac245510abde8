import type { Workbench } from "../../../session/workbench";
import { LOSSES, type Loss, type LossesAnswer } from "../../../wire/lessons";
import type { LessonPage } from "./kinds";
import { type Change, KIND, type LossesAsked, LossPanel, TITLES } from "./loss-panel";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, Group, Knobs, Lesson, ResetButton } from "./parts";
import { useLesson } from "./store";

const MOST_POINTS = 40;
const START: LossesAsked = {
  x: [0.6, 1.4, 2.1, 2.9, 3.6, 4.4, 5.2, 5.9, 6.7, 7.4, 8.3, 9.2],
  y: [1.4, 1.2, 2.3, 2.2, 3.4, 3.1, 4.4, 4.2, 5.3, 5.2, 6.3, 1.2],
  epsilon: 0.5,
  c: 1,
  sigma: 1,
};

export const lossesLesson: LessonPage = {
  name: "losses",
  topic: "margins",
  source: "gadat",
  title: "Four losses",
  about: "The same points, four ways to measure errors. Drag a point.",
  start: { [KIND]: START },
  view: LossesLesson,
};

/** A line through points by four losses, side by side. */
function LossesLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Fitting four lines" />;
  return (
    <Lesson
      name="losses"
      main={
        <div class="loss-panels">
          {LOSSES.map((loss) => (
            <LossPanel key={loss} loss={loss} asked={asked} shown={shown} change={change} />
          ))}
        </div>
      }
      aside={
        <>
          <Controls workbench={workbench} asked={asked} change={change} />
          <Compared shown={shown} />
        </>
      }
    />
  );
}

const KNOBS: AskedKnob<LossesAsked>[] = [
  {
    of: "epsilon",
    label: "ε",
    help: "Half the width of the tube in which errors are not counted.",
    low: 0,
    high: 3,
  },
  {
    of: "c",
    label: "C",
    help: "How much the losses weigh against a flat line (β² / 2).",
    low: 0.001,
    high: 1000,
    scale: "log",
  },
  {
    of: "sigma",
    label: "σ",
    help: "Where Huber's loss turns from a parabola into a straight line.",
    low: 0.01,
    high: 10,
    scale: "log",
  },
];

function Controls(props: { workbench: Workbench; asked: LossesAsked; change: Change }) {
  const { workbench, asked, change } = props;
  const last = asked.x.length - 1;
  return (
    <>
      <Group title="Settings">
        <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={change} />
      </Group>
      <Group title="Points">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="losses-outlier"
            onClick={() => change({ y: asked.y.with(last, asked.y[last]! > 4 ? 0.4 : 7.2) })}
          >
            Move last point away
          </button>
          <button
            type="button"
            class="button"
            disabled={asked.x.length >= MOST_POINTS}
            onClick={() => change({ x: [...asked.x, 5], y: [...asked.y, 7] })}
          >
            Add a point
          </button>
          <button
            type="button"
            class="button"
            disabled={asked.x.length <= 3}
            onClick={() => change({ x: asked.x.slice(0, -1), y: asked.y.slice(0, -1) })}
          >
            Remove a point
          </button>
          <ResetButton name="losses" onReset={() => change(START)} />
        </div>
      </Group>
    </>
  );
}

/** Each line by every loss: in its own column it is the least, slope aside. */
function Compared({ shown }: { shown: LossesAnswer }) {
  return (
    <Group title="Total loss of each line">
      <table class="loss-compared small" data-testid="losses-compared">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">line</span>
            </th>
            {LOSSES.map((loss) => (
              <th key={loss} scope="col" title={TITLES[loss].title}>
                {SHORT[loss]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.lines.map((line) => (
            <tr key={line.loss} class={`loss-${line.loss}`}>
              <th scope="row">
                <span class="loss-key" aria-hidden="true" />
                {TITLES[line.loss].title}
              </th>
              {LOSSES.map((loss) => (
                <td key={loss} class={loss === line.loss ? "loss-compared-own" : ""}>
                  {figure(line.losses[loss], 3)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Group>
  );
}

const SHORT: Record<Loss, string> = {
  epsilon: "ε-ins.",
  laplacian: "|z|",
  gaussian: "z²/2",
  huber: "Huber",
};
