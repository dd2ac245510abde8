import { bandPath, Chart, curvePath, type Place } from "../../charts/chart";
import { rate } from "../../ui/format";
import { Scroller } from "../../ui/scroller";
import { Sideways } from "../../ui/sideways";
import { Term } from "../../ui/term";
import type { CompareView, ScoreCurvesFrame, ScoreStanding } from "../../wire/compare";
import { ClassChoice } from "../matrix/model-room";
import { axisNames, type CurveKind } from "../scores/curves";
import { percentTick, TICKS, UNIT } from "../scores/cutoff-chart";
import { CHARTS, type ClassWords, FIGURES, PANEL } from "../scores/words";
import { Mark, modelColor } from "./marks";
import type { CompareStore } from "./store";
import { SCORE_CURVES } from "./words";

const KINDS: CurveKind[] = ["roc", "pr", "gain"];
const FIGURE_NAMES = ["auc", "average_precision", "brier", "log_loss"] as const;

/** ROC, precision-recall, gain and calibration of all models that are fitted, with bands. */
export function ScoreCurvesPage({ room, view }: { room: CompareStore; view: CompareView }) {
  const scores = room.scoreCurves.value;
  if (!scores) return <p class="quiet compare-note">{SCORE_CURVES.asking}</p>;
  const rest = view.classes.filter((name) => name !== scores.focus);
  const words = { name: scores.focus, others: rest.length === 1 ? rest[0]! : PANEL.others };
  return (
    <Scroller class="compare-scroll" label={SCORE_CURVES.title} testid="score-curves">
      <div class="compare-head">
        <h2>{SCORE_CURVES.title}</h2>
        <ClassChoice
          classes={view.classes}
          chosen={scores.focus}
          testid="score-focus"
          onChoose={(name) => {
            room.focus.value = name;
          }}
        />
      </div>
      <p class="quiet compare-note">{SCORE_CURVES.read}</p>
      <div class="score-curves">
        {KINDS.map((kind) => (
          <Curves key={kind} kind={kind} room={room} scores={scores} words={words} />
        ))}
        <Calibration room={room} scores={scores} words={words} />
      </div>
      <Figures room={room} scores={scores} />
    </Scroller>
  );
}

interface CurvesProps {
  room: CompareStore;
  scores: ScoreCurvesFrame;
  words: ClassWords;
}

function Curves({ kind, room, scores, words }: CurvesProps & { kind: CurveKind }) {
  const [xName, yName] = axisNames(kind, words);
  const { grid } = scores;
  return (
    <ScoreFigure title={CHARTS[kind]} name={`compare-${kind}`} xName={xName} yName={yName}>
      {(frame) => (
        <>
          {kind !== "pr" && <path class="scores-chance" d={curvePath(frame, [0, 1], [0, 1])} />}
          {scores.models.map((model) => (
            <g key={model.name} style={{ color: colorOf(room, model) }} class="score-model">
              <path
                class="curve-band"
                d={bandPath(frame, grid, model[kind].low, model[kind].high)}
              />
              <path class="curve-line" d={curvePath(frame, grid, model[kind].mean)}>
                <title>{model.name}</title>
              </path>
            </g>
          ))}
        </>
      )}
    </ScoreFigure>
  );
}

function Calibration({ room, scores, words }: CurvesProps) {
  const [xName, yName] = [CHARTS.predicted(words), CHARTS.actual(words)];
  return (
    <ScoreFigure title={CHARTS.reliability} name="compare-reliability" xName={xName} yName={yName}>
      {(frame) => (
        <>
          <path class="scores-chance" d={curvePath(frame, [0, 1], [0, 1])} />
          {scores.models.map((model) => (
            <g key={model.name} style={{ color: colorOf(room, model) }} class="score-model">
              <path class="curve-line" d={curvePath(frame, model.predicted, model.observed)}>
                <title>{model.name}</title>
              </path>
            </g>
          ))}
        </>
      )}
    </ScoreFigure>
  );
}

function ScoreFigure(props: {
  title: string;
  name: string;
  xName: string;
  yName: string;
  children: (frame: Place) => preact.ComponentChildren;
}) {
  return (
    <figure class="scores-chart">
      <figcaption class="row">
        <h3>{props.title}</h3>
      </figcaption>
      <Chart
        name={props.name}
        description={CHARTS.curve(props.title, props.yName, props.xName)}
        width={420}
        height={240}
        domain={UNIT}
        xName={props.xName}
        yName={props.yName}
        xTicks={TICKS}
        yTicks={TICKS}
        tickText={percentTick}
      >
        {props.children}
      </Chart>
    </figure>
  );
}

function Figures({ room, scores }: { room: CompareStore; scores: ScoreCurvesFrame }) {
  return (
    <Sideways label={SCORE_CURVES.figures} holds={SCORE_CURVES.figures}>
      <table class="measure-table" data-testid="score-figures">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{SCORE_CURVES.model}</span>
            </th>
            {FIGURE_NAMES.map((name) => (
              <th key={name} scope="col">
                <Term name={FIGURES.terms[name]}>{FIGURES.names[name]}</Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.models.map((model) => (
            <tr key={model.name}>
              <th scope="row">
                <Mark place={placeOf(room, model)} size={10} /> {model.name}
              </th>
              {FIGURE_NAMES.map((name) => {
                const figure = model.figures[name];
                return (
                  <td key={name}>
                    {figure ? (
                      <>
                        {rate(figure.value)}{" "}
                        <small>{`${rate(figure.low)} – ${rate(figure.high)}`}</small>
                      </>
                    ) : (
                      "–"
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

function placeOf(room: CompareStore, { name }: ScoreStanding): number {
  return room.models.value.findIndex((model) => model.name === name);
}

function colorOf(room: CompareStore, model: ScoreStanding): string {
  return modelColor(Math.max(0, placeOf(room, model)));
}
