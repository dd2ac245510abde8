import type { Workbench } from "../../session/workbench";
import { TabbedInspector } from "../../ui/tabs";
import { CellPanel } from "./cell-panel";
import { CostsPanel } from "./costs";
import { FinalTestPanel } from "./final-test";
import { NodePanel } from "./node-panel";
import type { Tab } from "./store";
import { TABS } from "./words";

/** The cell with its examples, the node, the costs, the final test. */
export function MatrixInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.matrix;
  const view = room.view.value;
  const tabs: { name: Tab; title: string }[] = [
    { name: "cell", title: TABS.cell },
    { name: "costs", title: TABS.costs },
    { name: "test", title: TABS.test },
  ];
  if (view?.program) tabs.splice(1, 0, { name: "node", title: TABS.node });
  return (
    <TabbedInspector tabs={tabs} open={room.tab}>
      {(tab) => (
        <>
          {view && tab === "cell" && <CellPanel workbench={workbench} view={view} />}
          {view && tab === "node" && <NodePanel room={room} view={view} />}
          {view && tab === "costs" && <CostsPanel room={room} view={view} />}
          {view && tab === "test" && <FinalTestPanel room={room} view={view} />}
        </>
      )}
    </TabbedInspector>
  );
}
