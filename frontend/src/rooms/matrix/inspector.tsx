import type { Workbench } from "../../session/workbench";
import { TabbedInspector } from "../../ui/tabs";
import { CellPanel } from "./cell-panel";
import { CostsPanel } from "./costs";
import { NodePanel } from "./node-panel";
import { SealedPanel } from "./sealed";
import type { Tab } from "./store";

/** The cell with its examples, the node, the costs, the sealed rows. */
export function MatrixInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.matrix;
  const view = room.view.value;
  const tabs: { name: Tab; title: string }[] = [
    { name: "cell", title: "Cell" },
    { name: "costs", title: "Costs" },
    { name: "test", title: "Sealed rows" },
  ];
  if (view?.program) tabs.splice(1, 0, { name: "node", title: "Node" });
  return (
    <TabbedInspector tabs={tabs} open={room.tab}>
      {(tab) => (
        <>
          {view && tab === "cell" && <CellPanel workbench={workbench} view={view} />}
          {view && tab === "node" && <NodePanel room={room} view={view} />}
          {view && tab === "costs" && <CostsPanel room={room} view={view} />}
          {view && tab === "test" && <SealedPanel room={room} view={view} />}
        </>
      )}
    </TabbedInspector>
  );
}
