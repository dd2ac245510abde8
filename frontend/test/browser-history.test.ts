import { expect, it, vi } from "vitest";
import { keepBrowserHistory } from "../src/app/browser-history";
import { Workbench } from "../src/session/workbench";
import { POINTS, VIEW, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

const roomNow = () => (history.state as { room: string }).room;

it("makes each room that is entered a step of the browser's history, and goes back to it", () => {
  vi.useFakeTimers();
  const transport = new FakeTransport();
  const workbench = new Workbench(transport);
  const before = history.length;
  try {
    transport.open();
    keepBrowserHistory(workbench);
    workbench.room.value = "data"; // the page finds where to begin
    transport.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS));
    vi.advanceTimersByTime(1);
    expect([roomNow(), history.length]).toEqual(["data", before]);
    workbench.room.value = "plane";
    workbench.room.value = "lab";
    expect([roomNow(), history.length]).toEqual(["lab", before + 2]);
    const asked = transport.sent.length;
    window.dispatchEvent(new PopStateEvent("popstate", { state: { room: "plane" } }));
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
    expect(workbench.room.value).toBe("plane");
    expect(transport.sent).toHaveLength(asked);
  } finally {
    vi.useRealTimers();
    workbench.close();
  }
});
