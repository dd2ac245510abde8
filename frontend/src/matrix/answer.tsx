import { count } from "../ui/format";
import { Icon } from "../ui/icons";
import { Change } from "./cell";
import type { MatrixDesk } from "./desk";
import type { MatrixView, Outcome } from "./wire";
import { accuracyOf, accuracyText, boundText, cellBounds, changes, wantText } from "./words";

const SHOWN_CHANGES = 4;

/** What steering came to: met, or how close, what is in the way and what would help. */
export function Answer({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const outcome = view.outcome;
  if (!outcome) return <FirstWords view={view} />;
  const moved = changes(view);
  return (
    <section
      class={`answer ${outcome.met ? "answer-met" : "answer-short"}`}
      aria-live="polite"
      data-testid="answer"
      data-met={outcome.met}
    >
      <Icon name={outcome.met ? "check" : "path"} size={20} />
      <div class="answer-body">
        <h2>{headline(outcome)}</h2>
        {!outcome.met && <p class="answer-why">{why(outcome, view)}</p>}
        <p class="answer-paid" data-testid="paid">
          <Accuracy outcome={outcome} />
          {moved.slice(0, SHOWN_CHANGES).map((change) => (
            <span key={change.name} class="answer-change">
              {change.name} <Change by={change.by} right={false} />
            </span>
          ))}
          {moved.length > SHOWN_CHANGES && (
            <span class="quiet">and {moved.length - SHOWN_CHANGES} more cells</span>
          )}
        </p>
        {!outcome.met && <Helps desk={desk} view={view} outcome={outcome} />}
      </div>
    </section>
  );
}

function FirstWords({ view }: { view: MatrixView }) {
  return (
    <section class="answer answer-first" data-testid="answer">
      <Icon name="matrix" size={20} />
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
  const asked = wantText(outcome.want);
  if (!outcome.met) return `Not with this model: ${asked}`;
  const already = outcome.reason.endsWith("already") ? "It is so already" : "Met";
  const promised = outcome.reason.includes("promised") ? ", and promised for new data" : "";
  return `${already}${promised}: ${asked}`;
}

/** How close it came and what is in the way, in plain sentences. */
function why(outcome: Outcome, view: MatrixView): string {
  const rows = Math.ceil(outcome.gap - 1e-9);
  const short = `${count(rows)} ${rows === 1 ? "row" : "rows"} short`;
  const bounds = outcome.node === null ? cellBounds(outcome.want) : null;
  if (!bounds || bounds.length === 0 || rows === 0) {
    const reasons = outcome.in_the_way.length > 0 ? outcome.in_the_way : [outcome.reason];
    const near = rows > 0 ? `The closest is ${short}. ` : "";
    return `${near}In the way: ${reasons.join("; ").replaceAll("<=", "≤").replaceAll(">=", "≥")}.`;
  }
  const bound = bounds[0]!;
  const row = view.classes.indexOf(bound.truth);
  const reached = outcome.after[row]?.[view.classes.indexOf(bound.said)];
  const limit = bound.atMost ? "below" : "above";
  const setting = bounds.length > 1 ? "while the locked cells hold, no setting" : "no setting";
  return `The closest is ${reached}, ${short}: ${setting} of this model brings it ${limit} that.`;
}

function Accuracy({ outcome }: { outcome: Outcome }) {
  const [before, after] = [accuracyOf(outcome.before), accuracyOf(outcome.after)];
  if (JSON.stringify(outcome.before) === JSON.stringify(outcome.after)) {
    return <span>Nothing was changed: the model is as it was.</span>;
  }
  return (
    <span class="answer-accuracy">
      accuracy {accuracyText(before)} → <b>{accuracyText(after)}</b>
    </span>
  );
}

/** What could be done about it, each one press away. */
function Helps({ desk, view, outcome }: { desk: MatrixDesk; view: MatrixView; outcome: Outcome }) {
  const choice = desk.choice.value!;
  const bound = cellBounds(outcome.want)?.[0];
  const place = bound && {
    row: view.classes.indexOf(bound.truth),
    column: view.classes.indexOf(bound.said),
  };
  const reached = place ? outcome.after[place.row]?.[place.column] : undefined;
  const others = view.catalogue.filter(({ name }) => name !== choice.model);
  const next = others.find(({ name }) => name === "martingale") ?? others[0];
  return (
    <p class="answer-helps">
      <span class="quiet">What would help:</span>
      {bound && place && reached !== undefined && outcome.node === null && (
        <button type="button" class="chip" onClick={() => desk.edit(place, reached)}>
          {boundText({ ...bound, count: reached })}
        </button>
      )}
      {choice.locked.map(([truth, said]) => (
        <button
          key={`${truth} ${said}`}
          type="button"
          class="chip"
          onClick={() =>
            desk.send({ action: "lock-cell", true: truth, predicted: said, locked: false })
          }
        >
          unlock {truth} called {said}
        </button>
      ))}
      {choice.confidence !== null && (
        <button
          type="button"
          class="chip"
          onClick={() => desk.send({ action: "set-confidence", confidence: null })}
        >
          ask it of these rows only, or hold out more
        </button>
      )}
      {desk.best.value ? (
        next && (
          <button
            type="button"
            class="chip"
            data-testid="other-model"
            onClick={() => desk.chooseModel(betterModel(desk, view, place) ?? next.name)}
          >
            another model: {titleOf(view, betterModel(desk, view, place) ?? next.name)}
          </button>
        )
      ) : (
        <button
          type="button"
          class="chip"
          data-testid="ask-ranges"
          onClick={() => desk.send({ action: "ask-ranges" })}
        >
          see what all models can do
        </button>
      )}
    </p>
  );
}

function titleOf(view: MatrixView, name: string): string {
  return view.catalogue.find((entry) => entry.name === name)?.title.toLowerCase() ?? name;
}

/** The model that can take the cell furthest, when that is not the one on show. */
function betterModel(
  desk: MatrixDesk,
  view: MatrixView,
  place: { row: number; column: number } | undefined,
): string | null {
  const best = desk.best.value;
  if (!best || !place || !view.classes[place.row] || !view.classes[place.column]) return null;
  const by = place.row === place.column ? best.highest_by : best.lowest_by;
  const name = by[place.row]?.[place.column] ?? null;
  return name === desk.choice.value?.model ? null : name;
}
