import "./data.css";
import type { Room } from "../room";
import { DataInspector } from "./inspector";
import { DataRoom } from "./room";
import { DataStore } from "./store";

export const dataRoom: Room<"data", DataStore> = {
  name: "data",
  title: "Data",
  section: "data",
  createStore: (host) => new DataStore(host),
  view: DataRoom,
  inspector: DataInspector,
  takes: [],
  withoutData: true,
};
