import { ROOMS } from "../rooms";
import type { KeyHelp } from "../rooms/room";
import type { Workbench } from "../session/workbench";
import { missingLabels } from "./rail";
import { KEY_WORDS } from "./words";

/** The keys of the page, as the help lists them. */
export const KEYS: readonly KeyHelp[] = [
  { keys: ["?"], does: KEY_WORDS.help },
  { keys: ["Ctrl Z", "z"], does: KEY_WORDS.undo },
  { keys: ["Ctrl Shift Z", "Ctrl Y", "Z"], does: KEY_WORDS.redo },
  ...ROOMS.flatMap(({ keys }) => keys ?? []),
  { keys: ["Esc"], does: KEY_WORDS.escape },
];

/** The mouse on the plots, as the help lists it. */
export const MOUSE: readonly KeyHelp[] = ROOMS.flatMap(({ mouse }) => mouse ?? []);

export function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}

const WITHOUT_TEXT = "[type=range], [type=checkbox], [type=radio], [type=button], [type=file]";

/** Whether a field has an undo of its own for what is typed in it. */
function typingText(target: EventTarget | null): boolean {
  const field = target instanceof Element && target.closest("input, textarea, [contenteditable]");
  return Boolean(field) && !(field as Element).matches(WITHOUT_TEXT);
}

/** Undo and redo by the keys that every program has for them; true when it was one of them. */
function handleUndoKeys(workbench: Workbench, event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  const plain = event.altKey || event.ctrlKey === event.metaKey;
  if (plain || (key !== "z" && key !== "y") || typingText(event.target)) return false;
  if (key === "y" || event.shiftKey) workbench.redo();
  else workbench.undo();
  return true;
}

/** Handles a key pressed anywhere on the page; true when it meant something. */
export function handleKey(workbench: Workbench, event: KeyboardEvent, root: ParentNode): boolean {
  if (handleUndoKeys(workbench, event)) return true;
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
