import { decodedFrame, encodedAction } from "../wire/frame";
import type { Action, Frame } from "../wire/types";

export type Status = "connecting" | "open" | "lost";

/** What carries messages: a WebSocket, a notebook's comm, or a fake in tests. */
export interface Transport {
  send(text: string): void;
  onMessage(receive: (message: ArrayBuffer | ArrayBufferView) => void): void;
  onStatus(receive: (status: Status) => void): void;
  close(): void;
}

export interface Sent {
  id: number;
  action: Action;
  /** When the hand moved, on the clock of performance.now(). */
  at: number;
  /** Part of a drag: the next value follows at once, so nothing need glide. */
  dragging: boolean;
  /** While an answer is awaited, a newer value under the same key replaces it. */
  key: string | null;
}

interface LinkEvents {
  /** What a new connection asks first. */
  opening(): Action;
  frame(frame: Frame): void;
  status(status: Status): void;
  sent(sent: Sent): void;
  fault(error: unknown): void;
}

/** Movements of one hand replace each other; every other action waits for its turn. */
function coalescingKey(action: Action): string | null {
  if (action.action === "move-knob") return `knob ${action.knob} ${action.gesture}`;
  if (action.action === "move-line") return `line ${action.gesture}`;
  if (action.action === "bayes-plane" || action.action === "bayes-demo") return action.action;
  if (action.action === "try-row" && !action.explained) return action.action;
  if ("gesture" in action && action.gesture) return `${action.action} ${action.gesture}`;
  return null;
}

/**
 * Numbers the actions and keeps only the newest unsent value of a moving knob or line while an
 * earlier one is under way: the latest wins, nothing queues up.
 */
export class Link {
  private nextId = 1;
  private awaited = 0;
  private held = new Map<string, Omit<Sent, "id">>();
  private waiting: Omit<Sent, "id">[] = [];
  private status: Status = "connecting";

  constructor(
    private readonly transport: Transport,
    private readonly events: LinkEvents,
  ) {
    transport.onMessage((message) => this.receive(message));
    transport.onStatus((status) => this.changed(status));
  }

  request(action: Action, dragging = false, key = coalescingKey(action)): void {
    const entry = { action, at: performance.now(), dragging, key };
    if (this.status === "lost") return; // the page is inert until the state is back
    if (this.status === "connecting") {
      this.waiting.push(entry);
      return;
    }
    if (key !== null && this.awaited > 0) {
      this.held.delete(key);
      this.held.set(key, entry);
      return;
    }
    this.flush();
    this.send(entry);
  }

  close(): void {
    this.flush();
    this.transport.close();
  }

  private send(entry: Omit<Sent, "id">): void {
    const sent = { ...entry, id: this.nextId++ };
    if (entry.key !== null) this.awaited = sent.id;
    this.events.sent(sent);
    this.transport.send(encodedAction(sent.id, sent.action));
  }

  /** Sends what waits for an answer first: something else is asked, or the window goes away. */
  flush(): void {
    const entries = [...this.held.values()];
    this.held.clear();
    for (const entry of entries) this.send(entry);
  }

  private receive(message: ArrayBuffer | ArrayBufferView): void {
    let frame: Frame;
    try {
      frame = decodedFrame(message);
    } catch (error) {
      this.events.fault(error);
      return;
    }
    if (frame.kind !== "progress" && frame.reply_to >= this.awaited && this.awaited > 0) {
      this.awaited = 0;
      this.flush();
    }
    this.events.frame(frame);
  }

  private changed(status: Status): void {
    this.status = status;
    this.held.clear();
    this.nextId = 1;
    this.awaited = 0;
    this.events.status(status);
    if (status !== "open") return;
    this.send({ action: this.events.opening(), at: performance.now(), dragging: false, key: null });
    const waiting = this.waiting;
    this.waiting = [];
    for (const entry of waiting) this.send(entry);
  }
}
