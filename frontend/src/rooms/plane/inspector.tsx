import type { Workbench } from "../../session/workbench";
import { count } from "../../ui/format";
import { TabbedInspector } from "../../ui/tabs";
import { DocumentPanel } from "./document";
import { KnobsPanel } from "./knobs";
import { SelectionPanel } from "./selection";
import type { Tab } from "./store";

/** The knobs, the document that was clicked, or the documents inside a lasso. */
export function PlaneInspector({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const selection = store.selection.value;
  const tabs: { name: Tab; title: string }[] = [{ name: "knobs", title: "Knobs" }];
  if (store.document.value) tabs.push({ name: "document", title: store.say.value("Document") });
  if (selection)
    tabs.push({ name: "selection", title: `${count(selection.rows.length)} selected` });
  return (
    <TabbedInspector tabs={tabs} open={workbench.rooms.plane.tab}>
      {(tab) => (
        <>
          {tab === "knobs" && <KnobsPanel workbench={workbench} />}
          {tab === "document" && <DocumentPanel workbench={workbench} />}
          {tab === "selection" && <SelectionPanel workbench={workbench} />}
        </>
      )}
    </TabbedInspector>
  );
}
