import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { ClassQuestion } from "../../ui/class-question";
import { count } from "../../ui/format";
import { Menu } from "../../ui/menu";
import { PageSwitch } from "../../ui/tabs";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import { Answer } from "./answer";
import { MatrixGrid } from "./grid";
import { PinForm } from "./models";
import { ProgramPage } from "./program";
import { ErrorScatter, ScatterLines } from "./scatter";
import type { MatrixStore, Page } from "./store";
import { TrajectoryPage } from "./trajectory";
import { WantBar } from "./want-bar";

const PAGES: { name: Page; title: string }[] = [
  { name: "matrix", title: "Matrix" },
  { name: "program", title: "Program" },
  { name: "trajectory", title: "Models" },
];

/** The confusion matrix that can be edited, the program behind it, the models on the way. */
export function MatrixRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.matrix;
  const view = room.view.value;
  useEffect(() => {
    if (!room.view.peek()) room.open();
  }, [room, view === null]);
  if (!view) return <Unopened room={room} busy={workbench.store.progress.value !== null} />;
  return (
    <div class="matrix-room pane" data-testid="matrix-room">
      <RoomHead workbench={workbench} view={view} />
      {room.page.value === "matrix" && <MatrixPage room={room} view={view} />}
      {room.page.value === "program" && <ProgramPage room={room} view={view} />}
      {room.page.value === "trajectory" && <TrajectoryPage workbench={workbench} view={view} />}
    </div>
  );
}

function Unopened({ room, busy }: { room: MatrixStore; busy: boolean }) {
  return (
    <div class="room-empty">
      <h2>{busy ? "Fitting the first model" : "No model yet"}</h2>
      <p class="quiet">
        Two thirds of the rows teach a model, a third is held out to count its errors, and some are
        sealed for the end.
      </p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          data-testid="open-matrix"
          onClick={() => room.open(false)}
        >
          Fit a model and count its errors
        </button>
      )}
    </div>
  );
}

function RoomHead({ workbench, view }: { workbench: Workbench; view: MatrixView }) {
  const room = workbench.rooms.matrix;
  const categories = workbench.store.view.value?.categories.length ?? 0;
  return (
    <header class="room-top row">
      <Menu
        name="model"
        title="Model"
        chosen={room.choice.value!.model}
        items={view.catalog.map(({ name, title, summary }) => ({
          value: name,
          label: title,
          note: summary,
        }))}
        onChoose={(model) => room.chooseModel(model)}
      />
      {categories > 2 && (
        <ClassQuestion
          all={view.all_classes}
          why={view.why_one_at_a_time}
          onChoose={(all) => room.open(all)}
        />
      )}
      <p class="room-facts note clip">
        learned {count(view.rows.training)}
        <span class="dot">·</span>
        <Term name="heldOut">held out</Term> {count(view.rows.holdout)}
        <span class="dot">·</span>
        <Term name="sealed">sealed</Term> {count(view.rows.test)}
      </p>
      <PageSwitch pages={PAGES} open={room.page} label="Pages of the matrix room" testid="page" />
    </header>
  );
}

function MatrixPage({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const beside = view.positive !== null && view.shown.fp !== null;
  return (
    <div class={`matrix-page pane ${beside ? "" : "matrix-page-wide"}`}>
      <div class="matrix-main pane">
        <div class="matrix-scroll">
          <MatrixGrid room={room} view={view} />
        </div>
        <WantBar room={room} view={view} />
        <Answer room={room} view={view} />
      </div>
      {beside && (
        <section class="matrix-beside" aria-label="Models visited">
          <h3>
            {view.trajectory.length === 1
              ? "One model so far"
              : `${count(view.trajectory.length)} models`}
            <span class="quiet">
              {room.steering.value
                ? ` · ${count(room.steering.value.models.length)} more on the way`
                : view.trajectory.length > 1 && " · click one to go back to it"}
            </span>
          </h3>
          <ErrorScatter room={room} view={view} />
          <ScatterLines view={view} />
          <PinForm room={room} view={view} />
        </section>
      )}
    </div>
  );
}
