import type { Workbench } from "../../session/workbench";
import { GameRunning } from "../challenge/game-running";
import { PlanePlots } from "./plots";

/** Training and validation side by side in the likelihood plane. */
export function PlaneRoom({ workbench }: { workbench: Workbench }) {
  if (workbench.store.viewParts.challenge.value) return <GameRunning workbench={workbench} />;
  return (
    <div class="plane-room pane">
      <PlanePlots workbench={workbench} />
    </div>
  );
}
