import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { ClassQuestion } from "../../ui/class-question";
import { Icon } from "../../ui/icons";
import { PageSwitch } from "../../ui/tabs";
import { tipHandlers } from "../../ui/term";
import type { CompareView } from "../../wire/compare";
import { CurvesPage } from "./curves";
import { FiguresPage, fittedModels } from "./figures";
import { Mark, modelColor } from "./marks";
import { MatricesPage } from "./matrices";
import { PairsPage } from "./pairs";
import { ScoreCurvesPage } from "./score-curves";
import type { CompareStore, Page } from "./store";
import { EMPTY, ROOM, UNFITTED } from "./words";

const PAGES = Object.entries(ROOM.pages).map(([name, title]) => ({ name: name as Page, title }));

/** All pinned models on the same folds: figures, matrices, pairs, learning curves, a report. */
export function CompareRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.compare;
  const view = room.view.value;
  useEffect(() => {
    if (!room.view.peek()) room.send({ action: "open-compare" });
  }, [room, view === null]);
  if (!view) return <Closed room={room} />;
  const chosen = room.choice.value!.models.length;
  const fitted = fittedModels(room.models.value).length;
  return (
    <div class="compare-room pane" data-testid="compare-room" data-fitted={fitted}>
      <RoomHead workbench={workbench} view={view} />
      <div class="compare-body">
        {chosen === 0 && <Empty workbench={workbench} />}
        {chosen > 0 && <Unfitted room={room} view={view} fitted={fitted} />}
        {fitted > 0 && <OpenPage room={room} view={view} />}
      </div>
    </div>
  );
}

function OpenPage({ room, view }: { room: CompareStore; view: CompareView }) {
  switch (room.page.value) {
    case "figures":
      return <FiguresPage room={room} view={view} />;
    case "matrices":
      return <MatricesPage room={room} view={view} />;
    case "pairs":
      return <PairsPage room={room} view={view} />;
    case "scores":
      return <ScoreCurvesPage room={room} view={view} />;
    case "curves":
      return <CurvesPage room={room} />;
  }
}

function Closed({ room }: { room: CompareStore }) {
  return (
    <div class="room-empty">
      <h2>{room.busy.value ? ROOM.opening : ROOM.closed}</h2>
      <p class="quiet">{ROOM.closedHint}</p>
      <button
        type="button"
        class="button button-main"
        data-testid="open-compare"
        onClick={() => room.send({ action: "open-compare" })}
      >
        {ROOM.open}
      </button>
    </div>
  );
}

function RoomHead({ workbench, view }: { workbench: Workbench; view: CompareView }) {
  const room = workbench.rooms.compare;
  const choice = room.choice.value!;
  const categories = workbench.store.view.value?.categories.length ?? 0;
  return (
    <header class="room-top row compare-top">
      {categories > 2 && (
        <ClassQuestion
          all={choice.all_classes}
          why={view.why_one_at_a_time}
          onChoose={(all) => room.send({ action: "set-compared-question", all_classes: all })}
        />
      )}
      <p class="room-facts note clip" data-testid="compare-facts" {...tipHandlers(view.procedure)}>
        {ROOM.rows(view.rows, choice.folds, choice.repeats)}
        <span class="dot">·</span>
        {ROOM.seed(choice.seed)}
        <span class="dot">·</span>
        {ROOM.unused(view.sealed)}
      </p>
      <PageSwitch pages={PAGES} open={room.page} label={ROOM.pagesLabel} testid="compare" />
    </header>
  );
}

function Empty({ workbench }: { workbench: Workbench }) {
  return (
    <div class="room-empty" data-testid="compare-empty">
      <h2>{EMPTY.title}</h2>
      <p class="quiet">{EMPTY.hint}</p>
      <div class="compare-start">
        <button
          type="button"
          class="button button-main"
          data-testid="suggest"
          onClick={() => workbench.rooms.compare.send({ action: "suggest-models" })}
        >
          {EMPTY.start}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            workbench.room.value = "matrix";
          }}
        >
          <Icon name="pin" size={14} /> {EMPTY.pin}
        </button>
      </div>
    </div>
  );
}

/** What has not been fitted yet, with a way to do it; folds appear as they come in. */
function Unfitted(props: { room: CompareStore; view: CompareView; fitted: number }) {
  const { room, view, fitted } = props;
  const waiting = room.models.value
    .map((model, place) => ({ ...model, place }))
    .filter(({ standing }) => !standing);
  if (waiting.length === 0 || room.comparison.value === null) return null;
  const missing = room.missing.value;
  return (
    <section class={`unfitted ${fitted ? "unfitted-few" : ""}`} aria-label={UNFITTED.label}>
      <div class="unfitted-head row">
        <h2>
          {UNFITTED.title(waiting.length)}
          <span class="quiet"> · {UNFITTED.fits(missing)}</span>
        </h2>
        {!room.busy.value && (
          <button
            type="button"
            class="button button-main"
            data-testid="run"
            onClick={() => room.run()}
          >
            {waiting.some(({ done }) => done > 0) ? UNFITTED.resume : UNFITTED.run}
          </button>
        )}
      </div>
      <ul class="fold-lines">
        {waiting.map(({ name, place, done, of }) => {
          const heard = room.partial.value[name];
          const accuracies = heard?.accuracies ?? [];
          const mean = accuracies.reduce((sum, each) => sum + each, 0) / (accuracies.length || 1);
          return (
            <li key={name} data-testid="fold-line">
              <Mark place={place} />
              <span class="fold-name clip" title={view.summaries[name]}>
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
                {UNFITTED.done(heard?.done ?? done, of, accuracies.length > 0 ? mean : null)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
