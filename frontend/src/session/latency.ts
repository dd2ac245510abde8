import type { Sent } from "./link";

export interface Latency {
  action: string;
  id: number;
  /** From the hand until the frame that shows the answer was laid out, painted and handed over. */
  ms: number;
  /** From the hand to the animation frame that shows the answer, before layout and paint. */
  drawn: number;
  /** From the hand to the arrival of the answer. */
  answered: number;
}

const KEPT = 5000;
const TIMED = new Set(["move-knob", "move-line", "edit-cell", "edit-node", "ask-want"]);

/** Slider to pixels: when the hand moved, and when what it asked for had been drawn. */
export class Latencies {
  readonly records: Latency[] = [];
  private pending = new Map<number, Sent>();

  sent(sent: Sent): void {
    if (!TIMED.has(sent.action.action)) return;
    this.pending.set(sent.id, sent);
    performance.mark(`steersman-action-${sent.id}`);
  }

  forget(): void {
    this.pending.clear();
  }

  /** Call when a frame that answers `replyTo` has been handed to the painters. */
  async answered(replyTo: number, painted: () => Promise<unknown>): Promise<void> {
    const answered = [...this.pending.values()].filter((sent) => sent.id <= replyTo);
    if (answered.length === 0) return;
    for (const sent of answered) this.pending.delete(sent.id);
    const answeredAt = performance.now();
    await painted();
    const drawnAt = performance.now();
    await afterRendering();
    const shownAt = performance.now();
    for (const sent of answered) this.record(sent, answeredAt, drawnAt, shownAt);
  }

  private record(sent: Sent, answeredAt: number, drawnAt: number, shownAt: number): void {
    const mark = `steersman-action-${sent.id}`;
    performance.measure(`steersman ${sent.action.action}`, { start: sent.at, end: shownAt });
    performance.clearMarks(mark);
    this.records.push({
      action: sent.action.action,
      id: sent.id,
      ms: shownAt - sent.at,
      drawn: drawnAt - sent.at,
      answered: answeredAt - sent.at,
    });
    if (this.records.length > KEPT) this.records.splice(0, this.records.length - KEPT);
  }
}

/** Resolves once the frame whose animation callbacks are running has been rendered. */
function afterRendering(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
