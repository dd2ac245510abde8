import "./lecture.css";
import type { Room } from "../room";
import { BayesRoom } from "./room";
import { BayesStore } from "./store";
import { ROOM } from "./words";

export const bayesRoom: Room<"bayes", BayesStore> = {
  name: "bayes",
  title: ROOM.title,
  section: "learn",
  createStore: (host) => new BayesStore(host),
  view: BayesRoom,
  takes: [],
  withoutData: true,
  terms: [
    "posterior",
    "joint",
    "data",
    "likelihood",
    "prior",
    "cost",
    "rate",
    "risk",
    "odds",
    "neymanPearson",
  ],
};
