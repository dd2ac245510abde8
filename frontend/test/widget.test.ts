import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import widget from "../src/app/widget";
import { POINTS, VIEW, viewFrame } from "./frames";

type Receive = (content: unknown, buffers: DataView[]) => void;

/** The part of a notebook's model that the widget uses. */
class FakeModel {
  readonly sent: { id: number; action: string }[] = [];
  readonly receivers = new Map<string, Set<Receive>>();
  readonly saved: string[] = [];

  constructor(readonly shared: Record<string, unknown> = {}) {}

  get(name: string): unknown {
    return this.shared[name];
  }

  set(name: string, value: unknown): void {
    this.shared[name] = value;
  }

  save_changes(): void {
    this.saved.push(JSON.stringify(this.shared));
  }

  send(content: unknown): void {
    this.sent.push(content as { id: number; action: string });
  }

  on(event: string, receive: Receive): void {
    this.receivers.set(event, (this.receivers.get(event) ?? new Set()).add(receive));
  }

  off(event: string, receive: Receive): void {
    this.receivers.get(event)?.delete(receive);
  }

  listeners(): number {
    return [...this.receivers.values()].reduce((sum, each) => sum + each.size, 0);
  }

  happen(event: string, content: unknown = null, buffers: DataView[] = []): void {
    for (const receive of this.receivers.get(event) ?? []) receive(content, buffers);
  }

  arrive(message: ArrayBuffer): void {
    this.happen("msg:custom", { kind: "frame" }, [new DataView(message)]);
  }
}

/** A cell with the widget of a model in it. */
async function cell(model: FakeModel) {
  const el = document.createElement("div");
  document.body.append(el);
  let leave = () => {};
  await act(async () => {
    leave = widget.render({ model, el });
  });
  const find = (id: string) => el.querySelector<HTMLElement>(`[data-testid=${id}]`);
  return { el, find, leave: () => leave() };
}

describe("the notebook widget", () => {
  it("is the same page over the notebook's messages, and leaves nothing behind", async () => {
    const model = new FakeModel();
    const { el, find, leave } = await cell(model);
    expect(model.sent).toEqual([{ id: 1, action: "open", project: "" }]);
    await act(() => model.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS)));
    expect(el.querySelector("[data-testid=room-matrix][aria-current=page]")).not.toBeNull();
    await act(() => find("section-explore")!.click());
    expect(find("training-f1")!.textContent).toBe(".783");
    expect(el.querySelector(".steersman.embedded")).not.toBeNull();
    await act(() => find("best-line")!.click());
    expect(model.sent.at(-1)).toMatchObject({ action: "best-line" });
    await act(() => leave());
    expect(el.children).toHaveLength(0);
    expect(model.listeners()).toBe(0);
    el.remove();
  });

  it("shares its room with the notebook, both ways", async () => {
    const model = new FakeModel({ room: "plane", height: 500, selection: [] });
    const { el, find, leave } = await cell(model);
    await act(() => model.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS)));
    expect(find("training-f1")).not.toBeNull();
    expect(el.querySelectorAll<HTMLElement>(":scope > div")[1]!.style.cssText).toContain("500px");
    model.shared.room = "data";
    await act(() => model.happen("change:room"));
    expect(find("training-f1")).toBeNull();
    await act(() => find("section-explore")!.click());
    expect(model.shared.room).toBe("plane");
    expect(model.saved).not.toHaveLength(0);
    await act(() => leave());
    el.remove();
  });

  it("shows the saved numbers and says so where no kernel answers", async () => {
    vi.useFakeTimers();
    const model = new FakeModel({ picture: '<b class="saved">42</b>' });
    const { el, find, leave } = await cell(model);
    expect(el.querySelector(".saved")!.textContent).toBe("42");
    expect(find("no-kernel")).toBeNull();
    await act(() => {
      vi.advanceTimersByTime(9000);
    });
    expect(find("no-kernel")).not.toBeNull();
    vi.useRealTimers();
    // a kernel that was only busy answers after all
    await act(() => model.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS)));
    expect(el.querySelectorAll<HTMLElement>(":scope > div")[0]!.hidden).toBe(true);
    await act(() => leave());
    el.remove();
  });

  it("says in the widget that the kernel was lost", async () => {
    const model = new FakeModel();
    const { el, find, leave } = await cell(model);
    await act(() => model.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS)));
    expect(find("banner-lost")).toBeNull();
    model.send = () => {
      throw new Error("the comm is closed");
    };
    await act(() => model.happen("comm_live_update"));
    expect(find("banner-lost")).not.toBeNull();
    await act(() => leave());
    el.remove();
  });
});
