import { ROOMS } from "../rooms";
import type { KeyHelp } from "../rooms/room";
import type { Workbench } from "../session/workbench";
import { missingLabels } from "./rail";

/** The keys of the page, as the help lists them. */
export const KEYS: readonly KeyHelp[] = [
  { keys: ["?"], does: "show or hide this list" },
  { keys: ["z"], does: "undo" },
  { keys: ["Z"], does: "redo" },
  ...ROOMS.flatMap(({ keys }) => keys ?? []),
  { keys: ["Esc"], does: "close, clear what is marked" },
];

/** The mouse on the plots, as the help lists it. */
export const MOUSE: readonly KeyHelp[] = ROOMS.flatMap(({ mouse }) => mouse ?? []);

export function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}

/** Handles a key pressed anywhere on the page; true when it meant something. */
export function handleKey(workbench: Workbench, event: KeyboardEvent, root: ParentNode): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") return stepBack(workbench);
  if (typing(event.target)) return false;
  const does: Record<string, () => void> = {
    "?": () => {
      workbench.helpOpen.value = !workbench.helpOpen.value;
    },
    z: () => workbench.undo(),
    Z: () => workbench.redo(),
    "/": () => root.querySelector<HTMLInputElement>("[data-testid=search]")?.focus(),
  };
  const act = does[event.key];
  act?.();
  if (act) return true;
  const shows = workbench.store.hasData.value && !missingLabels(workbench);
  return shows && (workbench.openStore?.handleKey(event) ?? false);
}

function stepBack({ guide, helpOpen, openStore, store }: Workbench): boolean {
  if (helpOpen.value) helpOpen.value = false;
  else if (guide.value) guide.value = null;
  else if (openStore?.stepBack()) return true;
  else if (store.hits.value) store.forgetSearch();
  else return false;
  return true;
}
