import type { Workbench } from "../../session/workbench";
import { TabbedInspector } from "../../ui/tabs";
import { DocumentPanel } from "./document";
import { KnobsPanel } from "./knobs";
import { SelectionPanel } from "./selection";
import type { Tab } from "./store";
import { ROOM } from "./words";
import { WordsPanel } from "./words-panel";

/** The knobs, the document that was clicked, or the documents inside a lasso. */
export function PlaneInspector({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const selection = store.selection.value;
  const tabs: { name: Tab; title: string }[] = [
    { name: "knobs", title: ROOM.tabs.knobs },
    { name: "words", title: store.say.value(ROOM.tabs.words) },
  ];
  if (store.document.value)
    tabs.push({ name: "document", title: store.say.value(ROOM.tabs.document) });
  if (selection) tabs.push({ name: "selection", title: ROOM.selected(selection.rows.length) });
  return (
    <TabbedInspector tabs={tabs} open={workbench.rooms.plane.tab}>
      {(tab) => (
        <>
          {tab === "knobs" && <KnobsPanel workbench={workbench} />}
          {tab === "words" && <WordsPanel plane={workbench.rooms.plane} />}
          {tab === "document" && <DocumentPanel workbench={workbench} />}
          {tab === "selection" && <SelectionPanel workbench={workbench} />}
        </>
      )}
    </TabbedInspector>
  );
}
