import type { Workbench } from "../../../session/workbench";
import type { MailsAnswer } from "../../../wire/lessons";
import type { LessonAsked, LessonPage } from "./kinds";
import { ModelCard } from "./mail-model";
import { MailPlane } from "./mail-plane";
import { MailTable, type Shared } from "./mail-table";
import { Awaiting, GoodToKnow, Group, Knob, Lesson, ResetButton } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-mails";
const START: LessonAsked[typeof KIND] = {
  rows: [
    [1, 1],
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  spam: [true, false, false, false],
  mail: [1, 1],
  smoothing: 1,
  floor: 0,
  weights: [4, 4],
  threshold: 5,
};
/** Each word occurs in one class only, so unsmoothed estimates of the other class are 0. */
const ZERO_COUNTS = {
  rows: [
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
  ],
  spam: [true, true, false, false],
  mail: [1, 1],
  smoothing: 0,
  floor: 0,
};

export const mailsLesson: LessonPage = {
  name: "mails",
  topic: "bayes",
  source: "comp9417",
  title: "Four mails",
  about: "A line and two kinds of naive Bayes on a table of four mails.",
  start: { [KIND]: START },
  view: MailsLesson,
};

/** Four mails, by a line and by naive Bayes. */
function MailsLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Counting four mails" />;
  return (
    <Lesson
      name="mails"
      main={
        <>
          <div class="mails-top">
            <MailTable asked={asked} shown={shown} change={change} />
            <MailPlane asked={asked} shown={shown} change={change} />
          </div>
          <div class="mail-models">
            {shown.models.map((model) => (
              <ModelCard key={model.name} model={model} mail={asked.mail} />
            ))}
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

/** What the table at hand shows: mails that were changed are not those to start with. */
function remark({ models }: MailsAnswer): string {
  const [ham, spam] = models.find(({ name }) => name === "multinomial")!.classes;
  const alike = ham!.rates.every((rate, i) => sameShare(rate.value, spam!.rates[i]!.value));
  const certain = models.some(({ classes }) => classes.some(({ product }) => product === 0));
  if (certain) {
    return "A word never seen in a class has an estimate of 0 there, and one factor of 0 makes the product 0 whatever the other words say. With smoothing or a floor, never is only rarely.";
  }
  if (alike) {
    return "Both words are as frequent in ham as in spam. Word counts say nothing then and the prior decides; only presence tells the mails apart.";
  }
  return "The words are not equally frequent in ham and spam, so both models learn from them.";
}

function sameShare(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.abs(one - other) < 1e-9;
}

function Controls({ workbench, asked, shown, change }: Shared & { workbench: Workbench }) {
  const fits = shown.line.right === asked.rows.length;
  return (
    <>
      <Group title="Naive Bayes">
        <Knob
          workbench={workbench}
          name="smoothing"
          label="smoothing"
          help="Added to every count. At 0, a word never seen in a class rules that class out."
          low={0}
          high={5}
          value={asked.smoothing}
          start={START.smoothing}
          onMove={(smoothing, dragging) => change({ smoothing }, dragging)}
        />
        <Knob
          workbench={workbench}
          name="floor"
          label="floor ε"
          help="No estimate is set below it: never say never."
          low={0}
          high={0.3}
          value={asked.floor}
          start={START.floor}
          onMove={(floor, dragging) => change({ floor }, dragging)}
        />
      </Group>
      <Group title="The line">
        {[0, 1].map((i) => (
          <Knob
            key={i}
            workbench={workbench}
            name={`weight-${i + 1}`}
            label={`weight ${i + 1}`}
            help="What each occurrence of the word adds to the sum."
            low={0}
            high={8}
            value={asked.weights[i]!}
            start={START.weights[i]!}
            onMove={(value, dragging) =>
              change({ weights: asked.weights.with(i, value) }, dragging)
            }
          />
        ))}
        <Knob
          workbench={workbench}
          name="threshold"
          label="threshold"
          help="A mail whose sum is above it is called spam."
          low={0}
          high={12}
          value={asked.threshold}
          start={START.threshold}
          onMove={(threshold, dragging) => change({ threshold }, dragging)}
        />
        <p class="quiet" data-testid="line-fits">
          {fits
            ? `All ${asked.rows.length} mails are classified correctly.`
            : `${shown.line.right} of ${asked.rows.length} mails are classified correctly.`}
        </p>
      </Group>
      <section class="group">
        <div class="buttons">
          <ResetButton name="mails" onReset={() => change(START)} />
          <button
            type="button"
            class="button"
            title="Two words that no mail contains together, without smoothing"
            data-testid="mails-never"
            onClick={() => change(ZERO_COUNTS)}
          >
            Zero counts
          </button>
        </div>
      </section>
      <GoodToKnow>
        <li data-testid="mails-remark">{remark(shown)}</li>
      </GoodToKnow>
    </>
  );
}
