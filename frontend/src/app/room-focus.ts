import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../session/workbench";

/**
 * Brings the focus to a room that was entered, so that the next Tab is inside it. It stays where the
 * person is still choosing: on a section of several rooms, or in the top bar.
 */
export function useRoomFocus(workbench: Workbench, root: RefObject<HTMLElement>): void {
  const room = workbench.room.value;
  const ready = workbench.store.ready.value;
  // before, the page itself finds the room to begin in: nobody entered it
  const begun = useRef(false);
  useEffect(() => {
    if (!ready) return;
    const timer = window.setTimeout(() => {
      begun.current = true;
    });
    return () => window.clearTimeout(timer);
  }, [ready]);
  useEffect(() => {
    if (!begun.current) return;
    const focused = document.activeElement;
    const lost = focused === null || focused === document.body;
    const chosen = focused?.matches(".rail [aria-current=page]") ?? false;
    if (!lost && !chosen) return;
    root.current?.querySelector<HTMLElement>("#content")?.focus({ preventScroll: true });
  }, [room]);
}
