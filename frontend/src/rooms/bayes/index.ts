import "./lecture.css";
import type { Room } from "../room";
import { BayesRoom } from "./room";
import { BayesStore } from "./store";

export const bayesRoom: Room<"bayes", BayesStore> = {
  name: "bayes",
  title: "Bayes",
  section: "learn",
  createStore: (host) => new BayesStore(host),
  view: BayesRoom,
  takes: [],
  withoutData: true,
  terms: ["posterior", "joint", "data", "likelihood", "prior", "cost", "rate"],
};
