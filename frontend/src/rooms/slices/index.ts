import "./slices.css";
import type { Room } from "../room";
import { SlicesInspector } from "./inspector";
import { SlicesRoom } from "./room";
import { SlicesStore } from "./store";
import { ROOM } from "./words";

export const slicesRoom: Room<"slices", SlicesStore> = {
  name: "slices",
  title: ROOM.title,
  section: "steer",
  onPartitions: "others",
  createStore: (host) => new SlicesStore(host),
  view: SlicesRoom,
  inspector: SlicesInspector,
  takes: [],
  terms: ["heldOut"],
};
