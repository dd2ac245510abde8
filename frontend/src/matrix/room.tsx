import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { ClassQuestion } from "../ui/class-question";
import { count } from "../ui/format";
import { Menu } from "../ui/menu";
import { PageSwitch } from "../ui/tabs";
import { Term } from "../ui/term";
import { Answer } from "./answer";
import type { MatrixDesk, Page } from "./desk";
import { MatrixGrid } from "./grid";
import { PinForm } from "./models";
import { ProgramPage } from "./program";
import { ErrorScatter, ScatterLines } from "./scatter";
import { TrajectoryPage } from "./trajectory";
import { WantBar } from "./want-bar";
import type { MatrixView } from "./wire";

const PAGES: { name: Page; title: string }[] = [
  { name: "matrix", title: "Matrix" },
  { name: "program", title: "Program" },
  { name: "trajectory", title: "Models" },
];

/** The confusion matrix that can be edited, the program behind it, the models on the way. */
export function MatrixRoom({ session }: { session: Session }) {
  const desk = session.matrix;
  const view = desk.view.value;
  useEffect(() => {
    if (!desk.view.peek()) desk.open();
  }, [desk, view === null]);
  if (!view) return <Unopened desk={desk} busy={session.store.progress.value !== null} />;
  return (
    <div class="matrix-room" data-testid="matrix-room">
      <RoomHead session={session} view={view} />
      {desk.page.value === "matrix" && <MatrixPage desk={desk} view={view} />}
      {desk.page.value === "program" && <ProgramPage desk={desk} view={view} />}
      {desk.page.value === "trajectory" && <TrajectoryPage session={session} view={view} />}
    </div>
  );
}

function Unopened({ desk, busy }: { desk: MatrixDesk; busy: boolean }) {
  return (
    <div class="matrix-unopened">
      <h2>{busy ? "Fitting the first model" : "No model is on show"}</h2>
      <p class="quiet">
        Two thirds of the rows teach a model, a third is held out to count its errors, and some are
        sealed for the end.
      </p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          data-testid="open-matrix"
          onClick={() => desk.open(false)}
        >
          Fit a model and count its errors
        </button>
      )}
    </div>
  );
}

function RoomHead({ session, view }: { session: Session; view: MatrixView }) {
  const desk = session.matrix;
  const categories = session.store.view.value?.categories.length ?? 0;
  return (
    <header class="matrix-top">
      <Menu
        name="model"
        title="Model"
        chosen={desk.choice.value!.model}
        items={view.catalog.map(({ name, title, summary }) => ({
          value: name,
          label: title,
          note: summary,
        }))}
        onChoose={(model) => desk.chooseModel(model)}
      />
      {categories > 2 && (
        <ClassQuestion
          all={view.all_classes}
          why={view.why_one_at_a_time}
          onChoose={(all) => desk.open(all)}
        />
      )}
      <p class="matrix-facts">
        learned {count(view.rows.training)}
        <span class="dot">·</span>
        <Term name="heldOut">held out</Term> {count(view.rows.holdout)}
        <span class="dot">·</span>
        <Term name="sealed">sealed</Term> {count(view.rows.test)}
      </p>
      <PageSwitch pages={PAGES} open={desk.page} label="Pages of the matrix room" testid="page" />
    </header>
  );
}

function MatrixPage({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const beside = view.positive !== null && view.shown.fp !== null;
  return (
    <div class={`matrix-page ${beside ? "" : "matrix-page-wide"}`}>
      <div class="matrix-main">
        <div class="matrix-scroll">
          <MatrixGrid desk={desk} view={view} />
        </div>
        <WantBar desk={desk} view={view} />
        <Answer desk={desk} view={view} />
      </div>
      {beside && (
        <section class="matrix-beside" aria-label="Models visited">
          <h3>
            {view.trajectory.length === 1
              ? "One model so far"
              : `${count(view.trajectory.length)} models`}
            <span class="quiet">
              {desk.steering.value
                ? ` · ${count(desk.steering.value.models.length)} more on the way`
                : view.trajectory.length > 1 && " · click one to go back to it"}
            </span>
          </h3>
          <ErrorScatter desk={desk} view={view} />
          <ScatterLines view={view} />
          <PinForm desk={desk} view={view} />
        </section>
      )}
    </div>
  );
}
