import "./lab.css";
import "./lessons/lessons.css";
import type { Room } from "../room";
import { LabInspector } from "./inspector";
import { LabRoom } from "./room";
import { LabStore } from "./store";

export const labRoom: Room<"lab", LabStore> = {
  name: "lab",
  title: "Lab",
  icon: "M6 2.500h4 M6.700 2.500v4L3 13.500h10L9.300 6.500v-4 M5 10.500h6",
  createStore: (host) => new LabStore(host),
  view: LabRoom,
  inspector: LabInspector,
  takes: ({ rooms }) => (rooms.lab.onData.value ? ["category"] : []),
  withoutData: true,
  keys: [{ keys: ["Enter", "Delete"], does: "in the lab: paint a point at the cursor, erase it" }],
  terms: ["bayesError", "naive", "kernel", "mapModel", "mlModel", "optimal"],
};
