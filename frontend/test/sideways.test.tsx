import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Sideways } from "../src/ui/sideways";

let page: HTMLElement;
const sizes = (scroll: number, client: number) => {
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(scroll);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(client);
};
const show = () =>
  act(() =>
    render(
      <Sideways label="Clusters beside the categories" holds="34 categories">
        <p>wide</p>
      </Sideways>,
      page,
    ),
  );
const box = () => page.querySelector<HTMLElement>("section")!;

beforeEach(() => {
  page = document.body.appendChild(document.createElement("div"));
});
afterEach(() => {
  render(null, page);
  page.remove();
  vi.restoreAllMocks();
});

describe("what is wider than its place", () => {
  it("says so, fades at the cut edge and is reached by the Tab key", async () => {
    sizes(1200, 600);
    await show();
    expect(page.textContent).toContain("34 categories, wider than the page: scroll sideways.");
    expect(page.querySelector(".sideways-cut")).not.toBeNull();
    expect(box().tabIndex).toBe(0);
    box().scrollLeft = 600;
    await act(() => void box().dispatchEvent(new Event("scroll")));
    expect(page.querySelector(".sideways-cut")).toBeNull();
    expect(page.textContent).toContain("scroll sideways");
  });

  it("says nothing where all is in sight", async () => {
    sizes(600, 600);
    await show();
    expect(page.textContent).toBe("wide");
    expect(box().hasAttribute("tabindex")).toBe(false);
  });
});
