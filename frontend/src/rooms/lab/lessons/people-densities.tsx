import { bandPath, Chart, curvePath, type Place } from "../../../charts/chart";
import type { PeopleAnswer } from "../../../wire/lessons";
import { figure } from "./numbers";
import { type Change, COLUMNS, PERSON, type PeopleAsked } from "./people-columns";

const REACH = 9;

interface DensitiesProps {
  column: number;
  asked: PeopleAsked;
  shown: PeopleAnswer;
  change: Change;
}

/** The two densities of a column, the people below them, the person asked about as a line. */
export function Densities({ column, asked, shown, change }: DensitiesProps) {
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
