import { useSignal } from "@preact/signals";
import { sentence } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { rangeWords } from "../../ui/number-range";
import { sayAt, tipHandlers } from "../../ui/term";
import type { ComparedModel, CompareView } from "../../wire/compare";
import { fittedModels } from "./figures";
import { Mark } from "./marks";
import type { CompareStore } from "./store";

/** The models, the folds, the report. */
export function ModelsPanel({ room, view }: { room: CompareStore; view: CompareView }) {
  return (
    <>
      <section class="group" aria-label="Models compared">
        <h3>Models</h3>
        <ul class="compare-list" data-testid="compare-list">
          {room.models.value.map((model, place) => (
            <ModelItem key={model.name} room={room} view={view} model={model} place={place} />
          ))}
        </ul>
        {room.models.value.length === 0 && <p class="quiet">None yet.</p>}
        <AddForm room={room} view={view} />
      </section>
      <Folds room={room} />
      <Report room={room} />
      <section class="group">
        <h3>Why these figures are honest</h3>
        <p class="compare-honesty note" data-testid="honesty">
          {view.honesty} Sealed rows take no part.
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
        {!model.standing && <p class="quiet">{`${done} of ${model.of} folds fitted`}</p>}
      </div>
      <IconButton
        icon="close"
        label={`Leave ${model.name} out`}
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
    <p class={fails ? "want-fails" : "want-holds"} data-testid="want-fate" {...tipHandlers(FATE)}>
      {fails && <Icon name="warn" size={12} />}
      reached in {yes(met)} of {met.length} folds, held on new rows in {yes(held)};{" "}
      {fails ? sentence(broken.join(", ")) : "holds on all new rows together"}
    </p>
  );
}

const FATE =
  "The want is steered to on rows held out inside each fold's training rows; then it is looked at on the fold's own rows, which took no part. A want on the edge holds there about half of the time.";

function AddForm({ room, view }: { room: CompareStore; view: CompareView }) {
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
        title="Model to add"
        chosen={model.value}
        items={view.catalog.map(({ name, title, summary }) => ({
          value: name,
          label: title,
          note: summary,
        }))}
        onChoose={(chosen) => {
          model.value = chosen;
        }}
      />
      <button type="submit" class="button" data-testid="add-model">
        Add
      </button>
      <input
        class="field want-field"
        placeholder="steered to, e.g. fpr <= 2%"
        aria-label="What the model is steered to; leave it empty for the model as it is fitted"
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
        <p class="add-fault" role="alert">
          {sentence(fault.what)} {sentence(fault.todo)}
        </p>
      )}
    </form>
  );
}

function Folds({ room }: { room: CompareStore }) {
  const choice = room.choice.value!;
  const field = (name: "folds" | "repeats" | "seed", low: number, high: number, hint: string) => (
    <label {...tipHandlers(hint)}>
      <span>{name}</span>
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
            sayAt(event.currentTarget, `${sentence(`${name}: ${words}`)} It stays as it was.`);
          }
        }}
      />
    </label>
  );
  return (
    <section class="group" aria-label="Folds">
      <h3>Folds</h3>
      <div class="cuts">
        {field(
          "folds",
          2,
          20,
          "Each fold in turn is judged by models that learned from the others.",
        )}
        {field(
          "repeats",
          1,
          20,
          "How often the rows are cut anew. More cuts steady the figures over folds; rows are counted in the first.",
        )}
        {field("seed", 0, 2147483647, "The same seed gives the same folds.")}
        <IconButton
          icon="resample"
          label="Cut the rows in another way"
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
    <section class="group" aria-label="Report">
      <h3>Report</h3>
      <div class="buttons compare-report">
        {button("html", "One HTML page")}
        {button("markdown", "Markdown, zip")}
      </div>
    </section>
  );
}
