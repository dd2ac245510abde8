import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { LOSSES, type Loss, type LossesAnswer } from "../../../wire/lessons";
import { START } from "./examples";
import type { LossesAsked } from "./kinds";
import { type Change, LossPanel, TITLES } from "./loss-panel";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, Group, Knobs, Lesson } from "./parts";

const KIND = "lesson-losses";
const MOST_POINTS = 40;

/** A line through points by four losses, side by side. */
export function LossesLesson({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const asked = lessons.asked[KIND].value;
  const shown = lessons.answers[KIND].value;
  useEffect(() => lessons.open(KIND), [lessons]);
  const change: Change = (next, dragging) => lessons.ask(KIND, next, dragging);
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
          <Group title="What the slides say">
            <ul class="lesson-remarks">
              <li>
                V(yᵢ − βᵀxᵢ + β₀) has a sign too many: the residual is yᵢ − (βᵀxᵢ + β₀), as the
                constraints on the next slide have it.
              </li>
              <li>
                The KKT condition of α* repeats that of α; it should have yᵢ − ⟨β, xᵢ⟩ − β₀ with the
                other sign: the lower edge of the tube.
              </li>
            </ul>
          </Group>
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
  const start = START[KIND];
  const last = asked.x.length - 1;
  return (
    <>
      <Group title="Knobs">
        <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={start} onMove={change} />
      </Group>
      <Group title="Points">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="losses-outlier"
            onClick={() => change({ y: asked.y.with(last, asked.y[last]! > 4 ? 0.4 : 7.2) })}
          >
            move the last far off
          </button>
          <button
            type="button"
            class="button"
            disabled={asked.x.length >= MOST_POINTS}
            onClick={() => change({ x: [...asked.x, 5], y: [...asked.y, 7] })}
          >
            one more
          </button>
          <button
            type="button"
            class="button"
            disabled={asked.x.length <= 3}
            onClick={() => change({ x: asked.x.slice(0, -1), y: asked.y.slice(0, -1) })}
          >
            one less
          </button>
          <button
            type="button"
            class="button"
            data-testid="losses-reset"
            onClick={() => change(start)}
          >
            start again
          </button>
        </div>
      </Group>
    </>
  );
}

/** Each line by every loss: in its own column it is the least, slope aside. */
function Compared({ shown }: { shown: LossesAnswer }) {
  return (
    <Group title="Summed losses: lines down, losses across">
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
