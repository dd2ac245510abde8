import { count, plural, sentence } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { shownValue } from "../../ui/scale";
import { TaskBar } from "../../ui/task-bar";
import type { MatrixView, Outcome } from "../../wire/matrix";
import { Change } from "./cell";
import { costOf } from "./cost-matrix";
import { NextSteps } from "./exports";
import { FinalTestResult } from "./final-test";
import { CutoffOffer, CutoffTable } from "./group-cutoffs";
import { MATRIX_ICON } from "./icon";
import { accuracyOf, changedErrors } from "./matrix-figures";
import type { MatrixStore } from "./store";
import { Helps, SeenBefore, Unlocks } from "./suggestions";
import {
  ANSWER,
  accuracyText,
  bestOfText,
  boundText,
  cellName,
  clashText,
  closestText,
  countedText,
  groupTitle,
  guaranteeText,
  headline,
  inUseNote,
  isGuaranteed,
  keepsLocks,
  lowestCostText,
  moreGroups,
  neverText,
  unguaranteedText,
  wantText,
} from "./words";

const SHOWN_CHANGES = 4;

/** The answer to a want: reached or how close, its price, the guarantee, what would help or next. */
export function Answer({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const outcome = view.outcome;
  if (room.steering.value) return <UnderWay room={room} view={view} />;
  if (room.wantFault.value) return <Refused />;
  if (!outcome) return <FirstWords room={room} view={view} />;
  if (outcome.clash.length > 0) return <Clash room={room} view={view} outcome={outcome} />;
  const done = outcome.met || outcome.lowest_cost !== null;
  return (
    <section
      class={`answer ${answerClass(view, outcome, done)}`}
      aria-live="polite"
      data-testid="answer"
      data-met={done}
      data-guaranteed={isGuaranteed(outcome)}
    >
      <Icon name={done ? "check" : "path"} size={20} />
      <div class="answer-body">
        <h2>{title(room, view, outcome)}</h2>
        {!done && <p class="answer-why">{closestText(outcome, view)}</p>}
        <Price room={room} view={view} outcome={outcome} />
        <GroupRates room={room} view={view} outcome={outcome} />
        {outcome.prior !== null && view.positive !== null && (
          <p class="answer-promise" data-testid="in-use">
            {inUseNote(outcome.prior, view.positive)}
          </p>
        )}
        {done && <Guarantee room={room} view={view} outcome={outcome} />}
        <SeenBefore room={room} view={view} outcome={outcome} />
        {!done && <Helps room={room} view={view} outcome={outcome} />}
        {done && <NextSteps room={room} view={view} />}
      </div>
      <Beside view={view} />
    </section>
  );
}

/** The cut-off of each group and the final test, where there are any. */
function Beside({ view }: { view: MatrixView }) {
  const cutoffs = view.shown.group_cutoffs;
  if (!cutoffs && !view.test.matrix) return null;
  return (
    <div class="answer-beside">
      {cutoffs && <CutoffTable cutoffs={cutoffs} view={view} />}
      {view.test.matrix && <FinalTestResult view={view} />}
    </div>
  );
}

/** Green only for what is guaranteed or passed the final test. */
function answerClass(view: MatrixView, outcome: Outcome, done: boolean): string {
  if (!done) return "answer-short";
  const { matrix, bounds } = view.test;
  const passed = matrix !== null && bounds.length > 0 && bounds.every(({ holds }) => holds);
  const broken = matrix !== null && bounds.some(({ holds }) => !holds);
  return (isGuaranteed(outcome) && !broken) || passed ? "answer-met" : "answer-held";
}

function title(room: MatrixStore, view: MatrixView, outcome: Outcome): string {
  if (outcome.lowest_cost === null) return headline(outcome, view);
  return lowestCostText(
    costOf(outcome.before, room.choice.value!.costs),
    outcome.lowest_cost,
    outcome,
  );
}

/** What the answer cost elsewhere. */
function Price(props: { room: MatrixStore; view: MatrixView; outcome: Outcome }) {
  const { room, view, outcome } = props;
  const moved = changedErrors(view).filter(({ before, after }) => after > before);
  const name = (row: number, column: number) =>
    cellName(view.classes[row]!, view.classes[column]!, view.positive);
  return (
    <p class="answer-paid row" data-testid="paid">
      <Accuracy outcome={outcome} worse={moved.length > 0} />
      <Cost outcome={outcome} costs={room.choice.value!.costs} />
      {moved.slice(0, SHOWN_CHANGES).map(({ row, column, before, after }) => (
        <span key={`${row} ${column}`} class="answer-change">
          {name(row, column)} {count(before)} → <b>{count(after)}</b>{" "}
          <Change by={after - before} right={false} />
        </span>
      ))}
      {moved.length > SHOWN_CHANGES && (
        <span
          title={moved
            .map(({ row, column, before, after }) => `${name(row, column)} ${before} → ${after}`)
            .join("\n")}
        >
          and {count(moved.length - SHOWN_CHANGES)} more cells
        </span>
      )}
      {outcome.met && keepsLocks(outcome) && <span>{ANSWER.locked}</span>}
      {outcome.referred.length > 0 && <span class="quiet">{ANSWER.decided}</span>}
    </p>
  );
}

const SHOWN_GROUPS = 6;

/** The rate of each group that a limit is about, the worst first. */
function GroupRates(props: { room: MatrixStore; view: MatrixView; outcome: Outcome }) {
  const { room, view, outcome } = props;
  const { groups } = outcome;
  // The table of cut-offs has these rates too.
  if (groups.length === 0 || view.shown.group_cutoffs) return null;
  return (
    <p class="answer-groups row" data-testid="group-rates">
      {groups.slice(0, SHOWN_GROUPS).map((each) => (
        <span
          key={`${each.limit} ${each.group}`}
          class={`answer-group ${each.met ? "" : "answer-group-missed"}`}
          title={groupTitle(each)}
          data-testid="group-rate"
        >
          {each.column} {each.group} <b>{each.value === null ? "–" : accuracyText(each.value)}</b>
        </span>
      ))}
      {groups.length > SHOWN_GROUPS && (
        <span class="quiet">{moreGroups(groups.length - SHOWN_GROUPS)}</span>
      )}
      <CutoffOffer room={room} view={view} outcome={outcome} />
    </p>
  );
}

/** What is guaranteed of new data, or that nothing is. */
function Guarantee(props: { room: MatrixStore; view: MatrixView; outcome: Outcome }) {
  const { room, view, outcome } = props;
  const rates = outcome.bounds.filter(({ share, locked }) => share && !locked);
  const { instead } = outcome;
  return (
    <>
      {outcome.promises.length > 0 && (
        <p class="answer-promise" data-testid="promise">
          {guaranteeText(outcome, view)}
        </p>
      )}
      {outcome.row_guarantees.map((sentence) => (
        <p key={sentence} class="answer-promise" data-testid="row-guarantee">
          {sentence}
        </p>
      ))}
      {outcome.never.length > 0 && (
        <p class="answer-promise" data-testid="never-predicted">
          {neverText(outcome, view)}
        </p>
      )}
      {outcome.promises.length > 0 && outcome.guaranteed_models > outcome.among && (
        <p class="answer-promise" data-testid="best-of">
          {bestOfText(outcome)}{" "}
          {outcome.asked && (
            <button
              type="button"
              class="chip"
              data-testid="share-risk"
              title={ANSWER.guaranteeChoiceHint}
              onClick={() => room.send({ action: "share-risk" })}
            >
              {ANSWER.guaranteeChoice}
            </button>
          )}
        </p>
      )}
      {outcome.afresh && (
        <p class="answer-promise" data-testid="afresh">
          {ANSWER.afresh}
        </p>
      )}
      {outcome.counted.length > 0 && outcome.lowest_cost === null && (
        <p class="answer-promise" data-testid="only-counted">
          {countedText(outcome, view)}
          {instead ? ": " : "."}
          {instead && (
            <button
              type="button"
              class="chip"
              data-testid="rate-instead"
              onClick={() => room.want(instead.text)}
            >
              {wantText(instead.bounds, view)}
            </button>
          )}
        </p>
      )}
      {outcome.confidence === null && rates.length > 0 && (
        <p class="answer-promise" data-testid="unguaranteed">
          {unguaranteedText(rates, view)}
        </p>
      )}
    </>
  );
}

/** How far the steering under way has come, with a way to stop it. */
function UnderWay({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const { bounds, models } = room.steering.value!;
  const closest = Math.min(...models.map(({ gap }) => gap));
  const meeting = models.filter(({ gap }) => gap === 0);
  const fewest = Math.min(...meeting.map(({ errors }) => errors));
  const so =
    meeting.length > 0
      ? `${count(meeting.length)} reach it, with ${plural(fewest, "error")} at best`
      : `the closest is ${plural(Math.ceil(closest - 1e-9), "row")} short`;
  const done = room.progress.value?.done ?? null;
  return (
    <section class="answer answer-under-way" data-testid="under-way">
      <span class="spinner" aria-hidden="true" />
      <div class="answer-body">
        <h2>
          {ANSWER.steering}: {wantText(bounds, view)}
        </h2>
        <p class="quiet">
          {plural(models.length, "setting")} tried; {so}.
        </p>
        <TaskBar task={room.progress.value?.task ?? "steering"} done={done} />
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="take-best"
          title={ANSWER.takeBestHint}
          onClick={() => room.enough()}
        >
          {ANSWER.takeBest}
        </button>
        <button
          type="button"
          class="button"
          data-testid="stop-steering"
          title={ANSWER.stopHint}
          onClick={() => room.cancel()}
        >
          {ANSWER.stop}
        </button>
      </div>
    </section>
  );
}

/** Bounds that no model at all can meet, and the want without each of them. */
function Clash(props: { room: MatrixStore; view: MatrixView; outcome: Outcome }) {
  const { room, view, outcome } = props;
  const named = outcome.clash.map((bound) => boundText(bound, view));
  return (
    <section class="answer answer-short" aria-live="polite" data-testid="answer" data-met="false">
      <Icon name="path" size={20} />
      <div class="answer-body">
        <h2>{clashText(named)}</h2>
        <p class="answer-why">
          {named.length > 1 ? ANSWER.exclude : sentence(outcome.reason)} {ANSWER.unchanged}
        </p>
        <p class="answer-helps row">
          <span class="quiet">{ANSWER.helps}</span>
          {outcome.without.map((rest, place) =>
            rest ? (
              <button
                key={rest.text}
                type="button"
                class="chip"
                data-testid={`leave-out-${place}`}
                onClick={() => room.want(rest.text)}
              >
                {ANSWER.drop} {named[place]}
              </button>
            ) : (
              named.length === 1 && <span key="looser">{ANSWER.looser}</span>
            ),
          )}
          <Unlocks room={room} view={view} locked={room.choice.value!.locked} />
        </p>
      </div>
    </section>
  );
}

/** Under a want that was not understood no older result stays. */
function Refused() {
  return (
    <section class="answer answer-first" data-testid="answer">
      <Icon name="info" size={20} />
      <div class="answer-body">
        <p class="quiet">{ANSWER.refused}</p>
      </div>
    </section>
  );
}

function FirstWords({ room, view }: { room: MatrixStore; view: MatrixView }) {
  return (
    <section class="answer answer-first" data-testid="answer">
      <Icon path={MATRIX_ICON} size={20} />
      <div class="answer-body">
        <h2 data-testid="first-words">
          {accuracyText(view.shown.accuracy)} of {count(view.rows.holdout)} tuning rows are correct
        </h2>
        <p class="quiet">{ANSWER.first}</p>
        <NextSteps room={room} view={view} />
      </div>
      <Beside view={view} />
    </section>
  );
}

function Accuracy({ outcome, worse }: { outcome: Outcome; worse: boolean }) {
  const [before, after] = [accuracyOf(outcome.before), accuracyOf(outcome.after)];
  if (JSON.stringify(outcome.before) === JSON.stringify(outcome.after)) {
    const turned = outcome.node !== null && outcome.visited.length > 1;
    return <span>{turned ? ANSWER.nodeOnly : ANSWER.unchanged}</span>;
  }
  return (
    <span class="answer-accuracy">
      {worse || after < before ? ANSWER.price : ANSWER.noPrice} accuracy {accuracyText(before)} →{" "}
      <b>{accuracyText(after)}</b>
    </span>
  );
}

/** With costs, the damage that steering keeps small is theirs. */
function Cost({ outcome, costs }: { outcome: Outcome; costs: number[][] }) {
  if (costs.length !== outcome.after.length || outcome.lowest_cost !== null) return null;
  const [before, after] = [outcome.before, outcome.after].map((matrix) => costOf(matrix, costs));
  return (
    <span data-testid="cost-paid">
      cost {shownValue(before!)} → <b>{shownValue(after!)}</b>
    </span>
  );
}
