import type { ComponentType } from "preact";
import type { Workbench } from "../../session/workbench";
import { LessonsPage } from "./lessons/page";
import { PlaneInspector } from "./plane-inspector";
import { PlanePage } from "./plane-page";
import type { LabPageName } from "./store";

type View = ComponentType<{ workbench: Workbench }>;

export interface LabPage {
  name: LabPageName;
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
