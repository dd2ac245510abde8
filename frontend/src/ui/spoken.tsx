import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const SETTLE_MS = 700;

/** Says a sentence to those who listen, once it has stopped changing. */
export function Spoken({ text }: { text: string }) {
  const said = useSignal("");
  useEffect(() => {
    const timer = window.setTimeout(() => {
      said.value = text;
    }, SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return (
    <p class="unseen" role="status" aria-live="polite">
      {said.value}
    </p>
  );
}
