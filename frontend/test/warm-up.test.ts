import { effect, signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Store } from "../src/store";
import { warmUp } from "../src/warm-up";
import { POINTS, VIEW, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

function opened() {
  const transport = new FakeTransport();
  const store = new Store(transport);
  const stop = warmUp(store, signal("plane"));
  transport.open();
  transport.arrive(viewFrame({ revision: 1, reply_to: 1, view: VIEW }, POINTS));
  let shown = -1;
  effect(() => {
    store.columns.value;
    shown += 1;
  });
  return { transport, store, stop, times: () => shown };
}

describe("warming up", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.stubGlobal("requestIdleCallback", (call: () => void) => window.setTimeout(call, 1));
    vi.stubGlobal("cancelIdleCallback", (id: number) => window.clearTimeout(id));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("shows the plane a few times over, just as it is, and asks nothing of the server", async () => {
    const { transport, store, times } = opened();
    const sent = transport.sent.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times()).toBe(4);
    expect(store.view.value).toEqual(VIEW);
    expect(store.columns.value).toEqual(POINTS);
    expect(store.hand.value).toEqual({ knobs: {} });
    expect(transport.sent.length).toBe(sent);
  });

  it("ends with the first sign of a hand", async () => {
    const { times } = opened();
    await vi.advanceTimersByTimeAsync(500);
    expect(times()).toBe(1);
    window.dispatchEvent(new Event("pointerdown"));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times()).toBe(1);
  });

  it("leaves very many points and work under way alone", async () => {
    const { store } = opened();
    expect(store.repeated(1)).toBe(false);
    store.unanswered.value = true;
    expect(store.repeated(1000)).toBe(false);
  });

  it("ends when the page is closed", async () => {
    const { stop, times } = opened();
    stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(times()).toBe(0);
  });
});
