import "./lab.css";
import type { Room } from "../room";
import { PlaneInspector } from "./plane-inspector";
import { LabRoom } from "./room";
import { LabStore } from "./store";

export const labRoom: Room<"lab", LabStore> = {
  name: "lab",
  title: "Lab",
  section: "learn",
  history: "lab",
  createStore: (host) => new LabStore(host),
  view: LabRoom,
  inspector: PlaneInspector,
  takes: ({ rooms }) => (rooms.lab.onData.value ? ["category"] : []),
  withoutData: true,
  keys: [{ keys: ["Enter", "Delete"], does: "in the lab: paint a point at the cursor, erase it" }],
  terms: ["bayesError", "naive", "kernel", "mapModel", "mlModel", "optimal"],
};
