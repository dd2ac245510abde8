import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { curveHeight, decidedPositive } from "../../points/line";
import type { Workbench } from "../../session/workbench";
import { count } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { outcome } from "./document";
import { type OutcomeName, SELECTION } from "./words";

const SHOWN = 200;
const OUTCOMES = ["tp", "fp", "fn", "tn"] as const;
const ERRORS_FIRST = ["fn", "fp", "tp", "tn"];
type Outcome = OutcomeName;

interface SelectedDocument {
  row: number;
  outcome: Outcome;
}

/** The documents inside the lasso, to be narrowed by what happened to them. */
export function SelectionPanel({ workbench }: { workbench: Workbench }) {
  const wanted = useSignal<Outcome | null>(null);
  const selected = selectedDocuments(workbench);
  const shown = selected
    .filter((each) => !wanted.value || each.outcome === wanted.value)
    .slice(0, SHOWN);
  const key = shown.map(({ row }) => row).join();
  useEffect(() => workbench.store.list(shown.map(({ row }) => row)), [key]);
  const close = () => {
    workbench.store.selection.value = null;
    workbench.rooms.plane.tab.value = "knobs";
  };
  return (
    <div class="selection" data-testid="selection">
      <header class="document-head">
        <fieldset class="filters wrap" aria-label={SELECTION.filters}>
          {OUTCOMES.map((name) => (
            <button
              key={name}
              type="button"
              class={`chip chip-${name}`}
              aria-pressed={wanted.value === name}
              data-testid={`filter-${name}`}
              onClick={() => {
                wanted.value = wanted.value === name ? null : name;
              }}
            >
              {name.toUpperCase()} {count(selected.filter((each) => each.outcome === name).length)}
            </button>
          ))}
        </fieldset>
        <IconButton icon="close" label={SELECTION.clear} onClick={close} />
      </header>
      <ul class="selection-list">
        {shown.map(({ row, outcome: name }) => (
          <SelectionItem key={row} workbench={workbench} row={row} outcome={name} />
        ))}
      </ul>
      {selected.length > SHOWN && <p class="quiet">{SELECTION.first(SHOWN)}</p>}
    </div>
  );
}

function SelectionItem({
  workbench,
  row,
  outcome: name,
}: SelectedDocument & { workbench: Workbench }) {
  const say = useSay();
  const known = workbench.store.documents.value.get(row);
  return (
    <li>
      <button
        type="button"
        class="selection-item"
        data-testid="selection-item"
        onClick={() => workbench.rooms.plane.inspect(row)}
      >
        <span class={`chip chip-${name}`}>{name.toUpperCase()}</span>
        <span class="selection-id clip">{titleOf(known?.id ?? String(row), say)}</span>
        {known?.text && <span class="selection-text note-faint clip">{known.text}</span>}
      </button>
    </li>
  );
}

function selectedDocuments(workbench: Workbench): SelectedDocument[] {
  const { store } = workbench;
  const selection = store.selection.value;
  const line = store.line.value;
  const curve = store.curve.value;
  if (!selection || !line) return [];
  const wanted = new Set(selection.rows);
  const columns = store.columns.value;
  const found: SelectedDocument[] = [];
  for (const split of ["training", "validation"]) {
    const rows = columns[`${split}.rows`];
    const xy = columns[`${split}.xy`];
    const positive = columns[`${split}.positive`];
    if (!rows || !xy || !positive) continue;
    rows.forEach((row, i) => {
      if (!wanted.has(row)) return;
      const [x, y] = [xy[2 * i]!, xy[2 * i + 1]!];
      const decided = curve ? y < curveHeight(curve, x) : decidedPositive(line, x, y);
      found.push({ row, outcome: outcome(positive[i] === 1, decided) });
    });
  }
  return found.sort((a, b) => ERRORS_FIRST.indexOf(a.outcome) - ERRORS_FIRST.indexOf(b.outcome));
}
