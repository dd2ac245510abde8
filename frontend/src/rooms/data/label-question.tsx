import type { ColumnView, FileView } from "../../wire/data";
import type { DataStore } from "./store";
import { LABEL } from "./words";

const MOST_OFFERED = 6;
const MOST_CLASSES = 20;

/** Asks which column is the label where that is not clear, with those that could be it. */
export function LabelQuestion({ room, view }: { room: DataStore; view: FileView }) {
  const columns = view.columns.filter(couldBeLabel);
  if (view.labels.length > 0 || view.fixed_roles || columns.length === 0) return null;
  // In most tables the label comes last.
  const offered = columns.reverse().slice(0, MOST_OFFERED);
  return (
    <section class="data-catch" data-testid="label-question">
      <h3>{LABEL.question}</h3>
      <div class="data-catch-classes row">
        {offered.map((column) => (
          <button
            key={column.name}
            type="button"
            class="data-catch-class data-label-column"
            data-testid="label-column"
            data-name={column.name}
            onClick={() => room.setRole(column.name, "label")}
          >
            <b dir="auto">{column.name}</b>
            <span class="quiet" dir="auto">
              {LABEL.values(column.examples, column.distinct - column.examples.length)}
            </span>
          </button>
        ))}
      </div>
      <p class="quiet">{LABEL.hint}</p>
    </section>
  );
}

function couldBeLabel({ role, kind, distinct, missing }: ColumnView): boolean {
  const used = role === "category" || role === "number";
  const few = distinct >= 2 && distinct <= (kind === "number" ? 2 : MOST_CLASSES);
  return used && few && missing === 0;
}
