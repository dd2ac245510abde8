import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TipLayer, tipHandlers } from "../src/ui/term";

let host: HTMLElement;

const pointer = (type: string, clientX: number) =>
  new MouseEvent(type, { clientX, clientY: 5, bubbles: type === "pointermove" });
const send = (target: Element, event: Event) => act(() => void target.dispatchEvent(event));
const sentence = () => document.querySelector("[role=tooltip]")?.textContent ?? null;

async function show(withWord = true) {
  await act(() =>
    render(
      <>
        {withWord && <b {...tipHandlers("What it means.")}>word</b>}
        <TipLayer />
      </>,
      host,
    ),
  );
}

beforeEach(async () => {
  host = document.body.appendChild(document.createElement("div"));
  await show();
});

afterEach(() => {
  render(null, host);
  host.remove();
});

describe("the sentence about a term", () => {
  it("comes with the pointer and goes when the term is gone", async () => {
    await send(host.querySelector("b")!, pointer("pointerenter", 5));
    expect(sentence()).toBe("What it means.");
    await show(false);
    await vi.waitFor(() => expect(sentence()).toBeNull());
  });

  it("waits where the term came to lie under a pointer at rest", async () => {
    window.dispatchEvent(pointer("pointermove", 7));
    const word = host.querySelector("b")!;
    await send(word, pointer("pointerenter", 7));
    expect(sentence()).toBeNull();
    await send(word, pointer("pointermove", 8));
    expect(sentence()).toBe("What it means.");
  });
});
