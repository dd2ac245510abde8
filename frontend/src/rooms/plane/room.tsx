import type { Workbench } from "../../session/workbench";
import { ChallengeStrip } from "../challenge/challenge-strip";
import { SplitPanel } from "./split";

/** Training and validation side by side in the likelihood plane. */
export function PlaneRoom({ workbench }: { workbench: Workbench }) {
  return (
    <div class="plane-room pane">
      <ChallengeStrip workbench={workbench} />
      <SplitPanel workbench={workbench} split="training" />
      <SplitPanel workbench={workbench} split="validation" />
    </div>
  );
}
