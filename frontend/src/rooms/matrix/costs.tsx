import { useSignal } from "@preact/signals";
import { sentence } from "../../ui/format";
import { NumberField } from "../../ui/number-field";
import { shownValue } from "../../ui/scale";
import { Select } from "../../ui/select";
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
import { rowSums } from "./matrix-figures";
import type { MatrixStore } from "./store";
import { COSTS, GRID, rowCostWant } from "./words";

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
        <Term name="costs">{COSTS.title}</Term>
      </h2>
      <p class="quiet">{COSTS.explain}</p>
      <Presets room={room} view={view} costs={costs} onSet={set} />
      <div class="cost-scroll">
        <ClassTable
          classes={view.classes}
          kind={`cost-grid ${size > 4 ? "cost-grid-many" : ""}`}
          corner={GRID.rows}
          label={COSTS.title}
          cellClass={(row, column) => (row === column ? "cost-right" : "")}
          cell={(row, column) => (
            <NumberField
              label={`Cost of ${view.classes[row]} called ${view.classes[column]}`}
              kind="field cost-field"
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
          {sentence(fault.value)} {COSTS.unchanged}
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
          {COSTS.symmetric}
        </label>
        <button
          type="button"
          class="text-button"
          data-testid="copy-costs"
          title={COSTS.copyHint}
          onClick={() => void navigator.clipboard?.writeText(copiedCosts(costs, view.classes))}
        >
          {COSTS.copy}
        </button>
        {given.length === size && (
          <button
            type="button"
            class="text-button"
            data-testid="no-costs"
            title={COSTS.resetHint}
            onClick={() => room.send({ action: "set-costs", costs: [] })}
          >
            {COSTS.reset}
          </button>
        )}
      </div>
      <p class="quiet small">{COSTS.paste}</p>
      <dl class="cost-now">
        <dt>{COSTS.average}</dt>
        <dd data-testid="expected-cost">{shownValue(total / Math.max(1, heldOut(view)))}</dd>
        <dt>{COSTS.total}</dt>
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
        {COSTS.steer}
      </button>
      <RowCosts room={room} view={view} />
    </div>
  );
}

function heldOut(view: MatrixView): number {
  return rowSums(view.shown.matrix).reduce((sum, value) => sum + value, 0);
}

/** Each row may have a cost of its own: the column that says it, and the way to the lowest cost. */
function RowCosts({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const column = useSignal("");
  if (view.cost_columns.length === 0) return null;
  return (
    <div class="cost-rows" data-testid="row-costs">
      <h3>{COSTS.byRow}</h3>
      <p class="quiet small">{COSTS.byRowHint}</p>
      <div class="row">
        <Select
          class="field field-small"
          label={COSTS.column}
          testid="cost-column"
          value={column.value}
          options={[["", COSTS.column], ...view.cost_columns.map((name) => [name, name] as const)]}
          onChoose={(value) => {
            column.value = value;
          }}
        />
        <button
          type="button"
          class="button"
          data-testid="steer-to-row-cost"
          disabled={column.value === ""}
          onClick={() => room.want(rowCostWant(column.value))}
        >
          {COSTS.steer}
        </button>
      </div>
    </div>
  );
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
        {COSTS.even}
      </button>
      {size > 2 && (
        <button
          type="button"
          class="chip"
          data-testid="costs-distance"
          title={COSTS.distanceHint}
          onClick={() => onSet(distanceCosts(view.classes))}
        >
          {COSTS.distance}
        </button>
      )}
      <span class="cost-heavier row">
        {COSTS.missing}
        <Select
          class="field field-small"
          label={COSTS.heavierClass}
          testid="costs-row"
          value={String(heavier)}
          options={view.classes.map((name, place) => [String(place), name] as const)}
          onChoose={(value) => {
            chosen.value = Number(value);
          }}
        />
        <button
          type="button"
          class="chip"
          data-testid="costs-heavier"
          onClick={() => onSet(heavierRow(costs, heavier, HEAVIER))}
        >
          {COSTS.heavier}
        </button>
      </span>
    </div>
  );
}
