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
  const tab = desk.tab.value;
  // another tab or another row starts at its top
  const open = tab === "rows" ? `row ${desk.row.value?.row ?? ""}` : tab;
  return (
    <TabbedInspector
      tabs={TABS}
      chosen={tab}
      onChoose={(name) => {
        desk.tab.value = name;
      }}
      shown={open}
    >
      {view && tab === "models" && <ModelsPanel desk={desk} view={view} />}
      {view && tab === "rows" && <RowsPanel desk={desk} view={view} />}
    </TabbedInspector>
  );
}
