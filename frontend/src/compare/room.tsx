import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { ClassQuestion } from "../ui/class-question";
import { count, plural } from "../ui/format";
import { Icon } from "../ui/icons";
import { PageSwitch } from "../ui/tabs";
import { tipHandlers } from "../ui/term";
import { CurvesPage } from "./curves";
import type { CompareDesk, Page } from "./desk";
import { FiguresPage, fittedModels } from "./figures";
import { Mark, modelColor } from "./marks";
import { MatricesPage } from "./matrices";
import { PairsPage } from "./pairs";
import type { CompareView } from "./wire";

const PAGES: { name: Page; title: string }[] = [
  { name: "figures", title: "Figures" },
  { name: "matrices", title: "Matrices" },
  { name: "pairs", title: "Pairs" },
  { name: "curves", title: "Curves" },
];

/** All pinned models on the same folds: figures, matrices, pairs, learning curves, a report. */
export function CompareRoom({ session }: { session: Session }) {
  const desk = session.compare;
  const view = desk.view.value;
  useEffect(() => {
    if (!desk.view.peek()) desk.send({ action: "open-compare" });
  }, [desk, view === null]);
  if (!view) return <Closed desk={desk} />;
  const chosen = desk.choice.value!.models.length;
  const fitted = fittedModels(desk.models.value).length;
  return (
    <div class="compare-room" data-testid="compare-room" data-fitted={fitted}>
      <RoomHead session={session} view={view} />
      <div class="compare-body">
        {chosen === 0 && <Empty session={session} />}
        {chosen > 0 && <Unfitted desk={desk} view={view} fitted={fitted} />}
        {fitted > 0 && <OpenPage desk={desk} view={view} />}
      </div>
    </div>
  );
}

function OpenPage({ desk, view }: { desk: CompareDesk; view: CompareView }) {
  switch (desk.page.value) {
    case "figures":
      return <FiguresPage desk={desk} view={view} />;
    case "matrices":
      return <MatricesPage desk={desk} view={view} />;
    case "pairs":
      return <PairsPage desk={desk} view={view} />;
    case "curves":
      return <CurvesPage desk={desk} />;
  }
}

function Closed({ desk }: { desk: CompareDesk }) {
  return (
    <div class="matrix-unopened">
      <h2>{desk.busy.value ? "Opening" : "Nothing can be compared here"}</h2>
      <p class="quiet">
        Comparing needs enough rows of every class. Ask about a larger category, then open the room.
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="open-compare"
        onClick={() => desk.send({ action: "open-compare" })}
      >
        Open the comparison
      </button>
    </div>
  );
}

function RoomHead({ session, view }: { session: Session; view: CompareView }) {
  const desk = session.compare;
  const choice = desk.choice.value!;
  const categories = session.store.view.value?.categories.length ?? 0;
  const again = choice.repeats > 1 ? ` × ${choice.repeats}` : "";
  return (
    <header class="matrix-top compare-top">
      {categories > 2 && (
        <ClassQuestion
          all={choice.all_classes}
          why={view.why_one_at_a_time}
          onChoose={(all) => desk.send({ action: "set-compared-question", all_classes: all })}
        />
      )}
      <p class="matrix-facts" data-testid="compare-facts" {...tipHandlers(view.honesty)}>
        {count(view.rows)} rows in {choice.folds} folds{again}
        <span class="dot">·</span>seed {choice.seed}
        <span class="dot">·</span>
        {count(view.sealed)} sealed rows untouched
      </p>
      <PageSwitch pages={PAGES} open={desk.page} label="Pages of the comparison" testid="compare" />
    </header>
  );
}

function Empty({ session }: { session: Session }) {
  return (
    <div class="matrix-unopened" data-testid="compare-empty">
      <h2>Which models shall be compared?</h2>
      <p class="quiet">
        Pin models in the Matrix room and they are here, or add some on the right. Each is made
        again on the same folds, so that the figures speak about new rows.
      </p>
      <div class="compare-start">
        <button
          type="button"
          class="button button-main"
          data-testid="suggest"
          onClick={() => session.compare.send({ action: "suggest-models" })}
        >
          Start with two models
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            session.room.value = "matrix";
          }}
        >
          <Icon name="pin" size={14} /> Pin models in the Matrix room
        </button>
      </div>
    </div>
  );
}

/** What has not been fitted yet, with a way to do it; folds appear as they come in. */
function Unfitted(props: { desk: CompareDesk; view: CompareView; fitted: number }) {
  const { desk, view, fitted } = props;
  const waiting = desk.models.value
    .map((model, place) => ({ ...model, place }))
    .filter(({ standing }) => !standing);
  if (waiting.length === 0 || desk.comparison.value === null) return null;
  const missing = desk.missing.value;
  return (
    <section class={`unfitted ${fitted ? "unfitted-few" : ""}`} aria-label="Models to be fitted">
      <div class="unfitted-head">
        <h2>
          {plural(waiting.length, "model", "models")} to fit
          <span class="quiet"> · {plural(missing, "fit", "fits")}</span>
        </h2>
        {!desk.busy.value && (
          <button
            type="button"
            class="button button-main"
            data-testid="run"
            onClick={() => desk.run()}
          >
            {waiting.some(({ done }) => done > 0) ? "Go on" : "Fit and compare"}
          </button>
        )}
      </div>
      <ul class="fold-lines">
        {waiting.map(({ name, place, done, of }) => {
          const heard = desk.partial.value[name];
          const accuracies = heard?.accuracies ?? [];
          const mean = accuracies.reduce((sum, each) => sum + each, 0) / (accuracies.length || 1);
          return (
            <li key={name} data-testid="fold-line">
              <Mark place={place} />
              <span class="fold-name" title={view.told[name]}>
                {name}
              </span>
              <span class="fold-boxes" aria-hidden="true">
                {Array.from({ length: of }, (_, fold) => (
                  <i
                    key={fold}
                    class={fold < (heard?.done ?? done) ? "fold-done" : ""}
                    style={{ background: fold < (heard?.done ?? done) ? modelColor(place) : "" }}
                  />
                ))}
              </span>
              <span class="quiet">
                {heard?.done ?? done} of {of}
                {accuracies.length > 0 && ` · accuracy so far ${(mean * 100).toFixed(1)} %`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
