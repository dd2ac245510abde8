import type { Session } from "../session";
import type { Tab } from "./desk";
import { ModelsPanel } from "./models-panel";
import { RowsPanel } from "./rows-panel";

const TABS: { name: Tab; title: string }[] = [
  { name: "models", title: "Models" },
  { name: "rows", title: "Rows" },
];

/** Which models on which folds; the rows of the chosen pair. */
export function CompareInspector({ session }: { session: Session }) {
  const desk = session.compare;
  const view = desk.view.value;
  const tab = desk.tab.value;
  // another tab or another row starts at its top
  const open = tab === "rows" ? `row ${desk.row.value?.row ?? ""}` : tab;
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="tabs" role="tablist">
        {TABS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={tab === name}
            data-testid={`tab-${name}`}
            onClick={() => {
              desk.tab.value = name;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div key={open} class="inspector-body" role="tabpanel" tabIndex={-1}>
        {view && tab === "models" && <ModelsPanel desk={desk} view={view} />}
        {view && tab === "rows" && <RowsPanel desk={desk} view={view} />}
      </div>
    </aside>
  );
}
