import "./clusters.css";
import type { Room } from "../room";
import { ClusterInspector } from "./inspector";
import { ClustersRoom } from "./room";
import { ClusterStore } from "./store";

export const clustersRoom: Room<"clusters", ClusterStore> = {
  name: "clusters",
  title: "Clusters",
  icon: "M4.500 3.500v.1 M3 5.500v.1 M6 6v.1 M11.500 3v.1 M13 5v.1 M10.500 5.500v.1 M6.500 11v.1 M9 10.500v.1 M8 13v.1 M2 4.500c0-4 6-4 6 .5S2 9 2 4.500",
  createStore: (host) => new ClusterStore(host),
  view: ClustersRoom,
  inspector: ClusterInspector,
  takes: ["search"],
  withoutLabels: true,
  terms: ["distinguishing", "typical", "purity", "matched", "nmi", "rand"],
};
