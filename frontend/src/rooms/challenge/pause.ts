import { effect, signal, untracked } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { roomNamed } from "..";

/** Whether a game is shown in a room that is about the project. */
export function hidesProject({ room, store }: Workbench): boolean {
  return Boolean(store.state.value?.challenge) && roomNamed(room.value)?.section !== "learn";
}

/**
 * Leaves the game when a person goes on to a room of the project, and goes on with it when they come
 * back to the challenge. A game that another window plays is left alone.
 */
export function pauseWithRoom(workbench: Workbench): () => void {
  const { room, store } = workbench;
  let playedHere = false;
  const paused = signal(false);
  return effect(() => {
    const here = room.value;
    untracked(() => {
      const plays = Boolean(store.state.value?.challenge);
      if (here === "challenge") {
        if (paused.value && !plays) store.send({ action: "resume-challenge" });
        paused.value = false;
      } else if (playedHere && plays && hidesProject(workbench)) {
        store.send({ action: "leave-challenge" });
        paused.value = true;
      }
      playedHere = here === "challenge" || (playedHere && plays && !paused.value);
    });
  });
}
