import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import { plotDrawing } from "../src/rooms/plane/export";
import { frame, POINTS, STATE, VIEW, viewFrame } from "./frames";
import {
  eachOnFreshPage,
  find,
  host,
  openRoom,
  press,
  text,
  transport,
  type,
  workbench,
} from "./page";

async function arrive(message: ArrayBuffer) {
  await act(() => transport.arrive(message));
}

eachOnFreshPage();

/** Everything that is read or read out: texts, names, titles and hints. */
function spokenOf(root: Element): string[] {
  const said: string[] = [];
  for (const element of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      said.push(element.getAttribute(name) ?? "");
    }
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent ?? "");
    }
  }
  return said;
}

async function showView(view = VIEW) {
  await arrive(viewFrame({ reply_to: 1, view }, POINTS));
}

describe("the page", () => {
  it("says what it is doing before the first answer, and how far it is", async () => {
    expect(find("opening")).not.toBeNull();
    await arrive(frame({ kind: "progress", task: "read", done: 0.25 }));
    expect(host.querySelector("[role=progressbar]")!.getAttribute("aria-valuenow")).toBe("25");
    await act(() => find("cancel")!.click());
    expect(transport.last.action).toBe("cancel");
  });

  it("shows the numbers, the counts and the facts of both splits", async () => {
    await showView();
    expect(text("training-f1")).toBe(".783");
    expect(text("validation-f1")).toBe(".500");
    expect(text("training-tp")).toBe("9");
    expect(text("training-tn")).toBe("86");
    expect(text("training-priors-recall")).toBe(".900");
    expect(text("training-documents")).toBe("100");
    expect(text("fold")).toBe("1/5");
    expect(text("folds-f1")).toContain(".75");
    expect(find("plot-training")).not.toBeNull();
  });

  it("speaks of rows and values where there are no documents", async () => {
    await showView({ ...VIEW, row_word: "row", term_word: "value" });
    await act(() => {
      workbench.helpOpen.value = true;
    });
    expect(text("training-documents")).toBe("100");
    expect(host.textContent).toContain("100 rows");
    expect(find("tune-each")!.textContent).toBe("Auto-tune per value");
    expect(find("search")!.getAttribute("placeholder")).toBe("Search a value");
    expect(spokenOf(host).filter((each) => /document/i.test(each))).toEqual([]);
    const words = spokenOf(host).filter((each) => /\bwords?\b/i.test(each));
    expect(words.filter((each) => each !== "Words")).toEqual([]);
    await openRoom("challenge");
    expect(spokenOf(host).filter((each) => /document/i.test(each))).toEqual([]);
  });

  it("moves a knob by its arrow keys, as one gesture", async () => {
    await showView();
    const alpha = find("knob-alpha")!;
    await press(alpha, "ArrowLeft");
    await arrive(viewFrame({ revision: 2, reply_to: 2 }));
    await press(alpha, "ArrowLeft");
    const moves = transport.actions("move-knob");
    expect(moves.map((move) => move.knob)).toEqual(["alpha", "alpha"]);
    expect(moves[0]!.value as number).toBeLessThan(1);
    expect(moves[0]!.gesture).toBe(moves[1]!.gesture);
  });

  it("takes a typed number and refuses a word", async () => {
    await showView();
    const field = find("value-beta") as HTMLInputElement;
    const type = async (value: string) => {
      field.focus();
      await act(() => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await press(field, "Enter");
    };
    for (const refused of ["lots", "-1", "0"]) {
      await type(refused);
      expect(transport.actions("move-knob")).toHaveLength(0);
      expect(text("refusal")).toBe(`Not “${refused}”: a number above 0. It stays as it was.`);
      expect(field.value).toBe("1");
    }
    await type("12,5");
    expect(find("refusal")).toBeNull();
    expect(transport.last).toMatchObject({ action: "move-knob", knob: "beta", value: 12.5 });
    expect(document.activeElement).toBe(find("knob-beta"));
    await arrive(viewFrame({ revision: 2, reply_to: 2 }));
    expect(transport.actions("move-knob")).toHaveLength(1);
    await type("9999");
    expect(transport.last).toMatchObject({ value: 9999 });
    await arrive(
      frame({ kind: "error", reply_to: 3, error: { code: "no", what: "No.", todo: "So." } }),
    );
    expect((find("value-beta") as HTMLInputElement).value).toBe("1");
    expect(find("banner-error")).not.toBeNull();
  });

  it("answers the keys: undo, redo, best, fold, the line", async () => {
    await showView();
    for (const key of ["z", "Z", "b", "n"]) await press(window, key);
    expect(transport.sent.slice(1).map(({ action }) => action)).toEqual([
      "undo",
      "redo",
      "best-line",
      "choose-fold",
    ]);
    await press(window, "ArrowUp");
    const coarse = transport.last;
    expect(coarse).toMatchObject({ action: "move-line", slope: 1 });
    expect(coarse.intercept as number).toBeGreaterThan(-2);
    await press(window, "?");
    expect(workbench.helpOpen.value).toBe(true);
    expect(find("help-dialog")!.querySelector(".how-to")).not.toBeNull();
  });

  it("turns the line about the middle of what is seen", async () => {
    await showView();
    const [x, y] = workbench.rooms.plane.turningPoint()!;
    await press(window, "ArrowLeft", true);
    const { slope, intercept } = transport.last as unknown as { slope: number; intercept: number };
    expect(slope).toBeGreaterThan(1);
    expect(slope * x + intercept).toBeCloseTo(y, 6);
  });

  it("chooses a category from the menu", async () => {
    await showView();
    await act(() => find("category")!.click());
    const options = host.querySelectorAll<HTMLElement>("[data-testid=category-option]");
    expect([...options].map((option) => option.dataset.value)).toEqual(
      VIEW.categories.map(({ name }) => name),
    );
    await act(() => options[1]!.click());
    expect(transport.last).toMatchObject({
      action: "choose-category",
      category: "sklearn.cluster",
    });
    expect(host.querySelector("[data-testid=category-option]")).toBeNull();
  });

  it("shows an error with what to do, and keeps everything", async () => {
    await showView();
    await arrive(
      frame({ kind: "error", error: { code: "too-few", what: "Too few.", todo: "Take more." } }),
    );
    expect(text("banner-error")).toContain("Too few. Take more.");
    await arrive(frame({ kind: "progress", task: "tune", done: 0.1 }));
    expect(find("banner-error")).not.toBeNull();
    expect(text("training-f1")).toBe(".783");
  });

  it("leaves an error behind with the room in which it was made", async () => {
    await showView();
    await arrive(
      frame({ kind: "error", error: { code: "too-few", what: "Too few.", todo: "Take more." } }),
    );
    await openRoom("bayes");
    expect(find("banner-error")).toBeNull();
  });

  it("shows no figures before any data has been chosen, and says where to get some", async () => {
    const steps = [{ ...VIEW.history.steps[0]!, dataset: "" }];
    await showView({ ...VIEW, history: { ...VIEW.history, steps } });
    expect(find("training-f1")).toBeNull();
    expect(text("data")).toBe("no data yet");
    expect(find("category")).toBeNull();
    await press(window, "b");
    expect(transport.last).toMatchObject({ action: "open" });
    await act(() => find("go-data")!.click());
    expect(find("data-room")).not.toBeNull();
  });

  it("draws the scores of one data set as one line", async () => {
    const steps = [0.9, 0.8, 0.5].map((f1, number) => ({
      number,
      label: "",
      dataset: number === 0 ? "" : "mail",
      parent: number === 0 ? null : number - 1,
      f1_training: f1,
      f1_validation: f1,
    }));
    await showView({ ...VIEW, history: { ...VIEW.history, steps, now: 2, line: [0, 1, 2] } });
    const line = host.querySelector(".history-validation")!.getAttribute("d")!;
    expect(line.match(/[ML]/g)).toEqual(["M", "L"]);
  });

  it("says that nothing is lost when the connection is, and comes back", async () => {
    await showView();
    await act(() => transport.lose());
    expect(find("banner-lost")).not.toBeNull();
    await act(() => transport.open());
    await arrive(viewFrame({ revision: 0, reply_to: 1, state: STATE }));
    expect(find("banner-lost")).toBeNull();
  });

  it("opens a document with the words that push it each way", async () => {
    await showView();
    await act(() => workbench.rooms.plane.inspect(5));
    expect(transport.last).toMatchObject({ action: "inspect", row: 5 });
    await arrive(
      frame({
        kind: "document",
        document: {
          row: 5,
          id: "a.py:f",
          labels: ["x"],
          positive: true,
          decided: false,
          x: -20,
          y: -30,
          margin: -2,
          text: "Fits a model.",
          words: [
            { word: "fit", name: "fit", source: "shared", x: -1, y: -3, margin: 2 },
            { word: "plot", name: "plot", source: "hand", x: -5, y: -1, margin: -4 },
          ],
          rest: { x: -4, y: -6, margin: 1 },
          fixed: { x: -10, y: -20, margin: -1 },
        },
      }),
    );
    expect(text("document")).toContain("but missed");
    expect(host.querySelectorAll("[data-testid=document-word]")).toHaveLength(2);
    expect(text("document-text")).toBe("Fits a model.");
  });

  it("lists what a lasso gathered, errors first, and narrows it", async () => {
    await showView();
    await act(() => {
      workbench.store.select([3, 5, 8], "training");
      workbench.rooms.plane.showSelection();
    });
    const chips = () =>
      [...host.querySelectorAll("[data-testid=selection-item] .chip")].map(
        (chip) => chip.textContent,
      );
    expect(chips()).toEqual(["TP", "TN", "TN"]);
    expect(transport.last).toMatchObject({ action: "list-documents", rows: [5, 3, 8] });
    await act(() => find("filter-tn")!.click());
    expect(chips()).toEqual(["TN", "TN"]);
  });

  it("searches once the hand rests, and shows no count beside another word", async () => {
    await showView();
    vi.useFakeTimers();
    try {
      for (const word of ["v", "viagra"]) await type("search", word);
      expect(transport.actions("search")).toHaveLength(0);
      await act(() => {
        vi.advanceTimersByTime(400);
      });
      expect(transport.actions("search").map(({ word }) => word)).toEqual(["viagra"]);
      const reply_to = transport.last.id;
      await arrive(frame({ kind: "hits", word: "viagra", count: 181, reply_to }));
      expect(text("search-count")).toContain("181 documents");
      await type("search", "c");
      expect(find("search-count")).toBeNull();
      expect(workbench.store.highlight.value).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("has nothing to turn, to choose or to read where no document has a label", async () => {
    await showView({ ...VIEW, categories: [{ name: "unlabeled", documents: 9 }] });
    for (const room of ["plane", "matrix", "compare"]) {
      await openRoom(room);
      expect(find("unlabeled"), room).not.toBeNull();
      for (const name of ["knob-alpha", "category", "fold", "search", "folds-f1"]) {
        expect(find(name), `${room} ${name}`).toBeNull();
      }
    }
    expect(transport.actions("open-matrix")).toHaveLength(0);
    await act(() => find("unlabeled")!.querySelector("button")!.click());
    expect(workbench.room.value).toBe("clusters");
  });

  it("tells all folds once each has tuned words of its own, and offers to tune them", async () => {
    const tuned = (folds: number[], revision: number) => {
      const tuning = { folds, together: null };
      const spread = { mean: 0.9, spread: 0.02, each: [0.88, 0.92] };
      const known = folds.length === 5 ? { recall: spread, precision: spread, f1: spread } : {};
      return arrive(viewFrame({ revision, view: { tuning, folds: known } }));
    };
    await arrive(viewFrame({ revision: 1, view: VIEW }, POINTS));
    expect(find("holds-tuned")).toBeNull();
    await tuned([0, 1], 2);
    expect(text("holds-tuned")).toContain("2 of 5 folds");
    expect(text("folds-f1")).toBe("–");
    await act(() => find("tune-folds")!.click());
    expect(transport.last).toMatchObject({ action: "tune-folds" });
    await tuned([0, 1, 2, 3, 4], 3);
    expect(find("tune-folds")).toBeNull();
    expect(text("folds-f1")).toContain(".90");
  });

  it("says where one prior for all words is better than one for each", async () => {
    await arrive(viewFrame({ revision: 1, view: VIEW }, POINTS));
    expect(find("tuned")).toBeNull();
    const together = { alpha: 0.12, beta: 30 };
    await arrive(viewFrame({ revision: 2, view: { tuning: { folds: [0], together } } }));
    expect(text("tuned")).toContain("alpha 0.12, beta 30");
  });

  it("goes to a step of the history", async () => {
    await showView();
    await act(() => find("history-step")!.click());
    expect(transport.last).toMatchObject({ action: "go-to", step: 0 });
  });
});

describe("a saved plot", () => {
  it("is a drawing with its title, its numbers, its points and the line", async () => {
    await showView();
    const svg = plotDrawing(workbench, "training");
    expect(svg).toContain("sklearn.linear_model: training");
    expect(svg).toContain("F1 .783");
    expect(svg.match(/h0/g)).toHaveLength(3);
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
    expect(parsed.querySelectorAll("line")).toHaveLength(1);
  });
});
