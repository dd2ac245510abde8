import type { State } from "./wire/types";

const KEY = "state=";

/** The part of the address that reopens a state. */
export function hashOf(state: State): string {
  return `#${KEY}${encodeURIComponent(JSON.stringify(state))}`;
}

/** The state in an address, or null when there is none that can be read. */
export function stateIn(hash: string): State | null {
  const text = hash.replace(/^#/, "");
  if (!text.startsWith(KEY)) return null;
  try {
    const state = JSON.parse(decodeURIComponent(text.slice(KEY.length)));
    return isState(state) ? state : null;
  } catch {
    return null;
  }
}

function isState(value: unknown): value is State {
  const state = value as Partial<State> | null;
  return (
    typeof state === "object" &&
    state !== null &&
    typeof state.dataset === "string" &&
    typeof state.category === "string" &&
    typeof state.knobs === "object"
  );
}

/** Puts the link to a state into the clipboard. */
export async function sharedLink(state: State): Promise<void> {
  history.replaceState(null, "", hashOf(state));
  await navigator.clipboard.writeText(location.href);
}
