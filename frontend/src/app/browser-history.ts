import { effect } from "@preact/signals";
import { roomNamed } from "../rooms";
import { START_PAGE } from "../session/room-store";
import type { Workbench } from "../session/workbench";

const roomOf = (state: unknown): string | null => (state as { room?: string } | null)?.room ?? null;

/** A step of the browser's own history for each room that is entered: Back and Forward go through them. */
export function keepBrowserHistory(workbench: Workbench): void {
  const { room, store } = workbench;
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
    if (name === START_PAGE || roomNamed(name)) room.value = name!;
  });
}
