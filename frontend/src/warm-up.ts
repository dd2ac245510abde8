import { effect, type ReadonlySignal } from "@preact/signals";
import type { Store } from "./store";

const AFTER_MS = 400;
const TIMES = 4;
const MOST_POINTS = 100_000;
const HAND = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Shows the plane as it is a few times over while nobody does anything: a browser runs code slowly
 * until it has run it, and the first movement of a hand would pay for that. It ends with the first
 * sign of a hand. The result stops it.
 */
export function warmUp(store: Store, room: ReadonlySignal<string>): () => void {
  if (!("requestIdleCallback" in window)) return () => {};
  let timer = 0;
  let idle = 0;
  let left = TIMES;
  const stop = () => {
    left = 0;
    window.clearTimeout(timer);
    window.cancelIdleCallback(idle);
    for (const name of HAND) window.removeEventListener(name, stop, true);
  };
  const once = () => {
    if (room.peek() === "plane" && store.repeated(MOST_POINTS)) left -= 1;
    else left = 0;
    if (left > 0) next();
    else stop();
  };
  const next = () => {
    timer = window.setTimeout(() => {
      idle = window.requestIdleCallback(once);
    }, AFTER_MS);
  };
  for (const name of HAND) window.addEventListener(name, stop, true);
  const unfollow = effect(() => {
    if (store.ready.value && left === TIMES) next();
  });
  return () => {
    unfollow();
    stop();
  };
}
