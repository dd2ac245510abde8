import type { Session } from "../session";
import { TabbedInspector } from "../ui/tabs";
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
  // another tab or another row starts at its top
  const shown = desk.tab.value === "rows" ? `row ${desk.row.value?.row ?? ""}` : desk.tab.value;
  return (
    <TabbedInspector tabs={TABS} open={desk.tab} shown={shown}>
      {(tab) => (
        <>
          {view && tab === "models" && <ModelsPanel desk={desk} view={view} />}
          {view && tab === "rows" && <RowsPanel desk={desk} view={view} />}
        </>
      )}
    </TabbedInspector>
  );
}
