import "./clusters.css";
import type { Room } from "../room";
import { ClusterInspector } from "./inspector";
import { ClustersRoom } from "./room";
import { ClusterStore } from "./store";
import { ROOM } from "./words";

export const clustersRoom: Room<"clusters", ClusterStore> = {
  name: "clusters",
  title: ROOM.title,
  section: "explore",
  onPartitions: "others",
  createStore: (host) => new ClusterStore(host),
  view: ClustersRoom,
  inspector: ClusterInspector,
  takes: ["search"],
  withoutLabels: true,
  terms: ["distinguishing", "typical", "purity", "matched", "nmi", "rand", "information"],
};
