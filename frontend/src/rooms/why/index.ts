import "./why.css";
import type { Room } from "../room";
import { WhyInspector } from "./inspector";
import { WhyRoom } from "./room";
import { WhyStore } from "./store";
import { ROOM } from "./words";

export const whyRoom: Room<"why", WhyStore> = {
  name: "why",
  title: ROOM.title,
  section: "steer",
  onPartitions: "others",
  createStore: (host) => new WhyStore(host),
  view: WhyRoom,
  inspector: WhyInspector,
  takes: [],
  terms: ["importance", "contribution", "partialDependence", "heldOut", "auc"],
};
