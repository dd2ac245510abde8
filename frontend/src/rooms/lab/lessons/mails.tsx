import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { START } from "./examples";
import { ModelCard } from "./mail-model";
import { MailPlane } from "./mail-plane";
import { MailTable, type Shared } from "./mail-table";
import { Awaiting, Checks, Group, Knob, Lesson } from "./parts";

const KIND = "lesson-mails";

/** The lecture's four mails, by a line and by naive Bayes. */
export function MailsLesson({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const asked = lessons.asked[KIND].value;
  const shown = lessons.answers[KIND].value;
  useEffect(() => lessons.open(KIND), [lessons]);
  const change: Shared["change"] = (next, dragging) => lessons.ask(KIND, next, dragging);
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

function Controls({ workbench, asked, shown, change }: Shared & { workbench: Workbench }) {
  const start = START[KIND];
  const fits = asked.rows.every((_, i) => shown.line.flagged[i] === asked.spam[i]);
  return (
    <>
      <Group title="Naive Bayes">
        <Knob
          workbench={workbench}
          name="smoothing"
          label="smoothing"
          help="Added to every count. The lecture adds 1; at 0 a word never seen forbids a class."
          low={0}
          high={5}
          value={asked.smoothing}
          start={start.smoothing}
          onMove={(smoothing, dragging) => change({ smoothing }, dragging)}
        />
      </Group>
      <Group title="The line">
        {[0, 1].map((i) => (
          <Knob
            key={i}
            workbench={workbench}
            name={`weight-${i + 1}`}
            label={`weight ${i + 1}`}
            help="The score of a test that succeeds."
            low={0}
            high={8}
            value={asked.weights[i]!}
            start={start.weights[i]!}
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
          start={start.threshold}
          onMove={(threshold, dragging) => change({ threshold }, dragging)}
        />
        <p class="quiet" data-testid="line-fits">
          {fits
            ? "All four are right. With equal weights that holds above 2.5 and up to 5."
            : `Right about ${shown.line.right} of ${asked.rows.length}.`}
        </p>
      </Group>
      <section class="group">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="mails-reset"
            onClick={() => change(start)}
          >
            the lecture's mails
          </button>
          <button
            type="button"
            class="button"
            title="Two words that no mail holds together, and no smoothing"
            data-testid="mails-never"
            onClick={() =>
              change({
                rows: [
                  [1, 0],
                  [1, 0],
                  [0, 1],
                  [0, 1],
                ],
                spam: [true, true, false, false],
                mail: [1, 1],
                smoothing: 0,
              })
            }
          >
            never say never
          </button>
        </div>
      </section>
      <Group title="The lecture's table">
        <Checks checks={shown.checks} />
        <ul class="lesson-remarks">
          <li>
            The spam slide defines Xₖ by presence and estimates it by shares of words: a mixture of
            the first two models. It is the third.
          </li>
          <li>
            Both words are as frequent in ham as in spam, so counting them says nothing, and the
            prior decides; only presence tells the four mails apart.
          </li>
          <li>
            The perceptron slide trains while y w·x &lt; 0. From w = 0 that is never true, and
            nothing is learned: it has to be ≤ 0.
          </li>
        </ul>
      </Group>
    </>
  );
}
