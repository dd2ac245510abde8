import { useSignal } from "@preact/signals";
import { sentence } from "../../ui/format";
import { NumberField } from "../../ui/number-field";
import { shownValue } from "../../ui/scale";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import { ClassTable } from "./class-table";
import {
  type Costs,
  copiedCosts,
  costOf,
  distanceCosts,
  evenCosts,
  heavierRow,
  isSymmetric,
  pastedCosts,
  symmetricCosts,
  withCost,
} from "./cost-matrix";
import type { MatrixStore } from "./store";
import { rowSums } from "./words";

const HEAVIER = 10;

/** What each cell costs, what a row costs on average, and the way to the lowest cost. */
export function CostsPanel({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const size = view.classes.length;
  const given = room.choice.value?.costs ?? [];
  const costs = given.length === size ? given : evenCosts(size);
  const symmetric = useSignal(false);
  const fault = useSignal("");
  const total = costOf(view.shown.matrix, costs);
  const set = (next: Costs) => {
    fault.value = "";
    room.send({ action: "set-costs", costs: symmetric.value ? symmetricCosts(next) : next });
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\t;\n]/.test(text.trim())) return; // one number: the field takes it
    event.preventDefault();
    const found = pastedCosts(text, view.classes);
    if (typeof found === "string") fault.value = found;
    else set(found);
  };
  return (
    <div class="group costs" data-testid="costs">
      <h2>
        What an error <Term name="costs">costs</Term>
      </h2>
      <Presets room={room} view={view} costs={costs} onSet={set} />
      <div class="cost-scroll">
        <ClassTable
          classes={view.classes}
          kind={`cost-grid ${size > 4 ? "cost-grid-many" : ""}`}
          corner={size > 2 ? "is ↓" : "is ↓ called →"}
          label="What an error costs"
          cellClass={(row, column) => (row === column ? "cost-right" : "")}
          cell={(row, column) => (
            <NumberField
              label={`Cost of ${view.classes[row]} called ${view.classes[column]}`}
              testid={`cost-${row}-${column}`}
              value={costs[row]![column]!}
              shown={shownValue(costs[row]![column]!)}
              range={{ low: 0 }}
              onSet={(value) => set(withCost(costs, row, column, value, symmetric.value))}
              onPaste={paste}
            />
          )}
        />
      </div>
      {fault.value && (
        <p class="cost-fault" role="alert" data-testid="cost-fault">
          {sentence(fault.value)} Nothing was changed.
        </p>
      )}
      <div class="cost-tools row">
        <label class="toggle">
          <input
            type="checkbox"
            data-testid="symmetric"
            checked={symmetric.value && isSymmetric(costs)}
            onChange={(event) => {
              symmetric.value = event.currentTarget.checked;
              if (symmetric.value && !isSymmetric(costs)) set(symmetricCosts(costs));
            }}
          />
          the same both ways
        </label>
        <button
          type="button"
          class="text-button"
          data-testid="copy-costs"
          title="Paste it into a spreadsheet; paste a whole table from there into any field"
          onClick={() => void navigator.clipboard?.writeText(copiedCosts(costs, view.classes))}
        >
          copy the table
        </button>
        {given.length === size && (
          <button
            type="button"
            class="text-button"
            data-testid="no-costs"
            title="Steering then keeps the errors few that a want does not speak of"
            onClick={() => room.send({ action: "set-costs", costs: [] })}
          >
            forget them
          </button>
        )}
      </div>
      <p class="quiet">A whole table from a spreadsheet can be pasted into any of the fields.</p>
      <dl class="cost-now">
        <dt>a row costs on average</dt>
        <dd data-testid="expected-cost">{shownValue(total / Math.max(1, heldOut(view)))}</dd>
        <dt>all held out rows</dt>
        <dd>{shownValue(total)}</dd>
      </dl>
      <button
        type="button"
        class="button button-main"
        data-testid="steer-to-cost"
        onClick={() => {
          if (given.length !== size) room.send({ action: "set-costs", costs });
          room.send({ action: "steer-to-cost" });
        }}
      >
        Steer to the lowest cost
      </button>
    </div>
  );
}

function heldOut(view: MatrixView): number {
  return rowSums(view.shown.matrix).reduce((sum, value) => sum + value, 0);
}

/** Whole matrices one press away. */
function Presets(props: {
  room: MatrixStore;
  view: MatrixView;
  costs: Costs;
  onSet: (costs: Costs) => void;
}) {
  const { room, view, costs, onSet } = props;
  const size = view.classes.length;
  const row = Math.min(room.cell.value?.row ?? room.positive.value ?? 0, size - 1);
  const chosen = useSignal<number | null>(null);
  const heavier = Math.min(chosen.value ?? row, size - 1);
  return (
    <div class="cost-presets row">
      <button
        type="button"
        class="chip"
        data-testid="costs-even"
        onClick={() => onSet(evenCosts(size))}
      >
        all errors equal
      </button>
      {size > 2 && (
        <button
          type="button"
          class="chip"
          data-testid="costs-distance"
          title="For classes in an order: an error costs as many as the classes lie apart"
          onClick={() => onSet(distanceCosts(view.classes))}
        >
          by distance
        </button>
      )}
      <span class="cost-heavier row">
        <button
          type="button"
          class="chip"
          data-testid="costs-heavier"
          onClick={() => onSet(heavierRow(costs, heavier, HEAVIER))}
        >
          ×{HEAVIER} for missing
        </button>
        <select
          class="field field-small"
          aria-label="The class whose errors cost more"
          data-testid="costs-row"
          value={String(heavier)}
          onChange={(event) => {
            chosen.value = Number(event.currentTarget.value);
          }}
        >
          {view.classes.map((name, place) => (
            <option key={name} value={String(place)}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
