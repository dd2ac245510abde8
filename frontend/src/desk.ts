import { effect } from "@preact/signals";
import type { Store } from "./store";
import type { Action, Frame } from "./wire/types";

/** What is open on the page of a room: it hears what arrives, follows values, and ends with them. */
export abstract class Desk<Sent extends Action> {
  private readonly endings: (() => void)[] = [];

  constructor(protected readonly store: Store) {}

  /** Called once by a desk that is complete: effects run at once. */
  protected begin(...follow: (() => void)[]): void {
    const listen = (frame: Frame) => this.receive(frame);
    this.store.listeners.add(listen);
    this.endings.push(
      () => this.store.listeners.delete(listen),
      ...follow.map((each) => effect(() => each.call(this))),
    );
  }

  close(): void {
    for (const end of this.endings) end();
  }

  send(action: Sent, dragging = false): void {
    this.store.send(action, dragging);
  }

  protected abstract receive(frame: Frame): void;
}

/** What was kept under a name while this window is open; null on a page without storage. */
export function keptOpen<Open>(name: string): Open | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps what is open, so that a reload finds it; nothing while there is nothing to keep. */
export function keepOpen(name: string, open: () => object | null): () => void {
  return effect(() => {
    const now = open();
    if (now) keepOnce(name, now);
  });
}

/** Keeps a value for a reload of this window. */
export function keepOnce(name: string, value: object | string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a page without storage opens as new
  }
}
