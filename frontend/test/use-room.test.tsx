import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { dayText, evidenceText, STATES, valueText } from "../src/rooms/use/words";
import type { UseView } from "../src/wire/use";
import { goldenView } from "./golden";
import { all, arriveView, eachInRoom, find, transport, workbench } from "./page";

const WATCHED = goldenView("use");
const DRAWN = goldenView("use-drawn");

async function show({ state, view }: typeof WATCHED, change: Partial<UseView> = {}) {
  await arriveView({ use: state.use! }, { use: { ...view.use!, ...change } });
}

eachInRoom("use");

describe("the room of a model in use", () => {
  it("asks for a model when it is entered, and says what to do without one", () => {
    expect(transport.actions("open-use")).toHaveLength(1);
    expect(find("use-none")).not.toBeNull();
  });

  it("shows each limit with its state, its curves and what shifted", async () => {
    await show(WATCHED);
    const limits = all("use-limit");
    expect(limits).toHaveLength(WATCHED.view.use!.limits.length);
    expect(limits[0]!.textContent).toContain(STATES[WATCHED.view.use!.limits[0]!.state]);
    expect(find("chart-rate-0")).not.toBeNull();
    expect(find("chart-evidence-0")).not.toBeNull();
    expect(find("use-shifts")!.querySelectorAll("tbody tr").length).toBeGreaterThan(0);
    expect(all("use-file")).toHaveLength(1);
  });

  it("names the row and the day of a break, and offers a repair", async () => {
    const [first] = WATCHED.view.use!.limits;
    const broken = {
      ...first!,
      state: "broken" as const,
      broken_since: 1234,
      broken_time: "2026-03-24 00:00",
    };
    await show(WATCHED, { state: "broken", limits: [broken] });
    expect(find("use-limit")!.textContent).toContain("row 1,234 (Mar 24)");
    await act(() => find("use-repair")!.click());
    const { first_row } = WATCHED.view.use!.repair;
    expect(transport.last).toMatchObject({ action: "repair-model", first_row });
  });

  it("labels rows by keys, and takes the last label back", async () => {
    await show(DRAWN);
    await act(() => {
      workbench.rooms.use.page.value = "label";
    });
    const drawn = DRAWN.view.use!.drawn!;
    expect(find("label-row")!.dataset.row).toBe(drawn.next!.row);
    const press = (key: string) =>
      workbench.rooms.use.handleKey(new KeyboardEvent("keydown", { key }));
    expect(press("2")).toBe(true);
    const label = DRAWN.view.use!.classes[1];
    expect(transport.last).toMatchObject({ action: "label-row", row: drawn.next!.row, label });
    expect(press("9")).toBe(false);
    await show(DRAWN, { drawn: { ...drawn, labeled: 1 } });
    expect(press("Backspace")).toBe(true);
    expect(transport.last).toMatchObject({ action: "undo" });
  });

  it("writes values as they are read", () => {
    expect([valueText(0.0234, true), valueText(0.5, true), valueText(12.5, false)]).toEqual([
      "2.3 %",
      "50 %",
      "12.5",
    ]);
    expect([evidenceText(0.0123), evidenceText(45.2), evidenceText(2e7)]).toEqual([
      "0.012",
      "45",
      "> 1 million",
    ]);
    expect(dayText("2026-03-24 00:00")).toBe("Mar 24");
  });
});
