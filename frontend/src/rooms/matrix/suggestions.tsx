import type { MatrixView, Outcome } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { ANSWER, askedCells, boundText, cellName, seenText, wantText } from "./words";

/** A model visited before that does it with less damage: steering went on from the current one. */
export function SeenBefore({
  room,
  view,
  outcome,
}: {
  room: MatrixStore;
  view: MatrixView;
  outcome: Outcome;
}) {
  const model = outcome.seen === null ? undefined : view.trajectory[outcome.seen];
  if (!model) return null;
  const priced = room.choice.value!.costs.length > 0;
  return (
    <p class="answer-promise" data-testid="seen-before">
      {seenText(model, outcome.saved, priced)}{" "}
      <button
        type="button"
        class="chip"
        data-testid="take-seen"
        onClick={() => room.send({ action: "show-model", number: model.number })}
      >
        Use it
      </button>
    </p>
  );
}

/** What could be done about it, each one press away. */
export function Helps({
  room,
  view,
  outcome,
}: {
  room: MatrixStore;
  view: MatrixView;
  outcome: Outcome;
}) {
  const choice = room.choice.value!;
  const cells = askedCells(outcome);
  const bound = cells?.length === 1 ? cells[0] : undefined;
  const place = bound && {
    row: view.classes.indexOf(bound.classes[0]!),
    column: view.classes.indexOf(bound.classes[1]!),
  };
  const looser = outcome.looser;
  const changed = JSON.stringify(outcome.before) !== JSON.stringify(outcome.after);
  const others = view.catalog.filter(({ name, why_not }) => name !== choice.model && !why_not);
  const next = others.find(({ name }) => name === "martingale") ?? others[0];
  return (
    <p class="answer-helps row">
      <span class="quiet">{ANSWER.helps}</span>
      {bound && place && changed && outcome.node === null && (
        <button type="button" class="chip" onClick={() => room.edit(place, bound.reached)}>
          {boundText({ ...bound, value: bound.reached }, view)}
        </button>
      )}
      {!bound && looser && (
        <button
          type="button"
          class="chip"
          data-testid="looser"
          onClick={() => room.want(looser.text)}
        >
          {wantText(looser.bounds, view)}
        </button>
      )}
      <Unlocks room={room} view={view} locked={choice.locked} />
      {choice.confidence !== null && (
        <button
          type="button"
          class="chip"
          data-testid="these-rows-only"
          onClick={() => room.send({ action: "set-confidence", confidence: null })}
        >
          {ANSWER.dropGuarantee}
        </button>
      )}
      {outcome.too_few_rows.length > 0 && <span>{ANSWER.moreRows}</span>}
      {changed && (
        <button
          type="button"
          class="chip"
          data-testid="as-it-was"
          onClick={() => room.send({ action: "show-model", number: outcome.visited[0]! })}
        >
          {ANSWER.undo}
        </button>
      )}
      {room.best.value ? (
        next && (
          <button
            type="button"
            class="chip"
            data-testid="other-model"
            onClick={() => room.chooseModel(betterModel(room, view, place) ?? next.name)}
          >
            Try {titleOf(view, betterModel(room, view, place) ?? next.name)}
          </button>
        )
      ) : (
        <button
          type="button"
          class="chip"
          data-testid="ask-ranges"
          onClick={() => room.send({ action: "ask-ranges" })}
        >
          {ANSWER.otherModels}
        </button>
      )}
    </p>
  );
}

function titleOf(view: MatrixView, name: string): string {
  return view.catalog.find((entry) => entry.name === name)?.title.toLowerCase() ?? name;
}

/** The model that can take the cell furthest, when that is not the current one. */
function betterModel(
  room: MatrixStore,
  view: MatrixView,
  place: { row: number; column: number } | undefined,
): string | null {
  const best = room.best.value;
  if (!best || !place || !view.classes[place.row] || !view.classes[place.column]) return null;
  const by = place.row === place.column ? best.highest_by : best.lowest_by;
  const name = by[place.row]?.[place.column] ?? null;
  return name === room.choice.value?.model ? null : name;
}

/** A chip for each locked cell that takes its lock away. */
export function Unlocks(props: {
  room: MatrixStore;
  view: MatrixView;
  locked: [string, string][];
}) {
  const { room, view, locked } = props;
  return (
    <>
      {locked.map(([truth, said]) => (
        <button
          key={`${truth} ${said}`}
          type="button"
          class="chip"
          onClick={() =>
            room.send({ action: "lock-cell", true: truth, predicted: said, locked: false })
          }
        >
          Unlock {cellName(truth, said, view.positive)}
        </button>
      ))}
    </>
  );
}
