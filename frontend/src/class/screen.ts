import { savedScreen } from "../session/room-store";
import type { ClassLink, Screen } from "./link";

const LOOK_MS = 400;

/** Tells the class what is open on this page whenever it changes, while the teacher shows it. */
export function showScreen(link: ClassLink): () => void {
  let sent = "";
  const timer = window.setInterval(() => {
    const info = link.info.peek();
    if (!info?.sharing) {
      sent = "";
      return;
    }
    const screen = savedScreen();
    const text = JSON.stringify(screen);
    if (text === sent) return;
    sent = text;
    link.send({ screen });
  }, LOOK_MS);
  return () => window.clearInterval(timer);
}

/** The parts of a screen that can be followed without opening the page anew. */
const LIGHT = new Set(["room", "sections", "lesson", "lesson-steps"]);

/** How a page gets from one screen to the next: nothing, a step, or opened anew. */
export function wayTo(before: Screen | null, next: Screen): "same" | "step" | "anew" {
  if (!before) return "anew";
  const names = new Set([...Object.keys(before), ...Object.keys(next)]);
  const changed = [...names].filter((name) => before[name] !== next[name]);
  if (changed.length === 0) return "same";
  return changed.every((name) => LIGHT.has(name)) ? "step" : "anew";
}
