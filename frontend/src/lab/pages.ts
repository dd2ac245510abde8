import type { ComponentType } from "preact";
import type { Session } from "../session";
import { LessonsPage } from "./lessons";
import { PlaneInspector } from "./plane-inspector";
import { PlanePage } from "./plane-page";

type View = ComponentType<{ session: Session }>;

export interface LabPage {
  name: string;
  title: string;
  view: View;
  /** What the page shows on its right. */
  inspector?: View;
}

/** The pages of the lab. A new page is one more line. */
export const LAB_PAGES: LabPage[] = [
  { name: "plane", title: "Plane", view: PlanePage, inspector: PlaneInspector },
  { name: "lessons", title: "Lessons", view: LessonsPage },
];
