import "./use.css";
import type { Room } from "../room";
import { UseInspector } from "./inspector";
import { UseRoom } from "./room";
import { UseStore } from "./store";
import { LABEL, ROOM } from "./words";

export const useRoom: Room<"use", UseStore> = {
  name: "use",
  title: ROOM.title,
  section: "steer",
  createStore: (host) => new UseStore(host),
  view: UseRoom,
  inspector: UseInspector,
  takes: [],
  keys: [{ keys: ["1", "2", "Backspace"], does: LABEL.keys }],
  terms: ["eValue", "confidenceSequence"],
};
