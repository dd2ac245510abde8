import { useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Workbench } from "../session/workbench";
import { rate } from "../ui/format";
import { SPLITS, type View } from "../wire/types";

const SETTLE_MS = 700;

/** Says the numbers to those who listen, once a change has settled. */
export function LiveNumbers({ workbench }: { workbench: Workbench }) {
  const spoken = useSignal("");
  const timer = useRef(0);
  useSignalEffect(() => {
    const view = workbench.store.view.value;
    window.clearTimeout(timer.current);
    if (!view?.training || !view.validation || !workbench.store.hasData.value) return;
    if (workbench.store.unlabeled.value) return;
    timer.current = window.setTimeout(() => {
      spoken.value = sentence(view);
    }, SETTLE_MS);
  });
  return (
    <p class="unseen" role="status" aria-live="polite" data-testid="live">
      {spoken.value}
    </p>
  );
}

function sentence(view: View): string {
  return SPLITS.map((split) => {
    const { recall, precision, f1 } = view[split].line;
    return `${split}: recall ${rate(recall)}, precision ${rate(precision)}, F1 ${rate(f1)}`;
  }).join("; ");
}
