import { expect, it, vi } from "vitest";
import { keepRoomSteps } from "../src/room-steps";
import { Session } from "../src/session";
import { POINTS, VIEW, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

const roomNow = () => (history.state as { room: string }).room;

it("makes each room that is entered a step of the browser's history, and goes back to it", () => {
  vi.useFakeTimers();
  const transport = new FakeTransport();
  const session = new Session(transport);
  const before = history.length;
  try {
    transport.open();
    keepRoomSteps(session);
    session.room.value = "data"; // the page finds where to begin
    transport.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS));
    vi.advanceTimersByTime(1);
    expect([roomNow(), history.length]).toEqual(["data", before]);
    session.room.value = "plane";
    session.room.value = "lab";
    expect([roomNow(), history.length]).toEqual(["lab", before + 2]);
    const asked = transport.sent.length;
    window.dispatchEvent(new PopStateEvent("popstate", { state: { room: "plane" } }));
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
    expect(session.room.value).toBe("plane");
    expect(transport.sent).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
    session.close();
  }
});
