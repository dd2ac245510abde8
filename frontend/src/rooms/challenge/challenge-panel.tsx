import type { Workbench } from "../../session/workbench";
import { useSay } from "../../ui/naming";
import { START_GAME } from "./words";

const STEPS = [
  "You begin with a few documents, bought at random: some to count words in, some to check on.",
  "Spend credits on more, for training or for validation, one credit a document.",
  "Steer: smoothing, line, curve. All numbers come from what you have bought.",
  "When you dare, open the test. It opens once in a game, and only the F1 there counts.",
];

/** What the game is, and its start. While it runs, it is played above the plots. */
export function ChallengePanel({ workbench }: { workbench: Workbench }) {
  const say = useSay();
  const { store } = workbench;
  const running = Boolean(store.viewParts.challenge.value);
  const resumable = Boolean(store.viewParts.own_histories.value?.challenge);
  return (
    <section class="group game-intro">
      <h2>{say("Steer with few documents")}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{say(step)}</li>
        ))}
      </ol>
      {running ? (
        <p class="quiet">The game is under way: buy and open the test above the plots.</p>
      ) : (
        <p class="row">
          {resumable && (
            <button
              type="button"
              class="button button-go"
              data-testid="challenge-resume"
              onClick={() => store.send({ action: "resume-challenge" })}
            >
              {START_GAME.resume}
            </button>
          )}
          <button
            type="button"
            class={resumable ? "button" : "button button-go"}
            data-testid="challenge-start"
            onClick={() => {
              store.send({ action: "start-challenge" });
              workbench.rooms.plane.tab.value = "knobs";
            }}
          >
            {resumable ? START_GAME.another : START_GAME.first}
          </button>
        </p>
      )}
    </section>
  );
}
