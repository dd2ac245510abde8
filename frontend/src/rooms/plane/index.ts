import "./plot.css";
import "./numbers.css";
import "./words.css";
import type { Room } from "../room";
import { PlaneInspector } from "./inspector";
import { PlaneRoom } from "./room";
import { PlaneStore } from "./store";
import { ROOM } from "./words";

export const planeRoom: Room<"plane", PlaneStore> = {
  name: "plane",
  title: ROOM.title,
  section: "explore",
  onPartitions: "plane",
  createStore: (host) => new PlaneStore(host),
  view: PlaneRoom,
  inspector: PlaneInspector,
  takes: ["category", "folds", "search"],
  keys: [
    { keys: ["↑", "↓"], does: ROOM.keys.shift },
    { keys: ["←", "→"], does: ROOM.keys.turn },
    { keys: ["b"], does: ROOM.keys.best },
    { keys: ["n"], does: ROOM.keys.fold },
    { keys: ["/"], does: ROOM.keys.search },
  ],
  mouse: Object.values(ROOM.mouse),
  terms: [
    "recall",
    "precision",
    "f1",
    "training",
    "validation",
    "fold",
    "likelihood",
    "line",
    "bayesLine",
    "priors",
    "alpha",
    "beta",
    "slope",
    "intercept",
    "margin",
    "wordWeight",
    "fixedPart",
    "gap",
    "spread",
    "interval",
  ],
};
