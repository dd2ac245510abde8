import type { Workbench } from "../../session/workbench";
import { count } from "../../ui/format";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import type { ModelScoresFrame } from "../../wire/scores";
import { ClassChoice, ModelAwaited, useCurrentModel } from "../matrix/model-room";
import { ROOM as MATRIX } from "../matrix/words";
import { CutoffChart } from "./cutoff-chart";
import { ReliabilityChart } from "./reliability-chart";
import type { ScoresStore } from "./store";
import { type ClassWords, PANEL, ROOM } from "./words";

/** ROC, precision-recall, gain and calibration of the current model; its cut-off can be dragged. */
export function ScoresRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.scores;
  const view = useCurrentModel(workbench, room);
  const scores = room.scores.value;
  if (!view || !scores) {
    return <ModelAwaited workbench={workbench} view={view} hint={ROOM.hint} />;
  }
  return (
    <div class="scores-room pane" data-testid="scores-room" data-model={scores.model}>
      <RoomHead room={room} view={view} scores={scores} />
      <Charts room={room} scores={scores} words={classWords(view, scores)} />
    </div>
  );
}

/** The class in focus, and what the rest is called. */
export function classWords({ classes }: MatrixView, { focus }: ModelScoresFrame): ClassWords {
  const rest = classes.filter((name) => name !== focus);
  return { name: focus, others: rest.length === 1 ? rest[0]! : PANEL.others };
}

function RoomHead(props: { room: ScoresStore; view: MatrixView; scores: ModelScoresFrame }) {
  const { room, view, scores } = props;
  return (
    <header class="room-top row">
      <h2 class="room-model clip">{view.shown.family}</h2>
      <ClassChoice
        classes={view.classes}
        chosen={scores.focus}
        testid="scores-class"
        onChoose={(name) => {
          room.focus.value = name;
        }}
      />
      <p class="room-facts note clip">
        {MATRIX.train} {count(view.rows.training)}
        <span class="dot">·</span>
        <Term name="heldOut">{MATRIX.tuning}</Term> {count(view.rows.holdout)}
        <span class="dot">·</span>
        <Term name="sealed">{MATRIX.finalTest}</Term> {count(view.rows.test)}
      </p>
    </header>
  );
}

function Charts(props: { room: ScoresStore; scores: ModelScoresFrame; words: ClassWords }) {
  return (
    <section class="scores-charts" aria-label={ROOM.charts}>
      <CutoffChart {...props} kind="roc" />
      <CutoffChart {...props} kind="pr" />
      <CutoffChart {...props} kind="gain" />
      <ReliabilityChart {...props} />
    </section>
  );
}
