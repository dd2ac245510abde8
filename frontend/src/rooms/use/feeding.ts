import type { Workbench } from "../../session/workbench";

/** Brings files to the server, one after the other, and gives their rows to the model in use. */
export function feedFiles(workbench: Workbench, files: File[]): void {
  const [file, ...rest] = files;
  if (!file) return;
  const { data, use } = workbench.rooms;
  data.bring(file, (path) => {
    const before = use.choice.peek()?.events.length ?? 0;
    use.send({ action: "feed-file", path });
    if (rest.length === 0) return;
    // an action that comes too early would stop the one before it
    const arrived = () => (use.choice.value?.events.length ?? 0) > before;
    workbench.when(arrived, () => feedFiles(workbench, rest));
  });
}

/** Brings a file of labels, or a saved model, and does something with its path. */
export function bringFile(
  workbench: Workbench,
  files: FileList | null,
  then: (path: string) => void,
): void {
  const file = files?.[0];
  if (file) workbench.rooms.data.bring(file, then);
}
