import { plural, rate } from "../../ui/format";
import { Sideways } from "../../ui/sideways";
import { tipHandlers } from "../../ui/term";
import type { ComparedModel, CompareView, Score, Standing } from "../../wire/compare";
import { IntervalPlot } from "./intervals";
import { Mark } from "./marks";
import { MeasureMenu } from "./measure-menu";
import { Segments } from "./segments";
import type { CompareStore } from "./store";
import { measureName, SCORES_PAGE } from "./words";

interface Fitted {
  name: string;
  place: number;
  standing: Standing;
}

export function fittedModels(models: ComparedModel[]): Fitted[] {
  return models.flatMap(({ name, standing }, place) =>
    standing ? [{ name, place, standing }] : [],
  );
}

const SCORES = Object.entries(SCORES_PAGE.scores).map(([value, title]) => ({
  value: value as Score,
  title,
}));

/** The chosen measure as dots with intervals, all measures as a table, the classes. */
export function FiguresPage({ room, view }: { room: CompareStore; view: CompareView }) {
  const choice = room.choice.value!;
  const models = fittedModels(room.models.value);
  if (models.length === 0) return null;
  const method = models[0]!.standing.overall[view.measure]!.method;
  return (
    <div class="compare-scroll" data-testid="figures">
      <section aria-label={measureName(view.measure)}>
        <div class="compare-head">
          <MeasureMenu room={room} view={view} />
          <Segments
            legend={SCORES_PAGE.interval}
            chosen={choice.interval}
            items={[
              { value: "rows", title: SCORES_PAGE.overRows, hint: view.intervals.rows },
              { value: "folds", title: SCORES_PAGE.overFolds, hint: view.intervals.folds },
            ]}
            onChoose={(interval) => room.show({ interval })}
          />
          <p class="quiet compare-way small" data-testid="interval-way">
            {SCORES_PAGE.method(method)}
          </p>
        </div>
        <IntervalPlot
          label={SCORES_PAGE.plot(measureName(view.measure))}
          groups={[
            {
              lines: models.map(({ name, place, standing }) => ({
                name,
                place,
                figure: standing.overall[view.measure]!,
              })),
            },
          ]}
        />
        <p class="quiet compare-note">
          {view.intervals[choice.interval]} {SCORES_PAGE.faint}
        </p>
      </section>
      <ClassFigures room={room} view={view} models={models} />
      <MeasureTable room={room} view={view} models={models} />
    </div>
  );
}

function ClassFigures(props: { room: CompareStore; view: CompareView; models: Fitted[] }) {
  const { room, view, models } = props;
  const score = room.score.value;
  return (
    <section aria-label={SCORES_PAGE.classes} data-testid="classes">
      <div class="compare-head">
        <h2>{SCORES_PAGE.classes}</h2>
        <Segments
          legend={SCORES_PAGE.classScore}
          chosen={score}
          items={SCORES}
          onChoose={(chosen) => {
            room.score.value = chosen;
          }}
        />
      </div>
      <IntervalPlot
        dense
        label={SCORES_PAGE.classPlot(score)}
        groups={view.classes.map((name, at) => ({
          title: name,
          note: SCORES_PAGE.rows(
            models[0]!.standing.matrix[at]!.reduce((sum, each) => sum + each, 0),
          ),
          lines: models.map((model) => ({
            name: model.name,
            place: model.place,
            figure: model.standing.classes[at]![score],
          })),
        }))}
      />
    </section>
  );
}

function MeasureTable(props: { room: CompareStore; view: CompareView; models: Fitted[] }) {
  const { room, view, models } = props;
  return (
    <section aria-label={SCORES_PAGE.all}>
      <div class="compare-head">
        <h2>{SCORES_PAGE.all}</h2>
        <p class="quiet compare-way small" {...tipHandlers(SCORES_PAGE.microWhy)}>
          {SCORES_PAGE.micro}
        </p>
      </div>
      <Sideways label={SCORES_PAGE.table} holds={plural(models.length, "model", "models")}>
        <table class="measure-table" data-testid="measure-table">
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{SCORES_PAGE.measure}</span>
              </th>
              {models.map(({ name, place }) => (
                <th key={name} scope="col" title={name}>
                  <Mark place={place} size={10} /> {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.measures.map((measure) => (
              <tr key={measure} class={measure === view.measure ? "measure-chosen" : ""}>
                <th scope="row">
                  <button
                    type="button"
                    class="text-button"
                    aria-pressed={measure === view.measure}
                    onClick={() => room.show({ measure })}
                  >
                    {measureName(measure)}
                  </button>
                </th>
                {models.map(({ name, standing }) => {
                  const { value, low, high } = standing.overall[measure]!;
                  return (
                    <td key={name}>
                      {rate(value)} <small>{`${rate(low)} – ${rate(high)}`}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  );
}
