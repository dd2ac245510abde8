import { useSignal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { csvText } from "../../ui/download";
import { count } from "../../ui/format";
import { tipHandlers } from "../../ui/term";
import type { MatrixView, ModelFigures, PassingModel } from "../../wire/matrix";
import { Leaving, ModelPython } from "./exports";
import { HeatMatrix, MiniMatrix } from "./mini-matrix";
import { PinForm } from "./models";
import { FocusedScatter } from "./scatter";
import { accuracyText, goalText, MODELS, triedText, wantText } from "./words";

type Order = "number" | "gap" | "fp" | "fn" | "errors" | "accuracy";

const SHOWN_AT_ONCE = 120;
const PASSING_SHOWN = 30;
const MOST_WRITTEN = 6;

/** Every model visited; click one to go back to it. */
export function TrajectoryPage({ workbench, view }: { workbench: Workbench; view: MatrixView }) {
  const room = workbench.rooms.matrix;
  const order = useSignal<Order>("number");
  const down = useSignal(true);
  const pins = room.choice.value?.pins ?? {};
  const models = sortModels(view.trajectory, order.value, down.value);
  const listed = models.filter(
    (model, place) =>
      place < SHOWN_AT_ONCE || model.number === view.shown.number || pins[model.number],
  );
  const use = (number: number) => {
    if (number !== view.shown.number) room.send({ action: "show-model", number });
  };
  const passing = room.steering.value?.models ?? [];
  const column = (name: Order, title: string, hint: string) => (
    <th
      scope="col"
      aria-sort={order.value === name ? (down.value ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        {...tipHandlers(hint, "steer-room.md#settings-tried")}
        onClick={() => {
          if (order.value === name) down.value = !down.value;
          else {
            order.value = name;
            down.value = name === "number" || name === "accuracy";
          }
        }}
      >
        {title}
        {order.value === name ? (down.value ? " ↓" : " ↑") : ""}
      </button>
    </th>
  );
  return (
    <div class="trajectory-page pane" data-testid="trajectory">
      <div class="trajectory-head row">
        <h2>
          {triedText(view.trajectory.length)}
          {passing.length > 0 && <span class="quiet"> and {count(passing.length)} on the way</span>}
        </h2>
        <PinForm room={room} view={view} />
        <Leaving room={room} view={view} csv={() => modelsCsv(view, room.training.value, pins)} />
      </div>
      <ModelPython workbench={workbench} />
      <Compared view={view} pins={pins} />
      <div class={view.positive ? "trajectory-body" : "trajectory-body with-scatter"}>
        <div class="trajectory-scroll">
          <table class="trajectory">
            <thead>
              <tr>
                {column("number", MODELS.number, MODELS.numberHint)}
                <th scope="col" class="trajectory-family">
                  {MODELS.family}
                </th>
                <th scope="col">{MODELS.goal}</th>
                {column("gap", MODELS.short, MODELS.shortHint)}
                {view.positive && column("fp", "FP", MODELS.fp)}
                {view.positive && column("fn", "FN", MODELS.fn)}
                {column("errors", MODELS.errors, MODELS.errorsHint)}
                {column("accuracy", MODELS.accuracy, MODELS.accuracyHint)}
                <th scope="col">{MODELS.training}</th>
              </tr>
            </thead>
            <tbody>
              {passing
                .map((model, place) => (
                  <tr key={`passing ${place}`} class="is-passing" data-testid="passing-row">
                    <td>…</td>
                    <td class="trajectory-family">{view.shown.family}</td>
                    <td class="trajectory-want">{wantText(room.steering.value!.bounds, view)}</td>
                    <Figures view={view} model={model} />
                    <td class="quiet">…</td>
                  </tr>
                ))
                .slice(-PASSING_SHOWN)
                .reverse()}
              {listed.map((model) => (
                <tr
                  key={model.number}
                  class={model.number === view.shown.number ? "is-shown" : ""}
                  data-testid="trajectory-row"
                  title={model.number === view.shown.number ? MODELS.shown : MODELS.use}
                  onClick={() => use(model.number)}
                >
                  <td>
                    <button
                      type="button"
                      class="text-button"
                      data-testid={`go-${model.number}`}
                      aria-current={model.number === view.shown.number}
                    >
                      {pins[model.number]
                        ? `${pins[model.number]} (${model.number})`
                        : model.number}
                    </button>
                  </td>
                  <td class="trajectory-family" title={model.family}>
                    {model.family}
                  </td>
                  <td class="trajectory-want" title={model.label}>
                    {goalText(model, view)}
                  </td>
                  <Figures view={view} model={model} />
                  <td class="quiet">
                    {room.training.value[model.number] === undefined
                      ? "…"
                      : accuracyText(room.training.value[model.number]!)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {listed.length < models.length && (
            <p class="quiet trajectory-rest">
              {count(models.length - listed.length)} more are in the CSV; sort to bring others up.
            </p>
          )}
        </div>
        {!view.positive && <FocusedScatter room={room} view={view} />}
      </div>
    </div>
  );
}

/** Rows short, errors and accuracy of one model, a field each. */
function Figures({ view, model }: { view: MatrixView; model: PassingModel }) {
  return (
    <>
      <td>{model.gap ? count(Math.ceil(model.gap)) : "0"}</td>
      {view.positive && <td>{model.fp}</td>}
      {view.positive && <td>{model.fn}</td>}
      <td>{count(model.errors)}</td>
      <td>{accuracyText(model.accuracy)}</td>
    </>
  );
}

function sortModels(models: ModelFigures[], by: Order, down: boolean): ModelFigures[] {
  const sign = down ? -1 : 1;
  return models.toSorted((a, b) => sign * ((a[by] ?? 0) - (b[by] ?? 0)) || b.number - a.number);
}

/** The pinned models and the current one side by side. */
function Compared({ view, pins }: { view: MatrixView; pins: Record<string, string> }) {
  const numbers = [...Object.keys(pins).map(Number), view.shown.number];
  const models = [...new Set(numbers)]
    .map((number) => view.trajectory[number])
    .filter((each) => each !== undefined);
  if (models.length < 2) return null;
  return (
    <div class="compared" data-testid="compared">
      {models.map((model) => (
        <figure key={model.number}>
          <figcaption>
            <b>{pins[model.number] ?? `model ${model.number}`}</b>{" "}
            <span class="quiet">
              {model.family} · {accuracyText(model.accuracy)}
            </span>
          </figcaption>
          {view.classes.length > MOST_WRITTEN ? (
            <HeatMatrix matrix={model.matrix} label={`Model ${model.number}`} />
          ) : (
            <MiniMatrix
              classes={view.classes}
              matrix={model.matrix}
              label={`Model ${model.number}`}
            />
          )}
        </figure>
      ))}
    </div>
  );
}

export function modelsCsv(
  view: MatrixView,
  training: number[],
  pins: Record<string, string>,
): string {
  const cells = view.classes.flatMap((truth) =>
    view.classes.map((said) => `${truth} called ${said}`),
  );
  const head = [
    "model",
    "name",
    "family",
    "want",
    "gap",
    "objective",
    "errors",
    "accuracy",
    "training accuracy",
    ...cells,
  ];
  const lines = view.trajectory.map((model) => [
    model.number,
    pins[model.number] ?? "",
    model.family,
    model.label,
    model.gap,
    model.objective,
    model.errors,
    model.accuracy,
    training[model.number] ?? "",
    ...model.matrix.flat(),
  ]);
  return csvText([head, ...lines]);
}
