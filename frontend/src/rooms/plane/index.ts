import "./plot.css";
import "./numbers.css";
import type { Room } from "../room";
import { PlaneInspector } from "./inspector";
import { PlaneRoom } from "./room";
import { PlaneStore } from "./store";

export const planeRoom: Room<"plane", PlaneStore> = {
  name: "plane",
  title: "Plane",
  section: "explore",
  createStore: (host) => new PlaneStore(host),
  view: PlaneRoom,
  inspector: PlaneInspector,
  takes: ["category", "folds", "search"],
  keys: [
    { keys: ["↑", "↓"], does: "in the plane: shift the line (Shift: finely)" },
    { keys: ["←", "→"], does: "in the plane: turn the line (Shift: finely)" },
    { keys: ["b"], does: "in the plane: the best line for training" },
    { keys: ["n"], does: "in the plane: next fold" },
    { keys: ["/"], does: "search a word, in the plane and among clusters" },
  ],
  mouse: [
    { keys: ["drag the line"], does: "shift it" },
    { keys: ["drag an end"], does: "turn it" },
    { keys: ["click a point"], does: "read the document" },
    { keys: ["Alt", "click a point"], does: "turn the line about it" },
    { keys: ["Shift", "drag"], does: "gather documents" },
    { keys: ["wheel, drag"], does: "zoom and pan; double-click shows all" },
  ],
  terms: [
    "recall",
    "precision",
    "f1",
    "training",
    "validation",
    "fold",
    "likelihood",
    "line",
    "bisector",
    "priors",
    "alpha",
    "beta",
    "slope",
    "intercept",
    "margin",
    "gap",
    "spread",
    "interval",
  ],
};
