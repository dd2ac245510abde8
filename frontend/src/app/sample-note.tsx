import { roomNamed } from "../rooms";
import type { Workbench } from "../session/workbench";
import { SAMPLE } from "./words";

/** Which rows a page is about, where all rows are in partitions and some of them in memory. */
export function SampleNote({ workbench }: { workbench: Workbench }) {
  const sample = workbench.store.view.value?.sample;
  const words = roomNamed(workbench.room.value)?.onPartitions;
  if (!sample || !words) return null;
  return (
    <p class="sample-note note" data-testid="sample-note" title={SAMPLE.where(sample)}>
      {sample.rows < sample.of ? SAMPLE[words](sample) : SAMPLE.where(sample)}{" "}
      {sample.lost_workers > 0 && <b>{SAMPLE.lost(sample.lost_workers)}</b>}
    </p>
  );
}
