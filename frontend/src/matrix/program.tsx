import { plural } from "../ui/format";
import { TaskBar } from "../ui/task-bar";
import { Answer } from "./answer";
import type { MatrixDesk } from "./desk";
import { ProgramControls } from "./program-controls";
import { ProgramGraph } from "./program-graph";
import { deepestLevel } from "./program-layout";
import { ProgramLegend } from "./program-legend";
import type { GrowthNews, MatrixView } from "./wire";

/** The program behind the matrix: who votes, who goes where, who is weak. */
export function ProgramPage({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const program = view.program;
  const growing = desk.growing.value;
  if (growing) return <GrowingProgram desk={desk} view={view} growing={growing} />;
  if (!program) return <NoProgram desk={desk} view={view} />;
  return (
    <div class="program-page" data-testid="program">
      <ProgramControls desk={desk} view={view} program={program} />
      <div class="program-scroll">
        <ProgramGraph desk={desk} view={view} program={program} />
      </div>
      {view.outcome && view.outcome.node !== null && <Answer desk={desk} view={view} />}
      <ProgramLegend desk={desk} view={view} program={program} />
    </div>
  );
}

/** The levels of a program as they come; nothing can be turned yet. */
function GrowingProgram(props: { desk: MatrixDesk; view: MatrixView; growing: GrowthNews }) {
  const { desk, view, growing } = props;
  const levels = deepestLevel(growing) + 1;
  return (
    <div class="program-page program-growing" data-testid="growing" data-levels={levels}>
      <div class="program-controls">
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
          onClick={() => desk.cancel()}
        >
          Stop
        </button>
      </div>
      <div class="program-scroll">
        <ProgramGraph desk={desk} view={view} program={growing} growing />
      </div>
    </div>
  );
}

function NoProgram({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const title =
    view.catalog.find(({ name }) => name === desk.choice.value?.model)?.title ?? "This model";
  return (
    <div class="matrix-unopened">
      <h2>{title} decides in one step</h2>
      <p class="quiet">
        A martingale program is a graph of small classifiers that vote: each row walks from node to
        node, and where it ends is its label. You can see every node and turn it.
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="grow"
        onClick={() => desk.chooseModel("martingale")}
      >
        Grow a martingale program
      </button>
    </div>
  );
}
