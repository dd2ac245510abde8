import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { PlanePage } from "./plane-page";

/** Classic classifiers step by step. */
export function LabRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.lab;
  useEffect(() => {
    if (!room.choice.peek()) room.send({ action: "open-lab" });
  }, [room, room.choice.value === null]);
  return (
    <div class="lab-room pane" data-testid="lab-room">
      <PlanePage workbench={workbench} />
    </div>
  );
}
