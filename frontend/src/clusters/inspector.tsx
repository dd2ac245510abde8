import type { Session } from "../session";
import { TabbedInspector } from "../ui/tabs";
import { ClusterPanel } from "./cluster-panel";
import type { Tab } from "./desk";
import { LabelsPanel } from "./labels-panel";
import { LassoPanel } from "./lasso-panel";
import { PlacedPanel } from "./placed-panel";
import { RunPanel } from "./run-panel";

/** The search, one cluster, one document, what was gathered, the labels to make. */
export function ClusterInspector({ session }: { session: Session }) {
  const desk = session.clusters;
  const view = desk.view.value;
  const found = desk.found.value ?? null;
  const tabs: { name: Tab; title: string }[] = [{ name: "run", title: "Find" }];
  if (found) tabs.push({ name: "cluster", title: "Cluster" });
  if (found) tabs.push({ name: "document", title: view?.row_word === "row" ? "Row" : "Text" });
  if (desk.lasso.value) tabs.push({ name: "lasso", title: "Lasso" });
  if (found) tabs.push({ name: "labels", title: "Labels" });
  return (
    <TabbedInspector tabs={tabs} open={desk.tab} class="tabs cluster-tabs">
      {(tab) => (
        <>
          {view && tab === "run" && <RunPanel desk={desk} view={view} />}
          {found && tab === "cluster" && <ClusterPanel desk={desk} found={found} />}
          {found && tab === "document" && <PlacedPanel desk={desk} />}
          {tab === "lasso" && <LassoPanel session={session} />}
          {view && found && tab === "labels" && (
            <LabelsPanel desk={desk} view={view} found={found} />
          )}
        </>
      )}
    </TabbedInspector>
  );
}
