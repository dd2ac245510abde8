import "./scores.css";
import type { Room } from "../room";
import { ScoresInspector } from "./inspector";
import { ScoresRoom } from "./room";
import { ScoresStore } from "./store";
import { ROOM } from "./words";

export const scoresRoom: Room<"scores", ScoresStore> = {
  name: "scores",
  title: ROOM.title,
  section: "steer",
  onPartitions: "others",
  createStore: (host) => new ScoresStore(host),
  view: ScoresRoom,
  inspector: ScoresInspector,
  takes: [],
  keys: [{ keys: ["←", "→"], does: ROOM.keys.move }],
  mouse: [{ keys: [ROOM.keys.drag], does: ROOM.keys.dragging }],
  terms: ["auc", "averagePrecision", "brier", "logLoss", "calibration", "heldOut", "sealed"],
};
