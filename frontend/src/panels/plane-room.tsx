import { ChallengeStrip } from "../challenge/challenge-strip";
import type { Session } from "../session";
import { SplitPanel } from "./split";

/** Training and validation side by side in the likelihood plane. */
export function PlaneRoom({ session }: { session: Session }) {
  if (session.clusters.unlabelled.value) return <Unlabelled session={session} />;
  return (
    <div class="plane-room">
      <ChallengeStrip session={session} />
      <SplitPanel session={session} split="training" />
      <SplitPanel session={session} split="validation" />
    </div>
  );
}

/** Documents without labels have no category to be inside or outside of. */
function Unlabelled({ session }: { session: Session }) {
  return (
    <div class="matrix-unopened" data-testid="unlabelled">
      <h2>{session.store.say.value("These documents have no labels yet")}</h2>
      <p class="quiet">
        Find clusters in them, give those names, and make them the labels of a new data set. It
        opens here.
      </p>
      <button
        type="button"
        class="button button-main"
        onClick={() => {
          session.room.value = "clusters";
        }}
      >
        Find clusters
      </button>
    </div>
  );
}
