import type { Workbench } from "../../session/workbench";
import { TabbedInspector } from "../../ui/tabs";
import { ClusterPanel } from "./cluster-panel";
import { LabelsPanel } from "./labels-panel";
import { LassoPanel } from "./lasso-panel";
import { PlacedPanel } from "./placed-panel";
import { RunPanel } from "./run-panel";
import type { Tab } from "./store";
import { ROOM } from "./words";

/** The search, one cluster, one document, the selection, the labels to make. */
export function ClusterInspector({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.clusters;
  const view = room.view.value;
  const found = room.found.value ?? null;
  const tabs: { name: Tab; title: string }[] = [{ name: "run", title: ROOM.tabs.run }];
  if (found) tabs.push({ name: "cluster", title: ROOM.tabs.cluster });
  if (found)
    tabs.push({
      name: "document",
      title: view?.row_word === "row" ? ROOM.row : ROOM.tabs.document,
    });
  if (room.lasso.value) tabs.push({ name: "lasso", title: ROOM.tabs.lasso });
  if (found) tabs.push({ name: "labels", title: ROOM.tabs.labels });
  return (
    <TabbedInspector tabs={tabs} open={room.tab}>
      {(tab) => (
        <>
          {view && tab === "run" && <RunPanel room={room} view={view} />}
          {found && tab === "cluster" && <ClusterPanel room={room} found={found} />}
          {found && tab === "document" && <PlacedPanel room={room} />}
          {tab === "lasso" && <LassoPanel workbench={workbench} />}
          {view && found && tab === "labels" && (
            <LabelsPanel room={room} view={view} found={found} />
          )}
        </>
      )}
    </TabbedInspector>
  );
}
