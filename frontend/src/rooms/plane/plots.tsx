import type { Workbench } from "../../session/workbench";
import { SplitPanel } from "./split";

/** Training and validation side by side. */
export function PlanePlots({ workbench }: { workbench: Workbench }) {
  return (
    <>
      <SplitPanel workbench={workbench} split="training" />
      <SplitPanel workbench={workbench} split="validation" />
    </>
  );
}
