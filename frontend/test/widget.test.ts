import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import widget from "../src/app/widget";
import { POINTS, VIEW, viewFrame } from "./frames";

type Receive = (content: unknown, buffers: DataView[]) => void;

/** The part of a notebook's model that the widget uses. */
class FakeModel {
  readonly sent: { id: number; action: string }[] = [];
  readonly receivers = new Set<Receive>();

  send(content: unknown): void {
    this.sent.push(content as { id: number; action: string });
  }

  on(_event: string, receive: Receive): void {
    this.receivers.add(receive);
  }

  off(_event: string, receive: Receive): void {
    this.receivers.delete(receive);
  }

  arrive(message: ArrayBuffer): void {
    for (const receive of this.receivers) receive({ kind: "frame" }, [new DataView(message)]);
  }
}

describe("the notebook widget", () => {
  it("is the same page over the notebook's messages, and leaves nothing behind", async () => {
    const model = new FakeModel();
    const el = document.createElement("div");
    document.body.append(el);
    let leave = () => {};
    await act(async () => {
      leave = widget.render({ model, el });
    });
    expect(model.sent).toEqual([{ id: 1, action: "open", project: "" }]);
    await act(() => model.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS)));
    expect(el.querySelector("[data-testid=room-matrix][aria-current=page]")).not.toBeNull();
    await act(() => el.querySelector<HTMLElement>("[data-testid=section-explore]")!.click());
    expect(el.querySelector("[data-testid=training-f1]")!.textContent).toBe(".783");
    expect(el.querySelector(".steersman.embedded")).not.toBeNull();
    await act(() => el.querySelector<HTMLElement>("[data-testid=best-line]")!.click());
    expect(model.sent.at(-1)).toMatchObject({ action: "best-line" });
    await act(() => leave());
    expect(el.children).toHaveLength(0);
    expect(model.receivers.size).toBe(0);
    el.remove();
  });
});
