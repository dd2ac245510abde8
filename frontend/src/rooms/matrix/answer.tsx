import { count, plural, sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { shownValue } from "../../ui/scale";
import { TaskBar } from "../../ui/task-bar";
import type { MatrixView, Outcome } from "../../wire/matrix";
import { Change } from "./cell";
import { costOf } from "./cost-matrix";
import { SaveModel } from "./exports";
import { MATRIX_ICON } from "./icon";
import type { MatrixStore } from "./store";
import { Helps, SeenBefore, Unlocks } from "./suggestions";
import {
  accuracyOf,
  accuracyText,
  askedBounds,
  askedCells,
  boundText,
  changes,
  keepsLocks,
  promiseText,
  shortageText,
  signedCount,
  violationText,
  wantText,
} from "./words";

const SHOWN_CHANGES = 4;

/** What steering came to: met, or how close, what is in the way and what would help. */
export function Answer({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const outcome = view.outcome;
  if (room.steering.value) return <UnderWay room={room} />;
  if (!outcome) return <FirstWords view={view} />;
  const done = outcome.met || outcome.lowest_cost !== null;
  if (outcome.clash.length > 0) return <Clash room={room} outcome={outcome} />;
  const moved = changes(view);
  return (
    <section
      class={`answer ${done ? "answer-met" : "answer-short"}`}
      aria-live="polite"
      data-testid="answer"
      data-met={done}
    >
      <Icon name={done ? "check" : "path"} size={20} />
      <div class="answer-body">
        <h2>{headline(outcome)}</h2>
        {!done && <p class="answer-why">{why(outcome)}</p>}
        {outcome.promises.map((promise) => (
          <p key={boundText(promise.bound)} class="answer-promise" data-testid="promise">
            Promised: {promiseText(promise)}.
          </p>
        ))}
        {outcome.afresh && (
          <p class="answer-promise" data-testid="afresh">
            Begun again from the model as fitted: what was tuned on these rows cannot be promised of
            others.
          </p>
        )}
        {outcome.counted.length > 0 && outcome.lowest_cost === null && (
          <OnlyCounted room={room} outcome={outcome} />
        )}
        <p class="answer-paid row" data-testid="paid">
          <Accuracy outcome={outcome} />
          <Cost outcome={outcome} costs={room.choice.value!.costs} />
          {moved.length > SHOWN_CHANGES && (
            <span title={moved.map(({ name, by }) => `${name} ${signedCount(by)}`).join("\n")}>
              {count(moved.length)} cells changed
            </span>
          )}
          {moved.slice(0, SHOWN_CHANGES).map((change, place) => (
            <span key={change.name} class="answer-change">
              {place === 0 && moved.length > SHOWN_CHANGES && "most of all "}
              {change.name} <Change by={change.by} right={false} />
            </span>
          ))}
        </p>
        <SeenBefore room={room} view={view} outcome={outcome} />
        {!done && <Helps room={room} view={view} outcome={outcome} />}
      </div>
      {done && <SaveModel room={room} number={view.shown.number} testid="answer-save" />}
    </section>
  );
}

/** Counts hold on these rows and nothing is promised of others; a rate can be asked for instead. */
function OnlyCounted({ room, outcome }: { room: MatrixStore; outcome: Outcome }) {
  const { instead } = outcome;
  const bounds = outcome.counted.map(boundText).join("; ");
  return (
    <p class="answer-promise" data-testid="only-counted">
      On these rows only: {bounds}. A count cannot be promised of new rows
      {instead ? ", a rate can: " : "; ask for a rate such as fpr or recall."}
      {instead && (
        <button
          type="button"
          class="chip"
          data-testid="rate-instead"
          onClick={() => room.want(instead.text)}
        >
          {wantText(instead.bounds)}
        </button>
      )}
    </p>
  );
}

/** How far the steering that goes on has come, with a way to stop it. */
function UnderWay({ room }: { room: MatrixStore }) {
  const { bounds, models } = room.steering.value!;
  const closest = Math.min(...models.map(({ gap }) => gap));
  const meeting = models.filter(({ gap }) => gap === 0);
  const fewest = Math.min(...meeting.map(({ errors }) => errors));
  const so =
    meeting.length > 0
      ? `${count(meeting.length)} meet it, with ${plural(fewest, "error", "errors")} at the fewest`
      : `the closest is ${shortBy(closest)}`;
  const done = room.progress.value?.done ?? null;
  return (
    <section class="answer answer-under-way" data-testid="under-way">
      <span class="spinner" aria-hidden="true" />
      <div class="answer-body">
        <h2>Steering: {wantText(bounds)}</h2>
        <p class="quiet">
          {plural(models.length, "model", "models")} so far; {so}. Nothing changes until it is done.
        </p>
        <TaskBar task={room.progress.value?.task ?? "steering"} done={done} />
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="take-best"
          title="Search no further: the best model found so far is taken"
          onClick={() => room.enough()}
        >
          Take the best
        </button>
        <button
          type="button"
          class="button"
          data-testid="stop-steering"
          title="Leave everything as it was"
          onClick={() => room.cancel()}
        >
          Stop
        </button>
      </div>
    </section>
  );
}

function shortBy(gap: number): string {
  return `${plural(Math.ceil(gap - 1e-9), "row", "rows")} short`;
}

/** Bounds that no model at all can meet, and the want without each of them. */
function Clash({ room, outcome }: { room: MatrixStore; outcome: Outcome }) {
  const named = outcome.clash.map(boundText);
  const locked = room.choice.value!.locked;
  return (
    <section class="answer answer-short" aria-live="polite" data-testid="answer" data-met="false">
      <Icon name="path" size={20} />
      <div class="answer-body">
        <h2>Cannot be met by any model: {named.join(" and ")}</h2>
        <p class="answer-why">
          {named.length > 1 ? "These bounds exclude each other. " : `${sentence(outcome.reason)} `}
          The model is as it was.
        </p>
        <p class="answer-helps row">
          <span class="quiet">What would help:</span>
          {outcome.without.map((rest, place) =>
            rest ? (
              <button
                key={rest.text}
                type="button"
                class="chip"
                data-testid={`leave-out-${place}`}
                onClick={() => room.want(rest.text)}
              >
                leave out {named[place]}
              </button>
            ) : (
              named.length === 1 && <span key="looser">a looser bound</span>
            ),
          )}
          <Unlocks room={room} locked={locked} />
        </p>
      </div>
    </section>
  );
}

function FirstWords({ view }: { view: MatrixView }) {
  return (
    <section class="answer answer-first" data-testid="answer">
      <Icon path={MATRIX_ICON} size={20} />
      <div class="answer-body">
        <h2>
          {accuracyText(view.shown.accuracy)} of {count(view.rows.holdout)} held out rows are right
        </h2>
        <p class="quiet">
          Say which errors you can live with: drag a bar, type into a cell (Enter), or write what
          you want. The model is retuned until it does that, with the least damage elsewhere.
        </p>
      </div>
    </section>
  );
}

function headline(outcome: Outcome): string {
  const words = wantText(askedBounds(outcome), outcome.node);
  const asked = `${words}${keepsLocks(outcome) ? ", the locked cells kept" : ""}`;
  if (outcome.lowest_cost !== null) return lowestCost(outcome, outcome.lowest_cost);
  if (!outcome.met)
    return `${outcome.exact ? "Not with this model" : "Not found in time"}: ${asked}`;
  const already = outcome.visited.length === 1 ? "Already true" : "Met";
  const sure = outcome.promises.length > 0 && outcome.counted.length === 0;
  const promised = sure ? ", and promised for new data" : "";
  return `${already}${promised}: ${asked}`;
}

function lowestCost(outcome: Outcome, cost: number): string {
  const locks = keepsLocks(outcome) ? " with the locked cells kept" : "";
  const already = outcome.visited.length === 1 ? ": the model has it already" : "";
  return `Lowest cost found${locks}: ${shownValue(cost)}${already}`;
}

/** How close it came and what is in the way, in plain sentences. */
function why(outcome: Outcome): string {
  const rows = Math.ceil(outcome.gap - 1e-9);
  const short = shortBy(outcome.gap);
  const { in_the_way: missed, too_few_rows: few } = outcome;
  if (few.length > 0) return `In the way: ${few.map(shortageText).join("; ")}.`;
  if (outcome.node !== null || missed.length === 0) return `In the way: ${outcome.reason}.`;
  const cells = askedCells(outcome);
  if (cells?.length !== 1 || rows === 0) {
    const near = rows > 0 && missed.every((each) => each.rows) ? `The closest is ${short}. ` : "";
    return `${near}In the way: ${missed.map(violationText).join("; ")}.`;
  }
  const { relation, reached } = cells[0]!;
  const limit = relation === "<=" || relation === "<" ? "below" : "above";
  const setting = keepsLocks(outcome) ? "while the locked cells hold, no setting" : "no setting";
  const tried = outcome.exact ? "of this model" : "that there was time to try";
  return `The closest is ${reached}, ${short}: ${setting} ${tried} brings it ${limit} that.`;
}

function Accuracy({ outcome }: { outcome: Outcome }) {
  const [before, after] = [accuracyOf(outcome.before), accuracyOf(outcome.after)];
  if (JSON.stringify(outcome.before) === JSON.stringify(outcome.after)) {
    return (
      <span>
        {outcome.node !== null && outcome.visited.length > 1
          ? "The node was turned; the matrix of the whole program is as it was."
          : "Nothing was changed: the model is as it was."}
      </span>
    );
  }
  return (
    <span class="answer-accuracy">
      accuracy {accuracyText(before)} → <b>{accuracyText(after)}</b>
    </span>
  );
}

/** With costs, the damage that steering keeps small is theirs. */
function Cost({ outcome, costs }: { outcome: Outcome; costs: number[][] }) {
  if (costs.length !== outcome.after.length) return null;
  const [before, after] = [outcome.before, outcome.after].map((matrix) => costOf(matrix, costs));
  return (
    <span data-testid="cost-paid" title="Costs are set: of all models that meet it, the cheapest">
      cost {shownValue(before!)} → <b>{shownValue(after!)}</b>
    </span>
  );
}
