import { plural } from "../../ui/format";
import { TaskBar } from "../../ui/task-bar";
import type { GrowthNews, MatrixView } from "../../wire/matrix";
import { Answer } from "./answer";
import { ProgramControls } from "./program-controls";
import { ProgramGraph } from "./program-graph";
import { deepestLevel } from "./program-layout";
import { ProgramLegend } from "./program-legend";
import type { MatrixStore } from "./store";

/** The program behind the matrix: who votes, who goes where, who is weak. */
export function ProgramPage({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const program = view.program;
  const growing = room.growing.value;
  if (growing) return <GrowingProgram room={room} view={view} growing={growing} />;
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

/** The levels of a program as they come; nothing can be turned yet. */
function GrowingProgram(props: { room: MatrixStore; view: MatrixView; growing: GrowthNews }) {
  const { room, view, growing } = props;
  const levels = deepestLevel(growing) + 1;
  return (
    <div class="program-page pane program-growing" data-testid="growing" data-levels={levels}>
      <div class="program-controls row">
        <p>
          <b>{plural(levels, "level", "levels")}</b> of {growing.levels} so far,{" "}
          {plural(growing.nodes.length, "node", "nodes")}.{" "}
          <span class="quiet">Drawn with the rows it learns from.</span>
        </p>
        <TaskBar task="growing" done={levels / (growing.levels + 1)} />
        <button
          type="button"
          class="button"
          data-testid="stop-growing"
          onClick={() => room.cancel()}
        >
          Stop
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
    view.catalog.find(({ name }) => name === room.choice.value?.model)?.title ?? "This model";
  return (
    <div class="room-empty">
      <h2>{title} decides in one step</h2>
      <p class="quiet">
        A martingale program is a graph of small classifiers that vote: each row walks from node to
        node, and where it ends is its label. You can see every node and turn it.
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="grow"
        onClick={() => room.chooseModel("martingale")}
      >
        Grow a martingale program
      </button>
    </div>
  );
}
