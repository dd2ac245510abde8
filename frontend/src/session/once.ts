import { effect } from "@preact/signals";

/** Does something as soon as a condition over signals holds, once; the result gives up waiting. */
export function once(condition: () => boolean, then: () => void): () => void {
  let waiting = true;
  const stop = effect(() => {
    if (!waiting || !condition()) return;
    waiting = false;
    // after the effect: what follows may change what the condition reads
    queueMicrotask(then);
  });
  return () => {
    waiting = false;
    stop();
  };
}
