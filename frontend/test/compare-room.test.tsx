import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { niceTicks } from "../src/charts/scale";
import {
  amount,
  axisEnds,
  EMPTY,
  MODELS,
  measureName,
  PAIRS as PAIR_WORDS,
  points,
  pText,
} from "../src/rooms/compare/words";
import type { CompareChoice, CompareView } from "../src/wire/compare";
import type { Frame } from "../src/wire/types";
import { COMPARE_CHOICE, COMPARE_VIEW, COMPARISON, PAIR, PAIRS } from "./compare-frames";
import { frame, type Spoken } from "./frames";
import { all, arriveView, eachInRoom, find, host, transport } from "./page";

async function show(choice: Partial<CompareChoice> = {}, compare: Partial<CompareView> = {}) {
  const state = { compare: { ...COMPARE_CHOICE, ...choice } };
  const measure = choice.measure ?? COMPARE_VIEW.measure;
  const view = { compare: { ...COMPARE_VIEW, measure, ...compare } };
  await arriveView(state, view);
}

async function arrive(header: Spoken<Frame>) {
  await act(() => transport.arrive(frame(header)));
}

eachInRoom("compare");

describe("the room that compares models", () => {
  it("opens when it is entered, and says what to do while it is empty", async () => {
    expect(transport.last).toMatchObject({ action: "open-compare" });
    await show({ models: [] }, { pair: [], summaries: {} });
    expect(find("compare-empty")!.textContent).toContain(EMPTY.hint);
    await act(() => find("suggest")!.click());
    expect(transport.last).toMatchObject({ action: "suggest-models" });
  });

  it("takes the category at the top only where one category is compared", async () => {
    await show();
    expect(find("category")).not.toBeNull();
    await show({ all_classes: true });
    expect(find("category")).toBeNull();
  });

  it("asks for what is known and shows folds as they come in", async () => {
    await show();
    expect(transport.actions("ask-comparison")).toHaveLength(1);
    const none = COMPARISON.models.map((model) => ({ ...model, done: 0, standing: null }));
    await arrive({ ...COMPARISON, models: none, pairs: [] });
    expect(find("figures")).toBeNull();
    await act(() => find("run")!.click());
    expect(transport.last).toMatchObject({ action: "run-comparison" });
    const news = { name: "plain", done: 1, of: 3, fold: 0, accuracy: 0.9 };
    await arrive({ kind: "news", reply_to: 51, about: "comparison", news });
    expect(all("fold-line")[0]!.textContent).toContain("1 of 3 · accuracy so far 90.0 %");
    await arrive(COMPARISON);
    expect(all("fold-line")).toHaveLength(0);
    expect(find("compare-room")!.dataset.fitted).toBe("2");
  });

  it("draws every figure with its interval and says which interval it is", async () => {
    await show();
    await arrive(COMPARISON);
    const lines = all("interval-line");
    expect(lines[0]!.textContent).toBe("plain.930 .890 – .960");
    expect(lines[0]!.querySelector("[role=img]")!.getAttribute("aria-label")).toBe(
      "plain: .930, interval .890 to .960",
    );
    expect(find("interval-way")!.textContent).toBe("Wilson, 95 %");
    expect(lines).toHaveLength(2 + 4);
    await act(() => find("segment-folds")!.click());
    expect(transport.last).toMatchObject({
      action: "set-compared-view",
      measure: "accuracy",
      interval: "folds",
      method: "auto",
    });
    expect(find("want-fate")!.textContent).toContain(MODELS.held(1, 3));
    expect(find("want-fate")!.textContent).toContain("Fp <= 2 does not hold");
  });

  it("shows all pairs by the measure that is chosen, and says by which test", async () => {
    await show();
    await arrive(COMPARISON);
    await act(() => find("compare-pairs")!.click());
    await arrive(PAIRS);
    expect(find("pairs")!.textContent).toContain(PAIR_WORDS.tests.McNemar);
    await show({ measure: "f1_macro" });
    expect(transport.actions("ask-pairs")).toHaveLength(2);
    expect(find("pair-grid")).toBeNull();
    await arrive({ kind: "cancelled", reply_to: 55, task: "testing" });
    expect(find("pairs")!.textContent).toContain(PAIR_WORDS.stopped);
    const by = {
      first: "plain",
      second: "careful",
      difference: 0.1,
      p_value: 0.01,
      adjusted: 0.02,
    };
    await arrive({ ...PAIRS, measure: "f1_macro", test: "permutation", pairs: [by] });
    expect(all("pair-cell")[0]!.textContent).toContain("+10.0p = .020");
    expect(all("pair-cell")[0]!.className).toContain("pair-sure");
    expect(find("pairs")!.textContent).toContain(PAIR_WORDS.tests.permutation);
  });

  it("tests a pair when its page is open, and reads the rows of a cell", async () => {
    await show();
    await arrive(COMPARISON);
    expect(transport.actions("ask-pair")).toHaveLength(0);
    await act(() => find("compare-pairs")!.click());
    expect(transport.actions("ask-pair")).toHaveLength(1);
    expect(find("cautions")!.textContent).toContain("Few rows");
    expect(transport.actions("ask-pairs")).toHaveLength(1);
    await arrive(PAIRS);
    expect(all("pair-cell").map((cell) => cell.textContent)).toEqual([
      `${PAIR_WORDS.cell("plain", "careful")}+7.0p = .065`,
      `${PAIR_WORDS.cell("careful", "plain")}−7.0p = .065`,
    ]);
    const test = { name: "McNemar, exact", way: "Exact.", p_value: 0.0654, meaning: "If so, so." };
    const difference = { value: 0.07, low: 0.01, high: 0.12 };
    await arrive({
      kind: "pair",
      reply_to: 52,
      first: "plain",
      second: "careful",
      table: PAIR.table,
      measure: "accuracy",
      difference,
      tests: [test],
      tails: {
        first: 0,
        observed: 3,
        chances: [0.125, 0.375, 0.375, 0.125],
        extreme: [true, false, false, true],
      },
      independence: "Rows.",
    });
    expect(find("tails")!.querySelectorAll(".tail-bar-extreme")).toHaveLength(2);
    expect(find("tests")!.textContent).toContain("p = .065");
    expect(find("tests")!.textContent).toContain("If so, so.");
    await act(() => find("side-only-second")!.click());
    expect(transport.last).toMatchObject({ action: "pair-examples", side: "only-second" });
    const example = {
      row: 7,
      id: "mail-7",
      text: "win",
      true: "spam",
      first: "ham",
      second: "spam",
    };
    const sides = {
      side: "only-second" as const,
      search: "",
      first: "plain",
      second: "careful",
      count: 2,
    };
    await arrive({ kind: "pair-examples", reply_to: 53, ...sides, examples: [example] });
    await act(() => find("pair-example")!.click());
    expect(transport.last).toMatchObject({ action: "read-row", row: 7 });
    const said = [
      { name: "plain", class: "ham" },
      { name: "careful", class: "spam" },
    ];
    const row = { row: 7, id: "mail-7", labels: ["spam"], true: "spam", text: "win now" };
    await arrive({ kind: "compared-row", reply_to: 54, ...row, prose: true, picture: null, said });
    expect(find("reading")!.textContent).toContain("win now");
    expect(find("reading")!.textContent).toContain("ham, wrong");
  });

  it("says under the field what is wrong with a want", async () => {
    await show();
    await act(() => {
      const field = find("add-want") as HTMLInputElement;
      field.value = "fp << 3";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(() => find("add-model")!.click());
    expect(transport.last).toMatchObject({ action: "add-model", want: "fp << 3" });
    const error = { code: "not-a-want", what: "fp << 3 cannot be read", todo: "write fp <= 3" };
    await arrive({ kind: "error", reply_to: 60, error });
    expect(host.querySelector(".add-fault")!.textContent).toContain("Fp << 3 cannot be read.");
    expect(find("banner-error")).toBeNull();
  });

  it("asks again when folds change and keeps quiet when only the pair does", async () => {
    await show();
    await arrive(COMPARISON);
    await show({ pair: ["careful", "plain"] }, { pair: ["careful", "plain"] });
    expect(transport.actions("ask-comparison")).toHaveLength(1);
    await show({ folds: 5 });
    expect(transport.actions("ask-comparison")).toHaveLength(2);
  });
});

describe("words and axes", () => {
  it("draws the score curves of the models that are fitted, for the chosen class", async () => {
    await show();
    await arrive(COMPARISON);
    await act(() => find("compare-scores")!.click());
    expect(transport.last).toMatchObject({ action: "ask-score-curves", focus: "" });
    const band = { mean: [0, 0.8, 1], low: [0, 0.7, 1], high: [0, 0.9, 1] };
    const model = { name: "plain", roc: band, pr: band, gain: band, predicted: [], observed: [] };
    const figures = { auc: { value: 0.9, low: 0.8, high: 0.95 } };
    await arrive({
      kind: "score-curves",
      focus: COMPARE_VIEW.classes[0]!,
      grid: [0, 0.5, 1],
      models: [{ ...model, figures }],
    });
    expect(all("chart-compare-roc")[0]!.querySelectorAll(".curve-band")).toHaveLength(1);
    expect(find("score-figures")!.textContent).toContain(".900 .800 – .950");
  });

  it("says of costs how much they are, and that less is better", () => {
    expect(amount("cost", -0.25)).toBe("−0.250");
    expect(amount("accuracy", 0.25)).toBe("+25.0");
    expect(measureName("cost")).toBe("average cost");
  });

  it("names measures, p-values and differences", () => {
    expect(measureName("f1_macro")).toBe("F1, macro");
    expect(measureName("balanced_accuracy")).toBe("balanced accuracy");
    expect([pText(0.0004), pText(0.034), pText(1)]).toEqual(["p < .001", "p = .034", "p = 1"]);
    expect([points(0.0123), points(-0.004), points(0)]).toEqual(["+1.2", "−0.4", "0.0"]);
    expect([points(0.0625 / 2), points(-0.0625 / 2)]).toEqual(["+3.1", "−3.1"]);
    expect([points(0.0125), points(-0.0125)]).toEqual(["+1.3", "−1.3"]);
  });

  it("puts round ticks on an axis that holds every interval", () => {
    const [low, high] = axisEnds([
      { low: 0.93, high: 0.99 },
      { low: 0.95, high: 1 },
    ]);
    expect(low).toBeCloseTo(0.92);
    expect(high).toBe(1);
    expect(niceTicks(low, high, 5)).toEqual([0.92, 0.94, 0.96, 0.98, 1]);
    expect(axisEnds([])).toEqual([0, 1]);
  });
});
