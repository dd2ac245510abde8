import { count, plural } from "../../ui/format";
import { Scroller } from "../../ui/scroller";
import { Sideways } from "../../ui/sideways";
import type { CompareView, Standing } from "../../wire/compare";
import { fittedModels } from "./figures";
import { Mark } from "./marks";
import type { CompareStore } from "./store";
import { MATRICES } from "./words";

/** Confusion matrices side by side, on the same rows. */
export function MatricesPage({ room, view }: { room: CompareStore; view: CompareView }) {
  return (
    <Scroller class="compare-scroll" label={MATRICES.title} testid="matrices">
      <p class="quiet compare-note">
        {MATRICES.hint}
        {room.choice.value!.repeats > 1 && ` ${MATRICES.firstCut}`}
      </p>
      <div class="matrix-cards wrap">
        {fittedModels(room.models.value).map(({ name, place, standing }) => (
          <figure key={name} class="matrix-card" data-testid="matrix-card">
            <figcaption>
              <Mark place={place} /> <b title={name}>{name}</b>
            </figcaption>
            <Sideways
              label={MATRICES.of(name)}
              holds={plural(view.classes.length, "class", "classes")}
            >
              <SmallMatrix name={name} classes={view.classes} standing={standing} />
            </Sideways>
          </figure>
        ))}
      </div>
    </Scroller>
  );
}

/** Names that are longer do not fit above a narrow column: they are turned. */
const MOST_LETTERS = 3;

function SmallMatrix(props: { name: string; classes: string[]; standing: Standing }) {
  const { matrix } = props.standing;
  const wide = props.classes.length <= 4;
  const turned = !wide && props.classes.some((name) => name.length > MOST_LETTERS);
  return (
    <table
      class={`small-matrix ${wide ? "" : "small-matrix-many"} ${turned ? "small-matrix-turned" : ""}`}
      aria-label={props.name}
    >
      <thead>
        <tr>
          <th>
            <span class="unseen">{MATRICES.actual}</span>
          </th>
          {props.classes.map((name) => (
            <th key={name} scope="col" title={name}>
              <span>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.map((row, at) => {
          const sum = Math.max(
            1,
            row.reduce((total, each) => total + each, 0),
          );
          return (
            <tr key={props.classes[at]}>
              <th scope="row" title={props.classes[at]}>
                {props.classes[at]}
              </th>
              {row.map((cell, column) => (
                <td
                  key={props.classes[column]}
                  class={`${at === column ? "small-right" : "small-wrong"} ${cell === 0 ? "small-none" : ""}`}
                  style={{ "--share": (cell / sum).toFixed(3) }}
                >
                  {wide || cell > 0 ? count(cell) : ""}
                  {wide && <small>{`${((100 * cell) / sum).toFixed(1)} %`}</small>}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
