import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { Switch } from "../../../ui/controls";
import { Spoken } from "../../../ui/spoken";
import type { PeopleAnswer } from "../../../wire/lessons";
import type { PeopleAsked } from "./kinds";
import { chance, figure } from "./numbers";
import { Awaiting, Checks, Group, Large, Lesson } from "./parts";
import { type Change, COLUMNS, KIND } from "./people-columns";
import { Densities } from "./people-densities";
import { Sample } from "./people-sample";
import { Working } from "./people-working";

/** Gaussian naive Bayes on eight people, with every number of the lecture. */
export function PeopleLesson({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const asked = lessons.asked[KIND].value;
  const shown = lessons.answers[KIND].value;
  useEffect(() => lessons.open(KIND), [lessons]);
  const change: Change = (next, dragging) => lessons.ask(KIND, next, dragging);
  if (!shown) return <Awaiting what="Fitting the Gaussians" />;
  return (
    <Lesson
      name="people"
      main={
        <>
          <div class="people-charts">
            {COLUMNS.map((_, column) => (
              <Densities
                key={COLUMNS[column]!.name}
                column={column}
                asked={asked}
                shown={shown}
                change={change}
              />
            ))}
          </div>
          <Working shown={shown} />
          <Verdict asked={asked} shown={shown} />
        </>
      }
      aside={
        <>
          <Sample asked={asked} change={change} />
          <section class="group">
            <Switch
              name="unbiased"
              checked={asked.unbiased}
              title="The lecture's fit is maximum likelihood, which divides by n"
              onChange={(unbiased) => change({ unbiased })}
            >
              divide variances by n − 1
            </Switch>
          </section>
          <Group title="The lecture's table">
            <Checks checks={shown.checks} />
            <Remarks shown={shown} />
          </Group>
        </>
      }
    />
  );
}

function Verdict({ asked, shown }: { asked: PeopleAsked; shown: PeopleAnswer }) {
  const [height, weight, foot] = asked.person;
  const sure = shown.classes.find(({ name }) => name === shown.decided)!;
  const other = asked.unbiased ? "n" : "n − 1";
  const text = `${height} m, ${weight} kg, ${foot} cm: more likely ${shown.decided}`;
  return (
    <div class="lesson-verdict spread">
      <Large
        name="people-verdict"
        label={`${height} m · ${weight} kg · ${foot} cm`}
        value={`more likely ${shown.decided}`}
        note={`P(${shown.decided}) = ${nearOne(sure.posterior)} (divided by ${other}: ${nearOne(sure.other_posterior)})`}
      />
      <p class="quiet">Drag a line to ask about somebody else, a dot to change the sample.</p>
      <Spoken text={text} />
    </div>
  );
}

/** A probability so near to one that only what is missing says something. */
function nearOne(value: number): string {
  return value > 0.999 ? `1 − ${figure(1 - value, 3)}` : chance(value);
}

function Remarks({ shown }: { shown: PeopleAnswer }) {
  const [male, female] = shown.classes;
  return (
    <ul class="lesson-remarks">
      <li>
        “Among male individuals, the weight is independent of the height”: in this sample they go
        together with r = {figure(male!.height_and_weight, 2)} (male) and{" "}
        {figure(female!.height_and_weight, 2)} (female). The decision does not suffer.
      </li>
      <li>
        The lecture never prints Z, so its last step has no posteriors; here they are. It calls the
        same column G on some slides and S on others.
      </li>
    </ul>
  );
}
