import { TaskBar } from "../../ui/task-bar";
import type { GrowthNews, MatrixView } from "../../wire/matrix";
import { Answer } from "./answer";
import { ProgramControls } from "./program-controls";
import { ProgramGraph } from "./program-graph";
import { deepestLevel } from "./program-layout";
import { ProgramLegend } from "./program-legend";
import { PROGRAM } from "./program-words";
import { Rounds } from "./rounds";
import type { MatrixStore } from "./store";

/** The program behind the matrix: its nodes, their votes, and which are weak. */
export function ProgramPage({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const program = view.program;
  const growing = room.growing.value;
  if (growing) return <GrowingProgram room={room} view={view} growing={growing} />;
  if (view.rounds.length > 0) return <Rounds rounds={view.rounds} />;
  if (!program) return <NoProgram room={room} view={view} />;
  return (
    <div class="program-page pane" data-testid="program">
      <ProgramControls room={room} view={view} program={program} />
      <div class="program-scroll">
        <ProgramGraph room={room} view={view} program={program} />
      </div>
      {view.outcome && view.outcome.node !== null && <Answer room={room} view={view} />}
      <ProgramLegend room={room} view={view} program={program} />
    </div>
  );
}

/** The levels of a program as they come; nothing can be adjusted yet. */
function GrowingProgram(props: { room: MatrixStore; view: MatrixView; growing: GrowthNews }) {
  const { room, view, growing } = props;
  const levels = deepestLevel(growing) + 1;
  return (
    <div class="program-page pane program-growing" data-testid="growing" data-levels={levels}>
      <div class="program-controls row">
        <p>
          <b>{levels}</b>
          {PROGRAM.growing(growing.levels, growing.nodes.length)}{" "}
          <span class="quiet">{PROGRAM.growingOn}</span>
        </p>
        <TaskBar task={PROGRAM.task} done={levels / (growing.levels + 1)} />
        <button
          type="button"
          class="button"
          data-testid="stop-growing"
          onClick={() => room.cancel()}
        >
          {PROGRAM.stop}
        </button>
      </div>
      <div class="program-scroll">
        <ProgramGraph room={room} view={view} program={growing} growing />
      </div>
    </div>
  );
}

function NoProgram({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const title =
    view.catalog.find(({ name }) => name === room.choice.value?.model)?.title ?? PROGRAM.thisModel;
  return (
    <div class="room-empty">
      <h2>{PROGRAM.noSteps(title)}</h2>
      <p class="quiet">{PROGRAM.about}</p>
      <button
        type="button"
        class="button button-main"
        data-testid="grow"
        onClick={() => room.chooseModel("martingale")}
      >
        {PROGRAM.grow}
      </button>
    </div>
  );
}
