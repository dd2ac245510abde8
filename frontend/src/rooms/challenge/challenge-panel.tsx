import type { Workbench } from "../../session/workbench";
import { useSay } from "../../ui/naming";
import { INTRO, START_GAME } from "./words";

/** What the game is, and its start. While it runs, it is played above the plots. */
export function ChallengePanel({ workbench }: { workbench: Workbench }) {
  const say = useSay();
  const { store } = workbench;
  const running = Boolean(store.viewParts.challenge.value);
  const resumable = Boolean(store.viewParts.own_histories.value?.challenge);
  return (
    <section class="group game-intro">
      <h2>{say(INTRO.title)}</h2>
      <ol>
        {INTRO.steps.map((step) => (
          <li key={step}>{say(step)}</li>
        ))}
      </ol>
      {running ? (
        <p class="quiet">{say(INTRO.running)}</p>
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
