import { ChallengeStrip } from "../challenge/challenge-strip";
import type { Session } from "../session";
import { SplitPanel } from "./split";

/** Training and validation side by side in the likelihood plane. */
export function PlaneRoom({ session }: { session: Session }) {
  return (
    <div class="plane-room">
      <ChallengeStrip session={session} />
      <SplitPanel session={session} split="training" />
      <SplitPanel session={session} split="validation" />
    </div>
  );
}
