import type { Workbench } from "../../session/workbench";
import { PlaneInspector } from "../plane/inspector";
import { PlanePlots } from "../plane/plots";
import { ChallengePanel } from "./challenge-panel";
import { ChallengeStrip } from "./challenge-strip";
import { ROOM } from "./words";

/** The game: what it is, or, while it is played, the plots with the budget above them. */
export function ChallengeRoom({ workbench }: { workbench: Workbench }) {
  if (!workbench.store.viewParts.challenge.value) {
    return (
      <div class="game-page">
        <ChallengePanel workbench={workbench} />
      </div>
    );
  }
  return (
    <div class="plane-room pane">
      <ChallengeStrip workbench={workbench} />
      <PlanePlots workbench={workbench} />
    </div>
  );
}

export function ChallengeInspector({ workbench }: { workbench: Workbench }) {
  if (workbench.store.viewParts.challenge.value) return <PlaneInspector workbench={workbench} />;
  return <aside class="inspector" aria-label={ROOM.inspector} />;
}
