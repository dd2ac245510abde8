import "./matrix.css";
import type { Room } from "../room";
import { MatrixInspector } from "./inspector";
import { MatrixRoom } from "./room";
import { MatrixStore } from "./store";

export const matrixRoom: Room<"matrix", MatrixStore> = {
  name: "matrix",
  title: "Steer",
  railTitle: "Errors",
  section: "steer",
  onPartitions: "matrix",
  createStore: (host) => new MatrixStore(host),
  view: MatrixRoom,
  inspector: MatrixInspector,
  takes: [],
  keys: [
    { keys: ["Enter"], does: "in the matrix: type what the cell should be" },
    { keys: ["+", "−"], does: "in the matrix: one more, one fewer (Page keys: ten)" },
    { keys: ["l"], does: "in the matrix: lock the cell" },
  ],
  terms: ["heldOut", "sealed", "costs", "frontier", "frozen", "weak", "advantage"],
};
