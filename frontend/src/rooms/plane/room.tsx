import type { Workbench } from "../../session/workbench";
import { PlanePlots } from "./plots";

/** Training and validation side by side in the likelihood plane. */
export function PlaneRoom({ workbench }: { workbench: Workbench }) {
  return (
    <div class="plane-room pane">
      <PlanePlots workbench={workbench} />
    </div>
  );
}
