import type { Workbench } from "../../session/workbench";
import { LAB_PAGES } from "./pages";

/** What the open page of the lab shows on its right. */
export function LabInspector({ workbench }: { workbench: Workbench }) {
  const page =
    LAB_PAGES.find(({ name }) => name === workbench.rooms.lab.page.value) ?? LAB_PAGES[0]!;
  const Shown = page.inspector;
  return Shown ? (
    <Shown workbench={workbench} />
  ) : (
    <aside class="inspector" aria-label="Inspector" />
  );
}
