import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { ClassQuestion } from "../../ui/class-question";
import { count, visible } from "../../ui/format";
import { Menu } from "../../ui/menu";
import { PageSwitch } from "../../ui/tabs";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import { Answer } from "./answer";
import { Builder } from "./builder";
import { ModelPython } from "./exports";
import { FinalTestDialog } from "./final-test";
import { MatrixGrid } from "./grid";
import { PinForm } from "./models";
import { PredictDialog } from "./predict";
import { ProgramPage } from "./program";
import { ErrorScatter, ScatterLines } from "./scatter";
import type { MatrixStore, Page } from "./store";
import { FigureStrip } from "./strip";
import { TrajectoryPage } from "./trajectory";
import { WantBar } from "./want-bar";
import { PAGES, ROOM, SCATTER, triedText } from "./words";

const PAGE_NAMES: Page[] = ["matrix", "program", "trajectory"];
const PAGE_LIST = PAGE_NAMES.map((name) => ({ name, title: PAGES[name] }));

/** The want, the confusion matrix and the answer; the program behind it; the settings tried. */
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
      {room.page.value === "matrix" && <MatrixPage workbench={workbench} view={view} />}
      {room.page.value === "program" && <ProgramPage room={room} view={view} />}
      {room.page.value === "trajectory" && <TrajectoryPage workbench={workbench} view={view} />}
      <FinalTestDialog room={room} view={view} />
      <PredictDialog room={room} />
    </div>
  );
}

function Unopened({ room, busy }: { room: MatrixStore; busy: boolean }) {
  return (
    <div class="room-empty">
      <h2>{busy ? ROOM.fitting : ROOM.unopened}</h2>
      <p class="quiet">{ROOM.parts}</p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          data-testid="open-matrix"
          onClick={() => room.open(false)}
        >
          {ROOM.fit}
        </button>
      )}
    </div>
  );
}

/** The model in the catalog, or the type of one that was fitted elsewhere. */
function chosenModel(name: string, { catalog, shown }: MatrixView): string {
  const title = catalog.find((entry) => entry.name === name)?.title ?? "";
  return shown.family.startsWith(title) ? name : shown.family;
}

function RoomHead({ workbench, view }: { workbench: Workbench; view: MatrixView }) {
  const room = workbench.rooms.matrix;
  const categories = workbench.store.viewParts.categories.value?.length ?? 0;
  return (
    <header class="room-top row">
      <Menu
        name="model"
        title={ROOM.model}
        chosen={chosenModel(room.choice.value!.model, view)}
        items={view.catalog.map(({ name, title, summary, why_not }) => ({
          value: name,
          label: title,
          note: why_not || summary,
          why: why_not,
        }))}
        onChoose={(model) => room.chooseModel(model)}
      />
      {view.positive && <Catching workbench={workbench} />}
      {categories > 2 && (
        <ClassQuestion
          all={view.all_classes}
          why={view.why_one_at_a_time}
          onChoose={(all) => room.open(all)}
        />
      )}
      <p class="room-facts note clip">
        {ROOM.train} {count(view.rows.training)}
        <span class="dot">·</span>
        <Term name="heldOut">{ROOM.tuning}</Term> {count(view.rows.holdout)}
        <span class="dot">·</span>
        <Term name="sealed">{ROOM.finalTest}</Term> {count(view.rows.test)}
      </p>
      <PageSwitch pages={PAGE_LIST} open={room.page} label={ROOM.pages} testid="page" />
    </header>
  );
}

/** The class to catch, here where false positives and false negatives are named after it. */
function Catching({ workbench: { store } }: { workbench: Workbench }) {
  const items = (store.viewParts.categories.value ?? []).map(({ name, documents }) => ({
    value: name,
    label: visible(name),
    note: count(documents),
  }));
  return (
    <div class="catching row" title={ROOM.catchingHint}>
      <span class="quiet">{ROOM.catching}:</span>
      <Menu
        name="category"
        title={ROOM.catching}
        chosen={store.stateParts.category.value ?? ""}
        items={items}
        onChoose={(category) => store.send({ action: "choose-category", category })}
      />
    </div>
  );
}

function MatrixPage({ workbench, view }: { workbench: Workbench; view: MatrixView }) {
  const room = workbench.rooms.matrix;
  const beside = view.positive !== null && view.shown.fp !== null;
  return (
    <div class={`matrix-page pane ${beside ? "" : "matrix-page-wide"}`}>
      <div class="matrix-wants">
        <Builder room={room} view={view} />
        <WantBar room={room} view={view} />
      </div>
      <div class="matrix-main pane">
        <FigureStrip room={room} view={view} />
        <div class="matrix-scroll">
          <MatrixGrid room={room} view={view} />
        </div>
      </div>
      {beside && <Tried room={room} view={view} />}
      <div class="matrix-answer">
        <Answer room={room} view={view} />
        <ModelPython workbench={workbench} />
      </div>
    </div>
  );
}

/** The settings tried, by their two kinds of error. */
function Tried({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const passing = room.steering.value?.models.length ?? 0;
  const several = view.trajectory.length > 1;
  return (
    <section class="matrix-beside" aria-label={ROOM.tried}>
      <h3>
        {triedText(view.trajectory.length)}
        <span class="quiet">
          {passing > 0 ? ` · ${SCATTER.more(passing)}` : several && ` · ${SCATTER.click}`}
        </span>
      </h3>
      <ErrorScatter room={room} view={view} />
      <ScatterLines view={view} />
      <PinForm room={room} view={view} />
    </section>
  );
}
