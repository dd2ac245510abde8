import { effect } from "@preact/signals";
import { roomNamed } from "../rooms";
import type { Workbench } from "../session/workbench";
import { TITLE } from "./words";

/** What the window is called: the file or data set, then the room. */
export function titleOf({ room, rooms, store }: Workbench): string {
  const open = roomNamed(room.value);
  if (!open) return TITLE.page([]);
  const file = rooms.data.view.value?.name ?? null;
  const dataset = store.hasData.value ? (store.stateParts.dataset.value ?? null) : null;
  const data = dataset === null || rooms.data.isLoaded.value ? file : dataset;
  return TITLE.page([data, open.title]);
}

export function keepTitle(workbench: Workbench): () => void {
  return effect(() => {
    document.title = titleOf(workbench);
  });
}
