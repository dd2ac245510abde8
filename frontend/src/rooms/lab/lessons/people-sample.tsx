import { Cell, decimalsOf } from "./parts";
import { type Change, COLUMNS, PERSON, type PeopleAsked, START } from "./people-columns";

/** The sample as a table that can be typed over. */
export function Sample({ asked, change }: { asked: PeopleAsked; change: Change }) {
  const edited = JSON.stringify(asked) !== JSON.stringify(START);
  const decimals = COLUMNS.map((_, column) =>
    decimalsOf([...asked.rows, asked.person].map((row) => row[column]!)),
  );
  const cell = (row: number, column: number, value: number) => (
    <Cell
      label={`${row === PERSON ? "asked about" : `person ${row + 1}`}, ${COLUMNS[column]!.name}`}
      testid={row === PERSON ? `person-${COLUMNS[column]!.name}` : `sample-${row}-${column}`}
      value={value}
      decimals={decimals[column]}
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
                  class="sex-toggle bare"
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
          onClick={() => change(START)}
        >
          Reset the sample
        </button>
      )}
    </section>
  );
}
