import { plural } from "../ui/format";
import { shownValue } from "../ui/scale";
import type { MatrixDesk } from "./desk";
import type { MatrixView, Outcome } from "./wire";
import { askedCells, boundText, cellName, wantText } from "./words";

/** A model visited before that does it with less damage: steering went on from the one on show. */
export function SeenBefore({
  desk,
  view,
  outcome,
}: {
  desk: MatrixDesk;
  view: MatrixView;
  outcome: Outcome;
}) {
  const model = outcome.seen === null ? undefined : view.trajectory[outcome.seen];
  if (!model) return null;
  const priced = desk.choice.value!.costs.length > 0;
  const less = priced
    ? `at a cost lower by ${shownValue(outcome.saved)}`
    : `with ${plural(outcome.saved, "error", "errors")} fewer elsewhere`;
  return (
    <p class="answer-promise" data-testid="seen-before">
      Seen before: model {model.number} ({model.family}) meets it{outcome.saved > 0 && ` ${less}`}.{" "}
      <button
        type="button"
        class="chip"
        data-testid="take-seen"
        onClick={() => desk.send({ action: "show-model", number: model.number })}
      >
        take model {model.number}
      </button>
    </p>
  );
}

/** What could be done about it, each one press away. */
export function Helps({
  desk,
  view,
  outcome,
}: {
  desk: MatrixDesk;
  view: MatrixView;
  outcome: Outcome;
}) {
  const choice = desk.choice.value!;
  const cells = askedCells(outcome);
  const bound = cells?.length === 1 ? cells[0] : undefined;
  const place = bound && {
    row: view.classes.indexOf(bound.classes[0]!),
    column: view.classes.indexOf(bound.classes[1]!),
  };
  const looser = outcome.looser;
  const changed = JSON.stringify(outcome.before) !== JSON.stringify(outcome.after);
  const others = view.catalog.filter(({ name }) => name !== choice.model);
  const next = others.find(({ name }) => name === "martingale") ?? others[0];
  return (
    <p class="answer-helps">
      <span class="quiet">What would help:</span>
      {bound && place && changed && outcome.node === null && (
        <button type="button" class="chip" onClick={() => desk.edit(place, bound.reached)}>
          {boundText({ ...bound, value: bound.reached })}
        </button>
      )}
      {!bound && looser && (
        <button
          type="button"
          class="chip"
          data-testid="looser"
          onClick={() => desk.want(looser.text)}
        >
          {wantText(looser.bounds)}
        </button>
      )}
      <Unlocks desk={desk} locked={choice.locked} />
      {choice.confidence !== null && (
        <button
          type="button"
          class="chip"
          data-testid="these-rows-only"
          onClick={() => desk.send({ action: "set-confidence", confidence: null })}
        >
          ask it of these rows only
        </button>
      )}
      {outcome.too_few_rows.length > 0 && <span>more held out rows</span>}
      {changed && (
        <button
          type="button"
          class="chip"
          data-testid="as-it-was"
          onClick={() => desk.send({ action: "show-model", number: outcome.visited[0]! })}
        >
          back to the model as it was
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
  return view.catalog.find((entry) => entry.name === name)?.title.toLowerCase() ?? name;
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

/** A chip for each locked cell that takes its lock away. */
export function Unlocks({ desk, locked }: { desk: MatrixDesk; locked: [string, string][] }) {
  return (
    <>
      {locked.map(([truth, said]) => (
        <button
          key={`${truth} ${said}`}
          type="button"
          class="chip"
          onClick={() =>
            desk.send({ action: "lock-cell", true: truth, predicted: said, locked: false })
          }
        >
          unlock {cellName(truth, said)}
        </button>
      ))}
    </>
  );
}
