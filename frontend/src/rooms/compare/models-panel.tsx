import { useSignal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { sentence } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { rangeWords } from "../../ui/number-range";
import { sayAt, tipHandlers } from "../../ui/term";
import type { ComparedModel, CompareView } from "../../wire/compare";
import { fittedModels } from "./figures";
import { Mark } from "./marks";
import type { CompareStore } from "./store";
import { MODELS } from "./words";

/** The models, the folds, the report. */
export function ModelsPanel({ workbench, view }: { workbench: Workbench; view: CompareView }) {
  const room = workbench.rooms.compare;
  return (
    <>
      <section class="group" aria-label={MODELS.label}>
        <h3>{MODELS.title}</h3>
        <ul class="compare-list" data-testid="compare-list">
          {room.models.value.map((model, place) => (
            <ModelItem key={model.name} room={room} view={view} model={model} place={place} />
          ))}
        </ul>
        {room.models.value.length === 0 && <p class="quiet">{MODELS.none}</p>}
        <AddForm workbench={workbench} view={view} />
      </section>
      <Folds room={room} />
      <Report room={room} />
      <section class="group">
        <h3>{MODELS.how}</h3>
        <p class="compare-procedure note" data-testid="honesty">
          {view.procedure} {MODELS.unused}
        </p>
      </section>
    </>
  );
}

function ModelItem(props: {
  room: CompareStore;
  view: CompareView;
  model: ComparedModel;
  place: number;
}) {
  const { room, view, model, place } = props;
  const recipe = room.choice.value!.models[place]!;
  const summary = view.summaries[model.name] ?? "";
  const done = room.partial.value[model.name]?.done ?? model.done;
  return (
    <li data-testid="compared-model">
      <Mark place={place} />
      <div>
        <b>{model.name}</b>
        {summary !== model.name && <p class="quiet">{summary}</p>}
        {recipe.lost && <p class="quiet">{sentence(recipe.lost)}</p>}
        {recipe.want && model.standing && <WantFate model={model} />}
        {!model.standing && <p class="quiet">{MODELS.fitted(done, model.of)}</p>}
      </div>
      <IconButton
        icon="close"
        label={MODELS.remove(model.name)}
        testid="leave-out"
        onClick={() => room.send({ action: "leave-model-out", name: model.name })}
      />
    </li>
  );
}

/** Whether the want was reached where the model was steered, and whether it held on new rows. */
function WantFate({ model }: { model: ComparedModel }) {
  const { met, held, broken } = model.standing!;
  const yes = (list: boolean[]) => list.filter(Boolean).length;
  const fails = broken.length > 0;
  return (
    <p
      class={fails ? "want-fails" : "want-holds"}
      data-testid="want-fate"
      {...tipHandlers(MODELS.fate)}
    >
      {fails && <Icon name="warn" size={12} />}
      {MODELS.held(yes(held), held.length)}, {MODELS.reached(yes(met))}.{" "}
      {sentence(fails ? broken.join(", ") : MODELS.holds)}
    </p>
  );
}

function AddForm({ workbench, view }: { workbench: Workbench; view: CompareView }) {
  const room = workbench.rooms.compare;
  const model = useSignal("logistic");
  const want = useSignal("");
  const fault = room.wantFault.value;
  return (
    <form
      class="add-model"
      onSubmit={(event) => {
        event.preventDefault();
        room.add(model.value, want.value.trim());
      }}
    >
      <Menu
        name="add-which"
        title={MODELS.which}
        chosen={model.value}
        items={view.catalog.map(({ name, title, summary, why_not }) => ({
          value: name,
          label: title,
          note: why_not || summary,
          why: why_not,
        }))}
        onChoose={(chosen) => {
          model.value = chosen;
        }}
      />
      <button type="submit" class="button" data-testid="add-model">
        {MODELS.add}
      </button>
      <input
        class="field want-field"
        placeholder={MODELS.want}
        aria-label={MODELS.wantLabel}
        data-testid="add-want"
        autocomplete="off"
        spellcheck={false}
        value={want.value}
        onInput={(event) => {
          want.value = event.currentTarget.value;
          room.wantFault.value = null;
        }}
      />
      {fault && (
        <p class="add-fault" role="alert" data-code={fault.code}>
          {fault.code === "costs-missing" ? (
            <>
              {MODELS.costs}{" "}
              <button
                type="button"
                class="text-button"
                data-testid="go-to-costs"
                onClick={() => {
                  workbench.room.value = "matrix";
                }}
              >
                {MODELS.goToCosts}
              </button>
            </>
          ) : (
            `${sentence(fault.what)} ${sentence(fault.todo)}`
          )}
        </p>
      )}
    </form>
  );
}

function Folds({ room }: { room: CompareStore }) {
  const choice = room.choice.value!;
  const field = (name: "folds" | "repeats" | "seed", low: number, high: number) => (
    <label {...tipHandlers(MODELS.fields[name].hint)}>
      <span>{MODELS.fields[name].label}</span>
      <input
        class="field"
        type="number"
        min={low}
        max={high}
        step={1}
        data-testid={`cut-${name}`}
        value={choice[name]}
        onChange={(event) => {
          const value = Number(event.currentTarget.value);
          if (Number.isInteger(value) && value >= low && value <= high) room.cut({ [name]: value });
          else {
            event.currentTarget.value = String(choice[name]);
            const words = rangeWords({ low, high, whole: true });
            sayAt(event.currentTarget, `${sentence(`${name}: ${words}`)} ${MODELS.unchanged}`);
          }
        }}
      />
    </label>
  );
  return (
    <section class="group" aria-label={MODELS.folds}>
      <h3>{MODELS.folds}</h3>
      <div class="cuts">
        {field("folds", 2, 20)}
        {field("repeats", 1, 20)}
        {field("seed", 0, 2147483647)}
        <IconButton
          icon="resample"
          label={MODELS.recut}
          testid="recut"
          onClick={() => room.cut({ seed: choice.seed + 1 })}
        />
      </div>
    </section>
  );
}

function Report({ room }: { room: CompareStore }) {
  const none = fittedModels(room.models.value).length === 0;
  const button = (kind: "html" | "markdown", title: string) => (
    <button
      type="button"
      class="button"
      disabled={none}
      data-testid={`report-${kind}`}
      onClick={() => room.send({ action: "export-comparison", kind })}
    >
      <Icon name="save" size={14} /> {title}
    </button>
  );
  return (
    <section class="group" aria-label={MODELS.report}>
      <h3>{MODELS.report}</h3>
      <div class="buttons compare-report">
        {button("html", MODELS.html)}
        {button("markdown", MODELS.markdown)}
      </div>
    </section>
  );
}
