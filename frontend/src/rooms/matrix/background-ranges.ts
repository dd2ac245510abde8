import { effect } from "@preact/signals";
import type { Store } from "../../session/store";
import type { Frame } from "../../wire/types";
import type { MatrixStore } from "./store";

const REST_MS = 3000;
const NEXT_MS = 400;

/**
 * Has the other models fitted while the hand rests, one after another, so that every cell can say
 * what the best of them could do. Nobody waits for it: the server answers at once.
 */
export function askBeside(store: Store, room: MatrixStore): () => void {
  let timer = 0;
  let pause = REST_MS;
  let takesLong = ""; // the question that is only asked about with a button
  const ask = (after: number) => {
    timer = window.setTimeout(() => {
      if (room.draft.peek() !== null || document.hidden) ask(REST_MS);
      else room.send({ action: "ask-ranges", beside: true });
    }, after);
  };
  const listen = (frame: Frame) => {
    if (frame.kind !== "ranges") return;
    if (frame.left === null) takesLong = room.question.peek();
    if (frame.left && !store.unanswered.peek()) pause = NEXT_MS; // nothing else was asked meanwhile
  };
  store.listeners.add(listen);
  const follow = effect(() => {
    const open = room.isOpen.value && room.view.value !== null && store.status.value === "open";
    const asked = room.best.value !== null || room.question.value === takesLong;
    const busy = store.unanswered.value;
    window.clearTimeout(timer);
    if (open && !asked && !busy) {
      ask(pause);
      pause = REST_MS;
    }
  });
  return () => {
    window.clearTimeout(timer);
    store.listeners.delete(listen);
    follow();
  };
}
