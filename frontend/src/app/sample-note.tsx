import type { Workbench } from "../session/workbench";
import { SAMPLE } from "./words";

const ON_ALL_ROWS: Record<string, "plane" | "matrix"> = { plane: "plane", matrix: "matrix" };
const ON_SAMPLE = ["scores", "why", "slices", "compare", "clusters", "challenge"];

/** Which rows a page is about, where all rows are in partitions and some of them in memory. */
export function SampleNote({ workbench }: { workbench: Workbench }) {
  const sample = workbench.store.view.value?.sample;
  const room = workbench.room.value;
  const words = ON_ALL_ROWS[room] ?? (ON_SAMPLE.includes(room) ? "others" : null);
  if (!sample || !words) return null;
  return (
    <p class="sample-note note" data-testid="sample-note" title={SAMPLE.where(sample)}>
      {sample.rows < sample.of ? SAMPLE[words](sample) : SAMPLE.where(sample)}{" "}
      {sample.lost_workers > 0 && <b>{SAMPLE.lost(sample.lost_workers)}</b>}
    </p>
  );
}
