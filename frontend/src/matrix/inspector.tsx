import type { Session } from "../session";
import { TabbedInspector } from "../ui/tabs";
import { CellPanel } from "./cell-panel";
import { CostsPanel } from "./costs";
import type { Tab } from "./desk";
import { NodePanel } from "./node-panel";
import { SealedPanel } from "./sealed";

/** The cell with its examples, the node, the costs, the sealed rows. */
export function MatrixInspector({ session }: { session: Session }) {
  const desk = session.matrix;
  const view = desk.view.value;
  const tabs: { name: Tab; title: string }[] = [
    { name: "cell", title: "Cell" },
    { name: "costs", title: "Costs" },
    { name: "test", title: "Sealed rows" },
  ];
  if (view?.program) tabs.splice(1, 0, { name: "node", title: "Node" });
  return (
    <TabbedInspector tabs={tabs} open={desk.tab}>
      {(tab) => (
        <>
          {view && tab === "cell" && <CellPanel session={session} view={view} />}
          {view && tab === "node" && <NodePanel desk={desk} view={view} />}
          {view && tab === "costs" && <CostsPanel desk={desk} view={view} />}
          {view && tab === "test" && <SealedPanel desk={desk} view={view} />}
        </>
      )}
    </TabbedInspector>
  );
}
