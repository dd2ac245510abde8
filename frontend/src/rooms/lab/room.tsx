import type { Workbench } from "../../session/workbench";
import { useOpenLab } from "./open-lab";
import { PlanePage } from "./plane-page";

/** Classic classifiers step by step. */
export function LabRoom({ workbench }: { workbench: Workbench }) {
  useOpenLab(workbench);
  return (
    <div class="lab-room pane" data-testid="lab-room">
      <PlanePage workbench={workbench} />
    </div>
  );
}
