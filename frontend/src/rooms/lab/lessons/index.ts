import "./lessons.css";
import "./lines.css";
import "./margins.css";
import "./cluster-lessons.css";
import type { GuestRoom } from "../../room";
import { LessonsPage } from "./page";

export const lessonsRoom: GuestRoom<"lessons"> = {
  name: "lessons",
  title: "Lessons",
  section: "learn",
  storeOf: "lab",
  view: LessonsPage,
  takes: [],
  withoutData: true,
  forSpeakers: true,
};
