import { missingLabels } from "./panels/rail";
import type { Session } from "./session";

/** The keys of the page, as the help lists them. */
export const KEYS: { keys: string[]; does: string }[] = [
  { keys: ["?"], does: "show or hide this list" },
  { keys: ["z"], does: "undo" },
  { keys: ["Z"], does: "redo" },
  { keys: ["↑", "↓"], does: "in the plane: shift the line (Shift: finely)" },
  { keys: ["←", "→"], does: "in the plane: turn the line (Shift: finely)" },
  { keys: ["b"], does: "in the plane: the best line for training" },
  { keys: ["n"], does: "in the plane: next fold" },
  { keys: ["/"], does: "search a word, in the plane and among clusters" },
  { keys: ["Enter"], does: "in the matrix: type what the cell should be" },
  { keys: ["+", "−"], does: "in the matrix: one more, one fewer (Page keys: ten)" },
  { keys: ["l"], does: "in the matrix: lock the cell" },
  { keys: ["Enter", "Delete"], does: "in the lab: paint a point at the cursor, erase it" },
  { keys: ["Esc"], does: "close, clear what is marked" },
];

/** The mouse on the plots, as the help lists it. */
export const MOUSE: { keys: string[]; does: string }[] = [
  { keys: ["drag the line"], does: "shift it" },
  { keys: ["drag an end"], does: "turn it" },
  { keys: ["click a point"], does: "read the document" },
  { keys: ["Alt", "click a point"], does: "turn the line about it" },
  { keys: ["Shift", "drag"], does: "gather documents" },
  { keys: ["wheel, drag"], does: "zoom and pan; double-click shows all" },
];

function typing(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input, textarea, select, [contenteditable]");
}

/** Handles a key pressed anywhere on the page; true when it meant something. */
export function handleKey(session: Session, event: KeyboardEvent, root: ParentNode): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === "Escape") return stepBack(session);
  if (typing(event.target)) return false;
  const inPlane =
    session.room.value === "plane" && session.store.hasData.value && !missingLabels(session);
  if (!inPlane && (event.key.startsWith("Arrow") || "bn".includes(event.key))) return false;
  if (event.key.startsWith("Arrow")) return session.plane.nudge(event.key, event.shiftKey);
  const does: Record<string, () => void> = {
    "?": () => {
      session.helpOpen.value = !session.helpOpen.value;
    },
    z: () => session.undo(),
    Z: () => session.redo(),
    b: () => session.bestLine(),
    n: () => session.nextFold(1),
    "/": () => root.querySelector<HTMLInputElement>("[data-testid=search]")?.focus(),
  };
  const act = does[event.key];
  act?.();
  return act !== undefined;
}

function stepBack(session: Session): boolean {
  const { store, plane } = session;
  if (session.helpOpen.value) session.helpOpen.value = false;
  else if (session.room.value === "clusters" && session.clusters.stepBack()) return true;
  else if (store.selection.value || store.hits.value || plane.pivot.value) {
    store.selection.value = null;
    store.forgetSearch();
    plane.pivot.value = null;
    if (session.tab.value === "selection") session.tab.value = "knobs";
  } else if (store.document.value) {
    store.document.value = null;
    session.tab.value = "knobs";
  } else return false;
  return true;
}
