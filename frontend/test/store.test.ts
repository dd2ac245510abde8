import { effect } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { Store } from "../src/session/store";
import type { State } from "../src/wire/types";
import { frame, POINTS, STATE, VIEW, viewFrame } from "./frames";
import { MATRIX } from "./matrix-frames";
import { FakeTransport } from "./transport";

function opened(restore: State | null = null) {
  const transport = new FakeTransport();
  const store = new Store(transport, restore);
  transport.open();
  transport.arrive(viewFrame({ revision: 1, reply_to: 1, view: VIEW }, POINTS));
  return { transport, store };
}

describe("the store", () => {
  it("drops a stale frame", () => {
    const { transport, store } = opened();
    transport.arrive(viewFrame({ revision: 5, view: { documents: 500 } }));
    transport.arrive(viewFrame({ revision: 4, view: { documents: 400 } }));
    expect(store.view.value!.documents).toBe(500);
    transport.arrive(viewFrame({ revision: 5, view: { documents: 501 } }));
    expect(store.view.value!.documents).toBe(501);
  });

  it("completes lists of which only the rest came", () => {
    const { transport, store } = opened();
    const [first, second, third] = ["a", "b", "c"].map((label, number) => {
      return { ...MATRIX.trajectory[0]!, number, label };
    });
    const all = () => store.view.value!.matrix!.trajectory.map(({ label }) => label);
    const matrix = (...trajectory: typeof MATRIX.trajectory) => ({ ...MATRIX, trajectory });

    transport.arrive(viewFrame({ revision: 2, view: { matrix: matrix(first!, second!) } }));
    const kept = { matrix: { trajectory: 2 } };
    transport.arrive(viewFrame({ revision: 3, view: { matrix: matrix(third!) }, kept }));
    expect(all()).toEqual(["a", "b", "c"]);
    transport.arrive(viewFrame({ revision: 4, view: { matrix: matrix(first!) } }));
    expect(all()).toEqual(["a"]);
  });

  it("merges views and columns by key", () => {
    const { transport, store } = opened();
    const moved = new Float32Array([-41, -42]);
    transport.arrive(
      viewFrame({ revision: 2, view: { documents: 7 } }, { "validation.xy": moved }),
    );
    expect(store.view.value).toEqual({ ...VIEW, documents: 7 });
    expect(store.columns.value["validation.xy"]).toEqual(moved);
    expect(store.columns.value["training.xy"]).toEqual(POINTS["training.xy"]);
  });

  it("changes everything in one batch", () => {
    const { transport, store } = opened();
    const seen: unknown[] = [];
    effect(() => {
      seen.push([
        store.state.value!.plane.fold,
        store.view.value!.documents,
        store.columns.value["validation.xy"]!.length,
      ]);
    });
    transport.arrive(
      viewFrame(
        {
          revision: 2,
          state: { ...STATE, plane: { ...STATE.plane, fold: 3 } },
          view: { documents: 9 },
        },
        { "validation.xy": new Float32Array(6) },
      ),
    );
    expect(seen).toEqual([
      [0, 120, 2],
      [3, 9, 6],
    ]);
  });

  it("shows the hand's value until its own answer is there", () => {
    const { transport, store } = opened();
    store.moveKnob("slope", 1.2, 1);
    store.moveKnob("slope", 1.4, 1);
    expect(store.line.value).toMatchObject({ slope: 1.4, default: false });
    transport.arrive(
      viewFrame({ revision: 2, reply_to: 2, view: { line: { ...VIEW.line, slope: 1.2 } } }),
    );
    expect(store.line.value!.slope).toBe(1.4);
    transport.arrive(
      viewFrame({ revision: 3, reply_to: 3, view: { line: { ...VIEW.line, slope: 1.39 } } }),
    );
    expect(store.line.value!.slope).toBe(1.39);
  });

  it("gives the hand's value back when it was refused", () => {
    const { transport, store } = opened();
    store.moveLine(1.5, 10, 1);
    const error = { code: "no", what: "No.", todo: "So." };
    transport.arrive(frame({ kind: "error", reply_to: 2, error }));
    expect(store.line.value).toEqual(VIEW.line);
    expect(store.fault.value).toEqual(error);
  });

  it("takes Bayes' intercept when the model decides", () => {
    const { store } = opened();
    store.moveKnob("intercept", null, 1);
    expect(store.line.value).toMatchObject({ intercept: -2, default: true });
  });

  it("remembers the numbers before the newest step, once for a whole gesture", () => {
    const { transport, store } = opened();
    const step = (f1: number, now: number) => {
      const split = { ...VIEW.training, line: { ...VIEW.training.line, f1 } };
      const steps = Array.from({ length: now + 1 }, () => VIEW.history.steps[0]!);
      return { training: split, history: { ...VIEW.history, steps, now } };
    };
    transport.arrive(viewFrame({ revision: 2, view: step(0.6, 1) }));
    transport.arrive(viewFrame({ revision: 3, view: step(0.7, 1) }));
    expect(store.before.value!.training.f1).toBe(0.783);
    transport.arrive(viewFrame({ revision: 4, view: step(0.8, 2) }));
    expect(store.before.value!.training.f1).toBe(0.7);
    const other = { ...STATE, category: "another" };
    transport.arrive(viewFrame({ revision: 5, state: other, view: step(0.2, 3) }));
    expect(store.before.value).toBeNull();
    transport.arrive(viewFrame({ revision: 6, state: other, view: step(0.3, 4) }));
    expect(store.before.value!.training.f1).toBe(0.2);
  });

  it("asks for a linked state once", async () => {
    const linked = { ...STATE, plane: { ...STATE.plane, fold: 4 } };
    const { transport } = opened(linked);
    await Promise.resolve();
    expect(transport.actions("set-state")).toEqual([{ id: 2, action: "set-state", state: linked }]);
    transport.arrive(viewFrame({ revision: 2 }));
    await Promise.resolve();
    expect(transport.actions("set-state")).toHaveLength(1);
  });

  it("brings its state back to a server that was restarted, and only then", async () => {
    const { transport, store } = opened();
    transport.arrive(viewFrame({ revision: 6, view: {} }));
    transport.lose();
    transport.open();
    transport.arrive(
      viewFrame({ revision: 0, state: { ...STATE, plane: { ...STATE.plane, folds: 10 } } }),
    );
    await Promise.resolve();
    expect(transport.last).toMatchObject({ action: "set-state", state: STATE });
    transport.lose();
    transport.open();
    transport.arrive(
      viewFrame({ revision: 9, state: { ...STATE, plane: { ...STATE.plane, folds: 7 } } }),
    );
    await Promise.resolve();
    expect(transport.last.action).toBe("open");
    expect(store.state.value!.plane.folds).toBe(7);
  });

  it("knows whether the newest question has its answer", () => {
    const { transport, store } = opened();
    expect(store.unanswered.value).toBe(false);
    store.send({ action: "undo" });
    store.send({ action: "redo" });
    const asked = transport.last.id;
    transport.arrive(viewFrame({ revision: 2, reply_to: asked - 1, view: {} }));
    expect(store.unanswered.value).toBe(true);
    store.send({ action: "cancel" });
    transport.arrive(frame({ kind: "progress", task: "fitting", done: null, reply_to: asked }));
    expect(store.unanswered.value).toBe(true);
    transport.arrive(frame({ kind: "cancelled", task: "fitting", reply_to: asked }));
    expect(store.unanswered.value).toBe(false);
    store.send({ action: "undo" });
    transport.lose();
    expect(store.unanswered.value).toBe(false);
  });

  it("stops the task that is shown, or what was asked last though it still waits", () => {
    const { transport, store } = opened();
    store.send({ action: "undo" });
    store.send({ action: "redo" });
    const asked = transport.last.id;
    store.stop();
    expect(transport.last).toMatchObject({ action: "cancel", request: asked });
    transport.arrive(frame({ kind: "progress", task: "fit", done: null, reply_to: asked - 1 }));
    store.stop();
    expect(transport.last).toMatchObject({ action: "cancel", request: asked - 1 });
  });

  it("holds the rows that a search found", () => {
    const { transport, store } = opened();
    transport.arrive(
      frame({ kind: "hits", word: "matrix", count: 2 }, { rows: new Uint32Array([3, 4]) }),
    );
    expect([...store.hits.value!.rows]).toEqual([3, 4]);
  });

  it("keeps bright what was asked for last: a lasso or a word", () => {
    const { transport, store } = opened();
    const bright = () => [...(store.highlight.value ?? [])];
    const finds = (row: number) =>
      transport.arrive(
        frame({ kind: "hits", word: "matrix", count: 1 }, { rows: new Uint32Array([row]) }),
      );
    store.select([1, 2], "training");
    finds(3);
    expect(bright()).toEqual([3]);
    store.select([5], "validation");
    expect(bright()).toEqual([5]);
    store.select([], "validation");
    expect(bright()).toEqual([3]);
    store.select([6], "validation");
    finds(4);
    store.forgetSearch();
    expect(bright()).toEqual([6]);
  });

  it("takes no answer to a search that is no longer asked", () => {
    const { transport, store } = opened();
    const found = (word: string, reply_to: number) =>
      transport.arrive(frame({ kind: "hits", word, count: 1, reply_to }));
    store.search("viagra");
    const first = transport.last.id;
    store.search("casino");
    const second = transport.last.id;
    found("viagra", first);
    expect(store.hits.value).toBeNull();
    found("casino", second);
    expect(store.hits.value?.word).toBe("casino");
    store.search("lottery");
    store.forgetSearch();
    found("lottery", transport.last.id);
    expect(store.hits.value).toBeNull();
  });
});
