import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { tipHandlers } from "../../ui/term";
import type { LabModel, LabView } from "../../wire/lab";
import { saveModelPicture } from "./export";
import { Figures } from "./figures";
import { Picture } from "./picture";
import { BRUSHES, ROOM } from "./words";

/** Points in the plane and one model fitted to them, or two side by side. */
export function PlanePage({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.lab;
  const view = room.view.value;
  if (!view) return <Unopened />;
  const brief = view.models.every(isBrief);
  return (
    <section class="lab-bench pane" aria-label={ROOM.bench}>
      <BenchHead workbench={workbench} view={view} />
      <div
        class={`lab-panes pane lab-panes-${view.models.length} ${brief ? "lab-panes-brief" : ""}`}
      >
        {view.models.map((model, place) => (
          <article
            key={place}
            class="lab-pane pane"
            aria-label={ROOM.pane(model.title)}
            data-testid={`pane-${place}`}
          >
            <PaneHead workbench={workbench} view={view} place={place} />
            <Picture workbench={workbench} view={view} place={place} />
            <Figures workbench={workbench} view={view} place={place} />
          </article>
        ))}
      </div>
    </section>
  );
}

/** Whether all there is to say of a model fits on a few lines, which leaves more for the picture. */
function isBrief({ training_way, support, family, proof }: LabModel): boolean {
  return !training_way && !support && !proof && family !== "neighbors";
}

/** The first points are on their way. */
function Unopened() {
  return (
    <div class="room-empty">
      <h2>{ROOM.opening}</h2>
      <p class="quiet">{ROOM.openingHint}</p>
    </div>
  );
}

function BenchHead({ workbench, view }: { workbench: Workbench; view: LabView }) {
  const room = workbench.rooms.lab;
  const { points } = view;
  const has = workbench.store.hasData.value;
  const sources = view.sources.filter(({ name }) => has || name !== "table");
  return (
    <header class="lab-top row">
      <Menu
        name="lab-source"
        title={ROOM.points}
        chosen={view.source.name}
        items={sources.map(({ name, title, summary }) => ({
          value: name,
          label: title,
          note: summary,
        }))}
        onChoose={(source) => {
          room.brush.value = source === "painted" ? "positive" : null;
          room.send({ action: "choose-lab-source", source });
        }}
      />
      <IconButton
        icon="resample"
        label={ROOM.draw}
        testid="lab-draw"
        disabled={view.source.name === "painted"}
        onClick={() => room.send({ action: "draw-lab" })}
      />
      <p class="lab-facts">
        {ROOM.count(points.count)}
        <span class="dot">·</span>
        {count(points.positives)} {points.classes[1]}
        {points.bayes_error !== null && (
          <>
            <span class="dot">·</span>
            <span class="term" data-testid="bayes-error" {...tipHandlers(ROOM.bayesHint)}>
              <span class="lab-truth-key" aria-hidden="true" /> {ROOM.bayesError}{" "}
              {rate(points.bayes_error)}
            </span>
          </>
        )}
      </p>
      <span class="spring" />
      <fieldset class="segments">
        <legend class="unseen">{ROOM.brush}</legend>
        {BRUSHES.map(({ name, title, hint }) => (
          <button
            key={title}
            type="button"
            aria-pressed={room.brush.value === name}
            data-testid={`brush-${name ?? "look"}`}
            title={hint}
            onClick={() => {
              room.brush.value = name;
            }}
          >
            {title}
          </button>
        ))}
      </fieldset>
    </header>
  );
}

function PaneHead({
  workbench,
  view,
  place,
}: {
  workbench: Workbench;
  view: LabView;
  place: number;
}) {
  const room = workbench.rooms.lab;
  const model = view.models[place]!;
  const two = view.models.length === 2;
  return (
    <header class="lab-pane-head row">
      <Menu
        name={`lab-model-${place}`}
        title={ROOM.model(two ? place : null)}
        chosen={model.model}
        items={view.catalog.map(({ name, title, summary }) => ({
          value: name,
          label: title,
          note: summary,
        }))}
        onChoose={(name) => {
          room.pause();
          room.tab.value = place === 0 ? "model-0" : "model-1";
          room.send({ action: "choose-lab-model", place, model: name });
        }}
      />
      <span class="spring" />
      <button
        type="button"
        class="text-button"
        data-testid={`lab-png-${place}`}
        title={ROOM.png}
        onClick={() =>
          void saveModelPicture(workbench, place).then((name) => workbench.say(ROOM.saved(name)))
        }
      >
        PNG
      </button>
      <button
        type="button"
        class="text-button"
        data-testid={`lab-python-${place}`}
        title={ROOM.python}
        onClick={() => room.askPython(place)}
      >
        Python
      </button>
      {two ? (
        <IconButton
          icon="close"
          label={ROOM.remove(model.title)}
          testid={`lab-remove-${place}`}
          onClick={() => room.send({ action: "remove-lab-model", place })}
        />
      ) : (
        <button
          type="button"
          class="button"
          data-testid="lab-add"
          title={ROOM.compareHint}
          onClick={() => {
            const other = model.model === "neighbors" ? "svm" : "neighbors";
            room.tab.value = "model-1";
            room.send({ action: "add-lab-model", model: other });
          }}
        >
          <Icon name="right" size={12} /> {ROOM.compare}
        </button>
      )}
    </header>
  );
}
