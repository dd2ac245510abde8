import type { Workbench } from "../../session/workbench";
import { GAME_RUNNING } from "./words";

/** The plane while a game is played on its line: back to the game, or out of it. */
export function GameRunning({ workbench }: { workbench: Workbench }) {
  return (
    <section class="room-empty" data-testid="game-running">
      <h2>{GAME_RUNNING.title}</h2>
      <p class="quiet">{workbench.store.say.value(GAME_RUNNING.why)}</p>
      <p class="row">
        <button
          type="button"
          class="button button-main"
          data-testid="go-challenge"
          onClick={() => {
            workbench.room.value = "challenge";
          }}
        >
          {GAME_RUNNING.back}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => workbench.store.send({ action: "leave-challenge" })}
        >
          {GAME_RUNNING.leave}
        </button>
      </p>
    </section>
  );
}
