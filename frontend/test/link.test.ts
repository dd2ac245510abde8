import { describe, expect, it } from "vitest";
import { Link } from "../src/session/link";
import type { Frame } from "../src/wire/types";
import { frame, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

function opened() {
  const transport = new FakeTransport();
  const frames: Frame[] = [];
  const faults: unknown[] = [];
  const link = new Link(transport, {
    opening: () => ({ action: "open" }),
    frame: (each) => frames.push(each),
    status: () => {},
    sent: () => {},
    fault: (error) => faults.push(error),
  });
  transport.open();
  return { transport, link, frames, faults };
}

const alpha = (value: number, gesture = 1) =>
  ({ action: "move-knob", knob: "alpha", value, gesture }) as const;

describe("the link", () => {
  it("opens first and counts its messages", () => {
    const { transport, link } = opened();
    link.request({ action: "undo" });
    link.request({ action: "redo" });
    expect(transport.sent.map(({ id, action }) => [id, action])).toEqual([
      [1, "open"],
      [2, "undo"],
      [3, "redo"],
    ]);
  });

  it("keeps only the newest value while one is under way", () => {
    const { transport, link } = opened();
    for (const value of [0.1, 0.2, 0.3, 0.4]) link.request(alpha(value));
    expect(transport.actions("move-knob").map((sent) => sent.value)).toEqual([0.1]);
    transport.arrive(viewFrame({ reply_to: 2 }));
    expect(transport.actions("move-knob").map((sent) => sent.value)).toEqual([0.1, 0.4]);
    transport.arrive(viewFrame({ reply_to: 3 }));
    expect(transport.sent).toHaveLength(3);
  });

  it("does not take an older answer or progress for the awaited one", () => {
    const { transport, link } = opened();
    link.request(alpha(0.1));
    link.request(alpha(0.2));
    transport.arrive(viewFrame({ reply_to: 1 }));
    transport.arrive(frame({ kind: "progress", reply_to: 2, task: "fit", done: 0.5 }));
    expect(transport.actions("move-knob")).toHaveLength(1);
    transport.arrive(
      frame({ kind: "error", reply_to: 2, error: { code: "no", what: "no", todo: "yes" } }),
    );
    expect(transport.actions("move-knob")).toHaveLength(2);
  });

  it("sends a held value before an action that comes after it", () => {
    const { transport, link } = opened();
    link.request(alpha(0.1));
    link.request(alpha(0.2));
    link.request({ action: "undo" });
    expect(transport.sent.slice(1).map((sent) => sent.value ?? sent.action)).toEqual([
      0.1,
      0.2,
      "undo",
    ]);
  });

  it("sends a held value when the window goes away", () => {
    for (const goes of ["flush", "close"] as const) {
      const { transport, link } = opened();
      link.request(alpha(0.1));
      link.request(alpha(0.2));
      link[goes]();
      expect(transport.actions("move-knob").map((sent) => sent.value)).toEqual([0.1, 0.2]);
    }
  });

  it("keeps values of different gestures and knobs apart", () => {
    const { transport, link } = opened();
    link.request(alpha(0.1, 1));
    link.request(alpha(0.2, 1));
    link.request(alpha(0.3, 2));
    link.request({ action: "move-knob", knob: "beta", value: 9, gesture: 3 });
    transport.arrive(viewFrame({ reply_to: 2 }));
    expect(transport.actions("move-knob").map((sent) => sent.value)).toEqual([0.1, 0.2, 0.3, 9]);
  });

  it("starts afresh after a lost connection and sends nothing while it is lost", () => {
    const { transport, link } = opened();
    link.request(alpha(0.1));
    link.request(alpha(0.2));
    transport.lose();
    link.request({ action: "undo" });
    transport.open();
    expect(transport.sent.slice(2)).toEqual([{ id: 1, action: "open" }]);
    link.request(alpha(0.3));
    expect(transport.last).toMatchObject({ id: 2, value: 0.3 });
  });

  it("reports a message that it cannot read and goes on", () => {
    const { transport, frames, faults } = opened();
    transport.arrive(new ArrayBuffer(4));
    transport.arrive(viewFrame());
    expect(faults).toHaveLength(1);
    expect(frames).toHaveLength(1);
  });
});
