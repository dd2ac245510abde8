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

/** The address that reopens a state. */
export function linkTo(state: State): string {
  return new URL(hashOf(state), location.href).href;
}

/** Puts the link to a state into the clipboard. */
export async function sharedLink(state: State): Promise<void> {
  await navigator.clipboard.writeText(linkTo(state));
}
