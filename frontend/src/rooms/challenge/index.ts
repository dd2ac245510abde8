import "./game.css";
import type { GuestRoom } from "../room";
import { ChallengeInspector, ChallengeRoom } from "./room";
import { ROOM } from "./words";

export const challengeRoom: GuestRoom<"challenge"> = {
  name: "challenge",
  title: ROOM.title,
  section: "learn",
  onPartitions: "others",
  history: "challenge",
  storeOf: "plane",
  view: ChallengeRoom,
  inspector: ChallengeInspector,
  takes: ({ store }) =>
    store.viewParts.challenge.value ? ["category", "folds", "search"] : ["category"],
};
