import "./compare.css";
import type { Room } from "../room";
import { CompareInspector } from "./inspector";
import { CompareRoom } from "./room";
import { CompareStore } from "./store";
import { ROOM } from "./words";

export const compareRoom: Room<"compare", CompareStore> = {
  name: "compare",
  title: ROOM.title,
  section: "compare",
  onPartitions: "others",
  createStore: (host) => new CompareStore(host),
  view: CompareRoom,
  inspector: CompareInspector,
  takes: ({ rooms }) => (rooms.compare.choice.value?.all_classes ? [] : ["category"]),
  terms: [
    "fold",
    "interval",
    "sealed",
    "recall",
    "precision",
    "f1",
    "mcnemar",
    "permutation",
    "bootstrap",
    "holm",
  ],
};
