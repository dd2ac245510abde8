import type { Workbench } from "../../session/workbench";
import { TabbedInspector } from "../../ui/tabs";
import { ModelsPanel } from "./models-panel";
import { RowsPanel } from "./rows-panel";
import type { Tab } from "./store";
import { ROOM } from "./words";

const TABS: { name: Tab; title: string }[] = [
  { name: "models", title: ROOM.tabs.models },
  { name: "rows", title: ROOM.tabs.rows },
];

/** Which models on which folds; the rows of the chosen pair. */
export function CompareInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.compare;
  const view = room.view.value;
  // another tab or another row starts at its top
  const shown = room.tab.value === "rows" ? `row ${room.row.value?.row ?? ""}` : room.tab.value;
  return (
    <TabbedInspector tabs={TABS} open={room.tab} shown={shown}>
      {(tab) => (
        <>
          {view && tab === "models" && <ModelsPanel workbench={workbench} view={view} />}
          {view && tab === "rows" && <RowsPanel room={room} view={view} />}
        </>
      )}
    </TabbedInspector>
  );
}
