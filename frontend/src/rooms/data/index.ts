import "./data.css";
import type { Room } from "../room";
import { DataInspector } from "./inspector";
import { DataRoom } from "./room";
import { DataStore } from "./store";

export const dataRoom: Room<"data", DataStore> = {
  name: "data",
  title: "Data",
  icon: "M8 2.500c3 0 5 .9 5 2s-2 2-5 2-5-.9-5-2 2-2 5-2z M3 4.500v7c0 1.100 2 2 5 2s5-.9 5-2v-7 M3 8c0 1.100 2 2 5 2s5-.9 5-2",
  createStore: (host) => new DataStore(host),
  view: DataRoom,
  inspector: DataInspector,
  takes: [],
  withoutData: true,
};
