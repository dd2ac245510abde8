import { act } from "preact/test-utils";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LabChoice, LabView } from "../src/wire/lab";
import { frame, VIEW } from "./frames";
import { LAB, LAB_CHOICE, LAB_COLUMNS, PERCEPTRON } from "./lab-frames";
import { arriveView, click, eachInRoom, find, openRoom, transport, workbench } from "./page";

/** A view of the room as the server would send it. */
async function show(
  lab: Partial<LabView> = {},
  choice: Partial<LabChoice> = {},
  history = VIEW.history,
) {
  const state = { lab: { ...LAB_CHOICE, ...choice } };
  const view = { history, lab: { ...LAB, ...lab } };
  await arriveView(state, view, LAB_COLUMNS);
}

const at = (step: number) => ({
  models: [{ ...PERCEPTRON, training_way: { ...PERCEPTRON.training_way!, step } }],
});

eachInRoom("lab");
afterEach(() => {
  vi.useRealTimers();
});

describe("the lab", () => {
  it("asks for points when it is first entered, and shows figures, equation and verdict", async () => {
    expect(transport.actions("open-lab")).toHaveLength(1);
    await show();
    expect(find("equation-0")!.textContent).toContain("2 x1 + 3 x2 = 4");
    expect(find("equation-0")!.textContent).toContain("(−4, 2, 3)");
    expect(find("verdict-0")!.textContent).toContain("Converged");
    expect(find("picture-0")!.getAttribute("aria-label")).toContain("Perceptron on 4 points");
  });

  it("takes the category at the top only where the points are the data's", async () => {
    await show();
    expect(find("category")).toBeNull();
    await show({
      source: { ...LAB.source, name: "table", columns: ["a", "b"], chosen: ["a", "b"] },
    });
    expect(find("category")).not.toBeNull();
    await openRoom("lessons");
    expect(find("category")).toBeNull();
  });

  it("steps through the training and stays inside it", async () => {
    await show();
    expect((find("way-on-0") as HTMLButtonElement).disabled).toBe(true);
    await click("way-back-0");
    expect(transport.last).toMatchObject({ action: "play-lab", place: 0, step: 19 });
    await show(at(19));
    await click("way-start-0");
    expect(transport.last).toMatchObject({ action: "play-lab", step: 0 });
    await show(at(19));
    await click("way-on-0");
    expect(transport.last).toMatchObject({ action: "play-lab", step: null });
  });

  it("plays from the start when it is at its end, as one gesture, and pauses", async () => {
    vi.useFakeTimers();
    await show();
    await click("way-play-0");
    const first = transport.last;
    expect(first).toMatchObject({ action: "play-lab", step: 0 });
    await show(at(0));
    await act(() => void vi.advanceTimersByTime(400));
    expect(transport.last).toMatchObject({ step: 1, gesture: first.gesture });
    await click("way-play-0");
    const sent = transport.sent.length;
    await act(() => void vi.advanceTimersByTime(2000));
    expect(transport.sent).toHaveLength(sent);
  });

  it("plays no further over what was undone", async () => {
    vi.useFakeTimers();
    const { history } = VIEW;
    await show(at(2), {}, { ...history, now: 1 });
    await click("way-play-0");
    await show(at(1), {}, { ...history, now: 0 });
    const sent = transport.sent.length;
    await act(() => void vi.advanceTimersByTime(2000));
    expect(transport.sent).toHaveLength(sent);
  });

  it("moves a knob by the keys, and shows it before the answer", async () => {
    await show();
    const slider = find("knob-model-0-learning_rate")!;
    await act(() => {
      slider.dispatchEvent(
        new KeyboardEvent("keydown", { key: "End", bubbles: true, cancelable: true }),
      );
    });
    expect(transport.last).toMatchObject({
      action: "move-lab-model",
      place: 0,
      knob: "learning_rate",
      value: 5,
    });
    expect(slider.getAttribute("aria-valuenow")).toBe("5");
  });

  it("chooses options, adds a second model and takes one away", async () => {
    await show();
    await click("start-centers-0");
    expect(transport.last).toMatchObject({ action: "choose-lab-option", value: "centers" });
    await click("lab-add");
    expect(transport.last).toMatchObject({ action: "add-lab-model", model: "neighbors" });
    await show({ models: [PERCEPTRON, PERCEPTRON] });
    expect(find("pane-1")).not.toBeNull();
    await click("lab-remove-1");
    expect(transport.last).toMatchObject({ action: "remove-lab-model", place: 1 });
  });

  it("paints with the keys onto the points that are there", async () => {
    await show();
    const picture = find("picture-0")!;
    const press = (key: string) =>
      act(() => {
        picture.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      });
    await click("brush-negative");
    await press("ArrowRight");
    await press("Enter");
    const painted = transport.last as unknown as { action: string; points: number[][] };
    expect(painted.action).toBe("paint-lab");
    expect(painted.points).toHaveLength(5);
    expect(painted.points[0]).toEqual([1, 1, 1]);
    expect(painted.points[4]![2]).toBe(0);
  });

  it("goes on from a stroke that was not answered yet, and from the state after undo", async () => {
    await show();
    workbench.rooms.lab.paint([[0, 0, 1]], 1);
    expect(workbench.rooms.lab.painting()).toEqual([[0, 0, 1]]);
    await show({}, { source: "painted", painted: [[0, 0, 1]] });
    expect(workbench.rooms.lab.painting()).toEqual([[0, 0, 1]]);
    workbench.rooms.lab.paint([], 2);
    expect(workbench.rooms.lab.painting()).toEqual([]);
    await show({}, { source: "painted", painted: [] });
    await show({}, { source: "painted", painted: [[0, 0, 1]] });
    expect(workbench.rooms.lab.painting()).toEqual([[0, 0, 1]]);
  });

  it("says why there is no model, and what proves it", async () => {
    const sentence = "Both give (0.5, 0.5), which would have to lie on both sides of the line.";
    const proof = { point: [0.5, 0.5] as [number, number], rows: [0], shares: [1], sentence };
    const refusal = "There is no hard margin: no line parts the classes.";
    await show({ models: [{ ...PERCEPTRON, refusal, proof, training: null, weights: null }] });
    expect(find("refusal-0")!.textContent).toBe(refusal);
    expect(find("proof-0")!.textContent).toBe(sentence);
    expect(find("training-error-0")).toBeNull();
  });

  it("shows the lines of Python that came", async () => {
    await show();
    await click("lab-python-0");
    expect(transport.last).toMatchObject({ action: "ask-lab-python", place: 0 });
    const text = "model = PerceptronClassifier()";
    await act(() => transport.arrive(frame({ kind: "lab-python", place: 0, text })));
    expect(find("python-text")!.textContent).toBe(text);
    const before = transport.sent.length;
    await show({ models: [{ ...PERCEPTRON, refusal: "" }] });
    await vi.waitFor(() => expect(transport.sent.length).toBeGreaterThan(before));
    expect(transport.last).toMatchObject({ action: "ask-lab-python", place: 0 });
    await click("python-close");
    expect(find("python-text")).toBeNull();
  });
});
