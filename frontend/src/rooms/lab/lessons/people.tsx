import type { Workbench } from "../../../session/workbench";
import { Switch } from "../../../ui/controls";
import { Spoken } from "../../../ui/spoken";
import type { PeopleAnswer } from "../../../wire/lessons";
import type { LessonPage } from "./kinds";
import { chance, figure } from "./numbers";
import { Awaiting, Group, Large, Lesson } from "./parts";
import { COLUMNS, KIND, type PeopleAsked, START } from "./people-columns";
import { Densities } from "./people-densities";
import { Sample } from "./people-sample";
import { Working } from "./people-working";
import { useLesson } from "./store";

export const peopleLesson: LessonPage = {
  name: "people",
  topic: "bayes",
  source: "gadat",
  title: "Height, weight, foot",
  about: "Gaussian naive Bayes by hand: is this person male or female?",
  start: { [KIND]: START },
  view: PeopleLesson,
};

/** Gaussian naive Bayes on eight people. */
function PeopleLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
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
              title="Maximum likelihood divides by n"
              onChange={(unbiased) => change({ unbiased })}
            >
              divide variances by n − 1
            </Switch>
          </section>
          <Group title="Good to know">
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
        Naive Bayes assumes that height and weight are independent within each class. Here their
        correlation is {figure(male!.height_and_weight, 2)} (male) and{" "}
        {figure(female!.height_and_weight, 2)} (female); the decision is the same.
      </li>
    </ul>
  );
}
