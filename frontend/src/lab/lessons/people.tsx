import { useEffect } from "preact/hooks";
import { Switch } from "../../bayes/controls";
import { Spoken } from "../../bayes/spoken";
import type { Session } from "../../session";
import { Term } from "../../ui/term";
import { bandPath, Chart, curvePath, type Place } from "./chart";
import { lessonDesk } from "./desk";
import { START } from "./examples";
import { chance, figure, scientific } from "./numbers";
import { Awaiting, Cell, Checks, Group, Large, Lesson } from "./parts";
import type { PeopleAnswer, PeopleAsked, PeopleClass } from "./wire";

const KIND = "lesson-people";
const COLUMNS = [
  { name: "height", unit: "m", digits: 2 },
  { name: "weight", unit: "kg", digits: 0 },
  { name: "foot", unit: "cm", digits: 1 },
] as const;
const PERSON = -1;
const REACH = 9;

type Change = (next: Partial<PeopleAsked>, dragging?: boolean) => void;

/** Gaussian naive Bayes on eight people, with every number of the lecture. */
export function PeopleLesson({ session }: { session: Session }) {
  const desk = lessonDesk(session);
  const asked = desk.asked[KIND].value;
  const shown = desk.answers[KIND].value;
  useEffect(() => desk.open(KIND), [desk]);
  const change: Change = (next, dragging) => desk.ask(KIND, next, dragging);
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

interface DensitiesProps {
  column: number;
  asked: PeopleAsked;
  shown: PeopleAnswer;
  change: Change;
}

/** The two densities of a column, the people below them, the person asked about as a line. */
function Densities({ column, asked, shown, change }: DensitiesProps) {
  const { name, unit, digits } = COLUMNS[column]!;
  const { x, densities } = shown.curves[column]!;
  const top = 1.12 * Math.max(...densities.flat());
  const domain = { x0: x[0]!, x1: x.at(-1)!, y0: -0.16 * top, y1: top };
  const person = asked.person[column]!;
  const rugAt = (male: boolean) => (male ? -0.05 : -0.11) * top;
  const rounded = (value: number) => Number(value.toFixed(digits === 0 ? 1 : digits + 1));
  const move = (held: number, value: number, dragging: boolean) => {
    if (held === PERSON) {
      change({ person: asked.person.with(column, rounded(value)) }, dragging);
    } else {
      const row = asked.rows[held]!.with(column, rounded(value));
      change({ rows: asked.rows.with(held, row) }, dragging);
    }
  };
  return (
    <figure class="people-chart">
      <figcaption>
        {name} <span class="quiet">{unit}</span>
      </figcaption>
      <Chart
        name={`people-${name}`}
        description={`Densities of ${name}: male ${figure(shown.classes[0]!.densities[column])}, female ${figure(shown.classes[1]!.densities[column])} at ${person} ${unit}`}
        width={250}
        height={216}
        domain={domain}
        yTicks={[]}
        onTake={(at, near) => {
          const dots = asked.rows.map((row, i) => near([row[column]!, rugAt(asked.male[i]!)]));
          const nearest = Math.min(...dots);
          if (nearest < REACH) return dots.indexOf(nearest);
          return near([person, at[1]]) < REACH || at[1] > 0 ? PERSON : null;
        }}
        onMove={(held, [value], dragging) => move(held, value, dragging)}
      >
        {(place) => (
          <>
            {densities.map((heights, i) => (
              <g key={shown.classes[i]!.name} class={`sex-${shown.classes[i]!.name}`}>
                <path
                  class="density-area"
                  d={bandPath(
                    place,
                    x,
                    heights.map(() => 0),
                    heights,
                  )}
                />
                <path class="density-line" d={curvePath(place, x, heights)} />
              </g>
            ))}
            {asked.rows.map((row, i) => (
              <circle
                key={i}
                class={`person-dot sex-${asked.male[i] ? "male" : "female"}`}
                cx={place.x(row[column]!)}
                cy={place.y(rugAt(asked.male[i]!))}
                r={3.5}
              />
            ))}
            <PersonLine place={place} at={person} shown={shown} column={column} />
          </>
        )}
      </Chart>
    </figure>
  );
}

function PersonLine(props: { place: Place; at: number; shown: PeopleAnswer; column: number }) {
  const { place, at, shown, column } = props;
  const x = place.x(at);
  return (
    <g class="person-line">
      <line x1={x} x2={x} y1={0} y2={place.y(0)} />
      {shown.classes.map((each) => (
        <circle
          key={each.name}
          class={`sex-${each.name}`}
          cx={x}
          cy={place.y(each.densities[column]!)}
          r={4.5}
        />
      ))}
    </g>
  );
}

/** prior × density × density × density = product, and the share it has of both. */
function Working({ shown }: { shown: PeopleAnswer }) {
  return (
    <table class="lesson-working" data-testid="people-working">
      <thead>
        <tr>
          <th />
          <th scope="col">prior</th>
          {COLUMNS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
              <span class="quiet"> mean · σ</span>
            </th>
          ))}
          <th scope="col">
            <Term name="naive">product</Term>
          </th>
          <th scope="col">posterior</th>
        </tr>
      </thead>
      <tbody>
        {shown.classes.map((each) => (
          <WorkingRow key={each.name} each={each} />
        ))}
        <tr class="lesson-working-pushes">
          <th scope="row">
            log odds<span class="unseen"> of male against female</span>
          </th>
          <td>{figure(Math.log(shown.classes[0]!.prior / shown.classes[1]!.prior), 3)}</td>
          {shown.pushes.map((push, i) => (
            <td key={COLUMNS[i]!.name}>
              <Push value={push} />
            </td>
          ))}
          <td colSpan={2} class="quiet">
            they add up: right is male, left is female
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function WorkingRow({ each }: { each: PeopleClass }) {
  return (
    <tr class={`sex-${each.name}`}>
      <th scope="row">
        <span class="sex-key" aria-hidden="true" />
        {each.name}
      </th>
      <td>{figure(each.prior, 3)}</td>
      {COLUMNS.map(({ name }, i) => (
        <td key={name}>
          <b data-testid={`density-${each.name}-${name}`}>{figure(each.densities[i], 4)}</b>
          <span class="quiet">
            {figure(each.means[i], 4)} · {figure(each.deviations[i], 4)}
          </span>
        </td>
      ))}
      <td>
        <b data-testid={`joint-${each.name}`}>{scientific(each.joint)}</b>
      </td>
      <td>
        <b data-testid={`posterior-${each.name}`}>{chance(each.posterior)}</b>
      </td>
    </tr>
  );
}

const WIDEST_PUSH = 16;

/** A bar from the middle: how far one column pushes the odds. */
function Push({ value }: { value: number | null }) {
  const share = value === null ? 0 : Math.max(-1, Math.min(1, value / WIDEST_PUSH));
  return (
    <span class="people-push">
      <i
        class={share >= 0 ? "people-push-male" : "people-push-female"}
        style={{
          width: `${50 * Math.abs(share)}%`,
          left: share >= 0 ? "50%" : `${50 + 50 * share}%`,
        }}
      />
      <span>{figure(value, 3)}</span>
    </span>
  );
}

function Verdict({ asked, shown }: { asked: PeopleAsked; shown: PeopleAnswer }) {
  const [height, weight, foot] = asked.person;
  const sure = shown.classes.find(({ name }) => name === shown.decided)!;
  const other = asked.unbiased ? "n" : "n − 1";
  const text = `${height} m, ${weight} kg, ${foot} cm: more likely ${shown.decided}`;
  return (
    <div class="lesson-verdict">
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

/** The sample as a table that can be typed over. */
function Sample({ asked, change }: { asked: PeopleAsked; change: Change }) {
  const edited = JSON.stringify(asked) !== JSON.stringify(START[KIND]);
  const cell = (row: number, column: number, value: number) => (
    <Cell
      label={`${row === PERSON ? "asked about" : `person ${row + 1}`}, ${COLUMNS[column]!.name}`}
      testid={row === PERSON ? `person-${COLUMNS[column]!.name}` : `sample-${row}-${column}`}
      value={value}
      onChange={(next) =>
        row === PERSON
          ? change({ person: asked.person.with(column, next) })
          : change({ rows: asked.rows.with(row, asked.rows[row]!.with(column, next)) })
      }
    />
  );
  return (
    <section class="group">
      <table class="people-sample">
        <caption class="unseen">The sample, which can be typed over</caption>
        <thead>
          <tr>
            <th scope="col">sex</th>
            {COLUMNS.map(({ name, unit }) => (
              <th key={name} scope="col">
                {name} <span class="quiet">{unit}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {asked.rows.map((row, i) => (
            <tr key={i} class={`sex-${asked.male[i] ? "male" : "female"}`}>
              <th scope="row">
                <button
                  type="button"
                  class="sex-toggle"
                  aria-label={`person ${i + 1} is ${asked.male[i] ? "male" : "female"}: change`}
                  onClick={() => change({ male: asked.male.with(i, !asked.male[i]) })}
                >
                  <span class="sex-key" aria-hidden="true" />
                  {asked.male[i] ? "M" : "F"}
                </button>
              </th>
              {row.map((value, column) => (
                <td key={COLUMNS[column]!.name}>{cell(i, column, value)}</td>
              ))}
            </tr>
          ))}
          <tr class="people-sample-person">
            <th scope="row">?</th>
            {asked.person.map((value, column) => (
              <td key={COLUMNS[column]!.name}>{cell(PERSON, column, value)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {edited && (
        <button
          type="button"
          class="text-button"
          data-testid="people-reset"
          onClick={() => change(START[KIND])}
        >
          back to the lecture's numbers
        </button>
      )}
    </section>
  );
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
