import type { ComponentType } from "preact";
import type { GuideName } from "../guides";
import { GroupsSketch, LearnSketch, MatrixSketch, PlaneSketch } from "./sketches";

/** An example of the start page: its data, the room it leads to, and the guide there. */
export interface Card {
  name: GuideName;
  /** None where the room needs no data. */
  data: string | null;
  category?: string;
  room: string;
  sketch: ComponentType;
}

export const EXAMPLES: readonly Card[] = [
  {
    name: "tumors",
    data: "breast-cancer",
    category: "malignant",
    room: "matrix",
    sketch: MatrixSketch,
  },
  {
    name: "text",
    data: "docstrings",
    category: "statistics",
    room: "matrix",
    sketch: PlaneSketch,
  },
  { name: "groups", data: "docstrings", room: "clusters", sketch: GroupsSketch },
  { name: "learn", data: null, room: "lab", sketch: LearnSketch },
];
