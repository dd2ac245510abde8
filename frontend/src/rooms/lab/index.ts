import "./lab.css";
import type { Room } from "../room";
import { PlaneInspector } from "./plane-inspector";
import { LabRoom } from "./room";
import { LabStore } from "./store";
import { ROOM } from "./words";

export const labRoom: Room<"lab", LabStore> = {
  name: "lab",
  title: ROOM.title,
  section: "learn",
  history: "lab",
  createStore: (host) => new LabStore(host),
  view: LabRoom,
  inspector: PlaneInspector,
  takes: ({ rooms }) => (rooms.lab.onData.value ? ["category"] : []),
  withoutData: true,
  forSpeakers: true,
  keys: [{ keys: ["Enter", "Delete"], does: ROOM.keys }],
  terms: ["bayesError", "naive", "kernel", "mapModel", "mlModel", "optimal"],
};
