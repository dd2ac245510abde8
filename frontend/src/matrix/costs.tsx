import { useSignal } from "@preact/signals";
import { shownValue, typedNumber } from "../ui/scale";
import type { MatrixDesk } from "./desk";
import type { MatrixView } from "./wire";
import { rowSums } from "./words";

const MOST_DRAWN = 8;

/** What each cell costs, what a row costs on average, and the way to the lowest cost. */
export function CostsPanel({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const size = view.classes.length;
  const given = desk.choice.value?.costs ?? [];
  const costs = given.length === size ? given : evenCosts(size);
  const rows = rowSums(view.shown.matrix).reduce((sum, value) => sum + value, 0);
  const total = view.shown.matrix.reduce(
    (sum, row, i) => sum + row.reduce((part, value, j) => part + value * costs[i]![j]!, 0),
    0,
  );
  const set = (row: number, column: number, value: number) => {
    const next = costs.map((line, i) =>
      line.map((each, j) => (i === row && j === column ? value : each)),
    );
    desk.send({ action: "set-costs", costs: next });
  };
  const cell = desk.cell.value ?? { row: 0, column: 1 };
  return (
    <div class="group costs" data-testid="costs">
      <h2>What an error costs</h2>
      {size <= MOST_DRAWN ? (
        <table class="cost-grid">
          <thead>
            <tr>
              <td class="quiet">is ↓ called →</td>
              {view.classes.map((name) => (
                <th key={name} scope="col" title={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.classes.map((truth, row) => (
              <tr key={truth}>
                <th scope="row" title={truth}>
                  {truth}
                </th>
                {view.classes.map((said, column) => (
                  <td key={said} class={row === column ? "cost-right" : ""}>
                    <CostField
                      label={`Cost of ${truth} called ${said}`}
                      testid={`cost-${row}-${column}`}
                      value={costs[row]![column]!}
                      onSet={(value) => set(row, column, value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p class="cost-one">
          {view.classes[cell.row]} called {view.classes[cell.column]} costs{" "}
          <CostField
            label="Cost of the chosen cell"
            testid="cost-chosen"
            value={costs[cell.row]![cell.column]!}
            onSet={(value) => set(cell.row, cell.column, value)}
          />
          <span class="quiet">Choose another cell to set its cost.</span>
        </p>
      )}
      <dl class="cost-now">
        <dt>a row costs on average</dt>
        <dd data-testid="expected-cost">{shownValue(total / Math.max(1, rows))}</dd>
        <dt>all held out rows</dt>
        <dd>{shownValue(total)}</dd>
      </dl>
      <button
        type="button"
        class="button button-main"
        data-testid="steer-to-cost"
        onClick={() => {
          if (given.length !== size) desk.send({ action: "set-costs", costs });
          desk.send({ action: "steer-to-cost" });
        }}
      >
        Steer to the lowest cost
      </button>
    </div>
  );
}

function evenCosts(size: number): number[][] {
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (row === column ? 0 : 1)),
  );
}

function CostField(props: {
  label: string;
  testid: string;
  value: number;
  onSet: (value: number) => void;
}) {
  const typed = useSignal<string | null>(null);
  const commit = () => {
    const value = typed.value === null ? null : typedNumber(typed.value);
    typed.value = null;
    if (value !== null && value >= 0 && value !== props.value) props.onSet(value);
  };
  return (
    <input
      class="slider-value"
      inputMode="decimal"
      autocomplete="off"
      aria-label={props.label}
      data-testid={props.testid}
      value={typed.value ?? shownValue(props.value)}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") commit();
        if (event.key === "Escape") typed.value = null;
      }}
    />
  );
}
