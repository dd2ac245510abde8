import type { Sent } from "./link";

export interface Latency {
  action: string;
  id: number;
  /** From the hand to the animation frame after the one that drew the answer. */
  ms: number;
  /** From the hand to the end of the drawing itself. */
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
    await nextFrame();
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

export function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
