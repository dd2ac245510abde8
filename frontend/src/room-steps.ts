import { effect } from "@preact/signals";
import { ROOMS } from "./panels/rail";
import type { Session } from "./session";

const roomOf = (state: unknown): string | null => (state as { room?: string } | null)?.room ?? null;

/** A step of the browser's own history for each room that is entered: Back and Forward go through them. */
export function keepRoomSteps(session: Session): void {
  const { room, store } = session;
  let begun = false; // before, the page itself finds the room to begin in: that is no step
  effect(() => {
    if (store.ready.value) window.setTimeout(() => (begun = true));
  });
  history.replaceState({ room: room.peek() }, "");
  room.subscribe((name) => {
    if (roomOf(history.state) === name) return;
    if (begun) history.pushState({ room: name }, "");
    else history.replaceState({ room: name }, "");
  });
  window.addEventListener("popstate", ({ state }) => {
    const name = roomOf(state);
    if (ROOMS.some((each) => each.name === name)) room.value = name!;
  });
}
