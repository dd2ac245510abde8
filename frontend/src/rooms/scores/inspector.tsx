import type { Workbench } from "../../session/workbench";
import { rate } from "../../ui/format";
import { TabList } from "../../ui/tabs";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import type { Calibration, ModelScoresFrame, ScoredRows, ScoreFigure } from "../../wire/scores";
import { MiniMatrix } from "../matrix/mini-matrix";
import { countsAt } from "./curves";
import { classWords } from "./room";
import type { ScoresStore } from "./store";
import { CALIBRATE, FIGURES, PANEL } from "./words";

/** The matrix at the cut-off in hand, and the figures of the scores. */
export function ScoresInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.scores;
  const [view, scores] = [room.matrix.value, room.scores.value];
  return (
    <aside class="inspector scores-inspector" aria-label="Inspector">
      <h2 class="unseen">Inspector</h2>
      <div class="inspector-body">
        {view && scores && (
          <>
            <AtCutoff room={room} view={view} scores={scores} />
            <Calibrate room={room} scores={scores} />
            <Figures view={view} scores={scores} />
          </>
        )}
      </div>
    </aside>
  );
}

function AtCutoff(props: { room: ScoresStore; view: MatrixView; scores: ModelScoresFrame }) {
  const { room, view, scores } = props;
  const words = classWords(view, scores);
  const { tp, fp, fn, tn } = countsAt(scores.tuning, room.place.value);
  const place = view.classes.indexOf(scores.focus);
  // As the classes stand in the matrix of Errors.
  const first = view.classes.length > 2 || place === 0;
  const called = tp + fp;
  return (
    <section class="group" data-testid="at-cutoff">
      <h3>{PANEL.title}</h3>
      <MiniMatrix
        classes={first ? [words.name, words.others] : [words.others, words.name]}
        matrix={
          first
            ? [
                [tp, fn],
                [fp, tn],
              ]
            : [
                [tn, fp],
                [fn, tp],
              ]
        }
        label={PANEL.matrix}
      />
      <dl class="scores-rates">
        <dt>{PANEL.caught(words.name, tp, tp + fn)}</dt>
        <dd title={PANEL.recall}>{rate(tp / Math.max(1, tp + fn))}</dd>
        <dt>{PANEL.alarms(words.others, words.name, fp, fp + tn)}</dt>
        <dd title={PANEL.fpr}>{rate(fp / Math.max(1, fp + tn))}</dd>
        <dt>{PANEL.right(tp, called)}</dt>
        <dd title={PANEL.precision}>{called > 0 ? rate(tp / called) : "–"}</dd>
      </dl>
      <p class="note">{room.held.value === null ? PANEL.drag : PANEL.moving}</p>
    </section>
  );
}

const METHODS = Object.entries(CALIBRATE.methods).map(([name, title]) => ({
  name: name as Calibration,
  title,
}));

/** One click gives the model probabilities that can be read as such. */
function Calibrate({ room, scores }: { room: ScoresStore; scores: ModelScoresFrame }) {
  const { reliability, uncalibrated } = scores.tuning;
  return (
    <section class="group">
      <h3>{CALIBRATE.title}</h3>
      <TabList
        class="segments scores-methods"
        tabs={METHODS}
        chosen={scores.calibration}
        onChoose={(method) => room.calibrate(method)}
        label={CALIBRATE.label}
        testid="calibrate"
      />
      <p class="note" data-testid="calibrated">
        {uncalibrated && reliability
          ? CALIBRATE.done(rate(uncalibrated.error), rate(reliability.error))
          : CALIBRATE.why}{" "}
        {scores.calibration === "none" ? CALIBRATE.which : CALIBRATE.stays}
      </p>
    </section>
  );
}

const ORDER = ["auc", "average_precision", "brier", "log_loss"] as const;

function Figures({ view, scores }: { view: MatrixView; scores: ModelScoresFrame }) {
  const { tuning, test } = scores;
  const named = ORDER.filter((name) => figureOf(tuning, name));
  return (
    <section class="group" data-testid="score-figures">
      <h3>{FIGURES.title}</h3>
      <table class="scores-figures">
        <thead>
          <tr>
            <td />
            <th scope="col">{FIGURES.tuning}</th>
            {test && <th scope="col">{FIGURES.test}</th>}
          </tr>
        </thead>
        <tbody>
          {named.map((name) => (
            <tr key={name}>
              <th scope="row">
                <Term name={FIGURES.terms[name]}>{FIGURES.names[name]}</Term>
              </th>
              <FigureCell figure={figureOf(tuning, name)} testid={`figure-${name}`} />
              {test && <FigureCell figure={figureOf(test, name)} />}
            </tr>
          ))}
          {tuning.reliability && (
            <tr>
              <th scope="row">
                <Term name="calibration">{FIGURES.names.error}</Term>
              </th>
              <td data-testid="figure-error">{rate(tuning.reliability.error)}</td>
              {test && <td>{rate(test.reliability?.error)}</td>}
            </tr>
          )}
        </tbody>
      </table>
      <p class="note">{FIGURES.intervals}</p>
      {view.classes.length > 2 && <p class="note">{FIGURES.several}</p>}
      {!test && <p class="note">{FIGURES.untested}</p>}
    </section>
  );
}

function figureOf(rows: ScoredRows, name: string): ScoreFigure | undefined {
  return rows.figures.find((figure) => figure.name === name);
}

function FigureCell({ figure, testid }: { figure: ScoreFigure | undefined; testid?: string }) {
  if (!figure) return <td>–</td>;
  return (
    <td data-testid={testid} title={figure.method}>
      {rate(figure.value)}
      <small>
        {rate(figure.low)}–{rate(figure.high)}
      </small>
    </td>
  );
}
