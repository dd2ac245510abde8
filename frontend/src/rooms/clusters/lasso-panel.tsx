import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { count } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { Swatch } from "./list";
import { SELECTION } from "./words";

const LISTED = 100;

/** The documents selected on the map, and which clusters they are of. */
export function LassoPanel({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.clusters;
  const rows = room.lasso.value ?? [];
  const shown = rows.slice(0, LISTED);
  const key = shown.join();
  useEffect(() => workbench.store.list(shown), [key]);
  const clusters = room.found.value?.clusters ?? [];
  const labels = room.labels.value;
  const parts = clusters
    .map((cluster) => ({
      ...cluster,
      held: labels ? rows.filter((row) => labels[row] === cluster.number).length : 0,
    }))
    .filter(({ held }) => held > 0)
    .sort((a, b) => b.held - a.held);
  return (
    <div class="selection" data-testid="lasso">
      <header class="document-head">
        <h3>{SELECTION.selected(rows.length, room.row.value)}</h3>
        <IconButton
          icon="close"
          label={SELECTION.clear}
          onClick={() => {
            room.lasso.value = null;
            room.tab.value = "run";
          }}
        />
      </header>
      {room.found.value && (
        <button
          type="button"
          class="button"
          data-testid="make-cluster"
          onClick={() => room.makeCluster(rows)}
        >
          {SELECTION.make}
        </button>
      )}
      <ul class="lasso-parts wrap">
        {parts.map(({ number, name, held }) => (
          <li key={number}>
            <Swatch number={number} /> {name} <b>{count(held)}</b>
          </li>
        ))}
      </ul>
      <ul class="selection-list">
        {shown.map((row) => {
          const known = workbench.store.documents.value.get(row);
          return (
            <li key={row}>
              <button
                type="button"
                class="selection-item"
                data-testid="lasso-item"
                onClick={() => room.read(row)}
              >
                <Swatch number={labels?.[row] ?? null} />
                <span class="selection-id clip">
                  {known?.id ?? SELECTION.row(room.row.value, row)}
                </span>
                {known?.text && <span class="selection-text note-faint clip">{known.text}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length > LISTED && <p class="quiet">{SELECTION.first(LISTED)}</p>}
    </div>
  );
}
