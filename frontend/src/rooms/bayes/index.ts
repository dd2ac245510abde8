import "./lecture.css";
import type { Room } from "../room";
import { BayesRoom } from "./room";
import { BayesStore } from "./store";

export const bayesRoom: Room<"bayes", BayesStore> = {
  name: "bayes",
  title: "Bayes",
  icon: "M2.500 2.500h4.500v4.500H2.500z M9 2.500h4.500v4.500H9z M2.500 9h4.500v4.500H2.500z M9 13.500 13.500 9 M12.200 12.200v.1",
  createStore: (host) => new BayesStore(host),
  view: BayesRoom,
  takes: [],
  withoutData: true,
  terms: ["posterior", "joint", "data", "likelihood", "prior", "cost", "rate"],
};
