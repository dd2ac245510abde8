import type { State } from "../wire/types";

const KEY = "state=";
const ROOM = /^room=([a-z]+)(?:&|$)/;

/** The part of the address that reopens a state in the room it is looked at. */
export function hashOf(state: State, room: string): string {
  return `#room=${room}&${KEY}${encodeURIComponent(JSON.stringify(state))}`;
}

/** The room that an address asks for, or null when it names none. */
export function roomIn(hash: string): string | null {
  return ROOM.exec(hash.replace(/^#/, ""))?.[1] ?? null;
}

/** The state in an address, or null when there is none that can be read. */
export function stateIn(hash: string): State | null {
  const text = hash.replace(/^#/, "").replace(ROOM, "");
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
    typeof state.plane === "object"
  );
}

/** The address that reopens a state in a room. */
export function linkTo(state: State, room: string): string {
  return new URL(hashOf(state, room), location.href).href;
}

/** Puts a link into the clipboard. */
export async function copyText(link: string): Promise<void> {
  await navigator.clipboard.writeText(link);
}
