import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import type { Prediction } from "../src/rooms/matrix/predict-file";
import type { MatrixChoice, MatrixView } from "../src/wire/matrix";
import { frame, message } from "./frames";
import { bound, CHOICE, HAM_AS_SPAM, MATRIX, PROGRAM, reached } from "./matrix-frames";
import {
  arriveView,
  eachInRoom,
  find,
  host,
  press,
  text,
  transport,
  type,
  workbench,
} from "./page";

/** A view of the room as the server would send it. */
async function show(matrix: Partial<MatrixView> = {}, choice: Partial<MatrixChoice> = {}) {
  const state = { matrix: { ...CHOICE, ...choice } };
  const view = { matrix: { ...MATRIX, ...matrix } };
  await arriveView(state, view);
}

/** Lets the clock of a test with fake timers go on. */
const passed = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

eachInRoom("matrix");

const LOCK = reached(bound("cell", ["spam", "ham"], "<=", 8, { locked: true }), 8);
const PROMISE = {
  bound: bound("fpr", [], "<=", 0.05),
  risk: 0.05,
  allowed: 27,
  rows: 744,
  of_shares: false,
};

describe("the matrix room", () => {
  it("asks for a model when it is first entered", async () => {
    expect(transport.last).toMatchObject({ action: "open-matrix", all_classes: false });
    expect(find("matrix")).toBeNull();
  });

  it("offers all classes only where they can be asked about, and says why not", async () => {
    const categories = ["a", "b", "c"].map((name) => ({ name, documents: 9 }));
    await arriveView({ matrix: CHOICE }, { matrix: MATRIX, categories });
    expect(find("all-classes")).not.toBeNull();
    const why = "rows of news may belong to several categories";
    await arriveView(
      { matrix: CHOICE },
      { matrix: { ...MATRIX, why_one_at_a_time: why }, categories },
    );
    expect(find("all-classes")).toBeNull();
    expect(text("one-at-a-time")).toContain("Rows of news may belong to several categories.");
  });

  it("is a grid with one cell in the order of the tabs, moved by the arrows", async () => {
    await show();
    expect(find("matrix")!.getAttribute("role")).toBe("grid");
    expect(host.querySelectorAll("td[tabindex='0']")).toHaveLength(1);
    await act(() => find("cell-0-0")!.focus());
    await press(find("cell-0-0")!, "ArrowRight");
    expect(document.activeElement).toBe(find("cell-0-1"));
    await press(find("cell-0-1")!, "ArrowRight");
    expect(document.activeElement).toBe(find("cell-0-1"));
    expect(find("cell-0-1")!.textContent).toContain("ham called spam: 6 of 60");
  });

  it("shows classes that are numbers in the order of their size, for the arrows, too", async () => {
    const counts = [
      [5, 1, 0],
      [0, 6, 2],
      [1, 0, 7],
    ];
    const ranges = counts.map((row) => row.map((n): [number, number] => [n, n]));
    const shown = { ...MATRIX.shown, matrix: counts };
    await show({ classes: ["1", "10", "2"], positive: null, shown, ranges, outcome: null });
    const heads = [...host.querySelectorAll(".matrix-column-name")].map((each) => each.textContent);
    expect(heads).toEqual(["1", "2", "10"]);
    await act(() => find("cell-0-0")!.focus());
    await press(find("cell-0-0")!, "ArrowRight");
    expect(document.activeElement).toBe(find("cell-0-2"));
    await press(find("cell-0-2")!, "End");
    expect(document.activeElement).toBe(find("cell-0-1"));
  });

  it("steers when a number is typed, and says what came of it", async () => {
    await show();
    await act(() => find("cell-0-1")!.focus());
    await press(find("cell-0-1")!, "Enter");
    await type("cell-field", "3");
    await press(find("cell-field")!, "Enter");
    expect(transport.actions("edit-cell").at(-1)).toMatchObject({
      true: "ham",
      predicted: "spam",
      count: 3,
    });
    await show();
    expect(text("answer")).toContain("Reached: 6 of 60 ham called spam (limit 6)");
    expect(text("paid")).toContain("spam missed 2 → 8 +6 worse");
    expect(text("paid")).not.toContain("ham called spam");
    expect(find("cell-0-1")!.textContent).toContain("−4 betterwanted ≤ 6");
  });

  it("takes a wish back on Escape and sends nothing", async () => {
    await show();
    await act(() => find("cell-0-1")!.focus());
    await press(find("cell-0-1")!, "PageUp");
    expect(find("cell-0-1")!.textContent).toContain("is 6, wanted 16");
    await press(find("cell-0-1")!, "Escape");
    await press(find("cell-0-1")!, "-");
    expect(find("cell-0-1")!.textContent).toContain("is 6, wanted 5");
    await press(find("cell-0-1")!, "Escape");
    expect(find("cell-0-1")!.textContent).not.toContain("wanted 5");
    expect(transport.actions("edit-cell")).toHaveLength(0);
  });

  it("answers what cannot be met with how close it came and what would help", async () => {
    const missed = reached(bound("cell", ["ham", "spam"], "<=", 1), 6);
    const in_the_way = [{ bound: missed, value: 6, rows: 5, promising: false }];
    const bounds = [missed, LOCK];
    const outcome = { ...MATRIX.outcome!, bounds, in_the_way, met: false, gap: 5 };
    await show({ outcome }, { locked: [["spam", "ham"]] });
    expect(text("answer")).toContain(
      "Closest with the locked cells kept: ham called spam 6 (≤ 1 wanted, 5 more rows)",
    );
    await act(() => find("ask-ranges")!.click());
    expect(transport.last).toMatchObject({ action: "ask-ranges" });
    await act(() =>
      transport.arrive(
        frame({
          kind: "ranges",
          left: 0,
          ranges: MATRIX.ranges,
          lowest_by: [
            ["logistic", "martingale"],
            ["logistic", "logistic"],
          ],
          highest_by: [
            ["logistic", "logistic"],
            ["logistic", "logistic"],
          ],
          shown: 1,
        }),
      ),
    );
    await act(() => find("other-model")!.click());
    expect(transport.last).toMatchObject({ action: "choose-model", model: "martingale" });
  });

  it("points at the place in a want that it cannot read, under the field", async () => {
    await show();
    await type("want", "recal >= 1");
    await act(() => (find("want")!.closest("form") as HTMLFormElement).requestSubmit());
    expect(transport.last).toMatchObject({ action: "ask-want", want: "recal >= 1" });
    await act(() =>
      transport.arrive(
        frame({
          kind: "error",
          reply_to: transport.last.id,
          error: {
            code: "unknown-measure",
            what: "there is no measure 'recal'",
            todo: "did you mean recall?",
            position: 0,
          },
        }),
      ),
    );
    expect(text("want-fault")).toContain("There is no measure 'recal'. Did you mean recall?");
    expect(host.querySelector("#want-fault pre b")!.textContent).toBe("^");
    expect(find("banner-error")).toBeNull();
  });

  it("shows rows that go to a person in a column of their own, with their examples", async () => {
    await show();
    expect(find("referred-0")).toBeNull();
    const shown = { ...MATRIX.shown, referred: [3, 4] };
    const outcome = { ...MATRIX.outcome!, referred: [3, 4], referred_before: [] };
    await show({ shown, outcome });
    expect(find("referred-1")!.dataset.count).toBe("4");
    await act(() => find("referred-1")!.focus());
    await vi.waitFor(() =>
      expect(transport.last).toMatchObject({
        action: "cell-examples",
        true: "spam",
        predicted: "refer",
      }),
    );
    expect(text("referred-share")).toContain("4");
  });

  it("asks a person only where that is switched on", async () => {
    await show();
    expect(find("refer-rate")).toBeNull();
    await act(() => (find("refer") as HTMLInputElement).click());
    await type("refer-rate", "8");
    await act(() => (find("builder-rate")!.closest("form") as HTMLFormElement).requestSubmit());
    expect(transport.last).toMatchObject({
      action: "ask-want",
      want: expect.stringContaining("ask a person about at most 8 %"),
    });
  });

  it("locks a cell with l and shows that it is locked", async () => {
    await show();
    await act(() => find("cell-1-0")!.focus());
    await press(find("cell-1-0")!, "l");
    expect(transport.last).toMatchObject({ action: "lock-cell", true: "spam", locked: true });
    await show({}, { locked: [["spam", "ham"]] });
    expect(find("cell-1-0")!.textContent).toContain("locked");
  });

  it("lists the examples of the chosen cell", async () => {
    await show();
    await act(() => find("cell-0-1")!.focus());
    await act(() => workbench.rooms.matrix.askExamples());
    expect(transport.last).toMatchObject({ action: "cell-examples", true: "ham", search: "" });
    await act(() =>
      transport.arrive(
        frame({
          kind: "examples",
          true: "ham",
          predicted: "spam",
          search: "",
          doubtful_first: false,
          count: 6,
          found: 6,
          examples: [
            {
              row: 7,
              id: "r7",
              text: "hello",
              sureness: 2,
              reasons: [{ name: "age", push: 1 }],
              sides: ["ham", "spam"],
              picture: null,
            },
          ],
        }),
      ),
    );
    expect(text("example")).toContain("r7");
    await act(() => host.querySelector<HTMLElement>(".example-head")!.click());
    expect(text("reasons")).toContain("age");
    expect(transport.last).toMatchObject({ action: "explain-row", row: 7 });
    const told = { row: 7, reasons: [], sides: [], text: "hello at full length" };
    await act(() => transport.arrive(frame({ kind: "reasons", how: "weights", ...told })));
    expect(text("example-whole")).toBe("hello at full length");
    expect(text("cell-panel")).toContain("5 more are in the CSV");
    const asked = transport.actions("explain-row").length;
    await show({ shown: { ...MATRIX.shown, number: 0 } }, { shown: 0 });
    expect(transport.actions("explain-row")).toHaveLength(asked + 1);
    await act(() => find("examples-order")!.click());
    expect(transport.last).toMatchObject({ action: "cell-examples", doubtful_first: true });
    await act(() => find("examples-export")!.click());
    expect(transport.last).toMatchObject({ action: "export-examples", true: "ham" });
  });

  it("says in every cell what it can be, and what was, was wanted and is", async () => {
    await show();
    expect(find("cell-0-1")!.textContent).toContain("reachable 2–15");
    await act(() => find("cell-0-1")!.focus());
    expect(text("side-by-side")).toBe("was10wanted≤ 6is6");
    const ranges = [
      [
        [40, 60],
        [0, 20],
      ],
      [
        [0, 12],
        [28, 40],
      ],
    ];
    const by = ranges.map((row) => row.map(() => "forest"));
    const best = { ranges, lowest_by: by, highest_by: by, shown: 1 };
    await act(() => transport.arrive(frame({ kind: "ranges", left: 0, ...best })));
    expect(find("cell-0-1")!.textContent).toContain(", best 0");
    const before = transport.actions("ask-ranges").length;
    await show({ shown: { ...MATRIX.shown, number: 0 } }, { shown: 0 });
    expect(transport.actions("ask-ranges")).toHaveLength(before + 1);
  });

  it("has other models fitted while the hand rests, and asks again until all are", async () => {
    vi.useFakeTimers();
    const beside = () =>
      transport.actions("ask-ranges").filter((sent) => "beside" in sent && sent.beside);
    const answer = async (values: object) => {
      const reply_to = transport.last.id;
      await act(() => transport.arrive(message({ kind: "ranges", reply_to, ...values })));
    };
    await show();
    await passed(3100);
    expect(beside()).toHaveLength(0); // an answer is still awaited
    await answer({ kind: "training", accuracies: [] });
    await passed(3100);
    expect(beside()).toHaveLength(1);
    await answer({ left: 2 });
    expect(find("cell-0-1")!.textContent).not.toContain(", best ");
    await passed(500);
    expect(beside()).toHaveLength(2);
    const by = MATRIX.ranges.map((row) => row.map(() => "forest"));
    await answer({ left: 0, ranges: MATRIX.ranges, lowest_by: by, highest_by: by, shown: 1 });
    expect(find("cell-0-1")!.textContent).toContain(", best ");
    await passed(5000);
    expect(beside()).toHaveLength(2);
    vi.useRealTimers();
  });

  it("leaves models that take long to the button", async () => {
    vi.useFakeTimers();
    await show();
    await act(() => transport.arrive(frame({ kind: "ranges", left: null })));
    await show({ shown: { ...MATRIX.shown, number: 0 } }, { shown: 0 });
    await passed(5000);
    expect(transport.actions("ask-ranges")).toHaveLength(0);
    vi.useRealTimers();
  });

  it("says how the risk grows with the models guaranteed, and shares it on request", async () => {
    const outcome = {
      ...MATRIX.outcome!,
      promises: [PROMISE],
      confidence: 0.95,
      asked: "fpr <= 5%",
    };
    await show({ outcome: { ...outcome, guaranteed_models: 3 } });
    expect(text("best-of")).toContain("85 %");
    await act(() => find("share-risk")!.click());
    expect(transport.last).toMatchObject({ action: "share-risk" });
    await show({ outcome: { ...outcome, guaranteed_models: 3, among: 3 } });
    expect(find("best-of")).toBeNull();
    expect(text("promise")).toContain("for the model chosen of 3");
  });

  it("names a limit that is kept by calling nothing", async () => {
    await show({ outcome: { ...MATRIX.outcome!, never: ["spam"] } });
    expect(text("never-predicted")).toBe(
      "The limit is kept by calling every row ham, and none spam.",
    );
    await show({ outcome: { ...MATRIX.outcome!, never: [] } });
    expect(find("never-predicted")).toBeNull();
  });

  it("says how many rows a promise takes that these cannot give", async () => {
    const few = { bound: bound("fpr", [], "<=", 0.001), rows: 744, needed: 2995 };
    const outcome = { ...MATRIX.outcome!, met: false, gap: 1, too_few_rows: [few] };
    await show({ outcome }, { confidence: 0.95 });
    expect(text("answer")).toContain(
      "To guarantee ham called spam ≤ 0.1 % takes at least 2,995 rows; there are 744.",
    );
    expect(text("answer")).toContain("more tuning rows");
    expect(text("rows-needed")).toContain("spam (40 rows) 7.2 %, ham (60 rows) 4.9 %");
    await act(() => find("as-it-was")!.click());
    expect(transport.last).toMatchObject({ action: "show-model", number: 0 });
    await show({
      outcome: { ...MATRIX.outcome!, promises: [PROMISE] },
    });
    expect(text("promise")).toBe(
      "With 95 % confidence, at most 5 % of new ham is called spam, if new rows are like these.",
    );
  });

  it("steers to the lowest cost of a column that has the cost of each row", async () => {
    await show({});
    await act(() => {
      find("tab-costs")?.click();
    });
    const field = find("cost-column") as HTMLSelectElement;
    await act(() => {
      field.value = "home loan";
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await act(() => find("steer-to-row-cost")!.click());
    const want = 'minimize cost, cost column = "home loan"';
    expect(transport.last).toMatchObject({ action: "ask-want", want });
  });

  it("gives each group of a column a cut-off on request, and shows them in a table", async () => {
    const outcome = {
      ...MATRIX.outcome!,
      asked: "recall >= 75% for each clinic",
      bounds: [reached(bound("recall", ["spam"], ">=", 0.75, { each_group: "clinic" }), 0.8)],
      groups: [],
    };
    const group = { limit: "", column: "clinic", rows: 60, value: 0.8, low: 0.7, high: 0.9 };
    const groups = [{ ...group, group: "north", met: true }];
    await show({ outcome: { ...outcome, groups } });
    const options = [...(find("group-cutoffs") as HTMLSelectElement).options];
    expect(options.map(({ value }) => value)).toEqual(["", "clinic", "region"]);
    await act(() => find("cutoff-per-group")!.click());
    expect(transport.actions("set-group-cutoffs").at(-1)).toMatchObject({ column: "clinic" });
    expect(transport.actions("ask-want").at(-1)).toMatchObject({ want: outcome.asked });
    const cutoffs = [
      { group: "north", rows: 60, cutoff: 0.25, value: 0.8, low: 0.7, high: 0.9 },
      { group: "south", rows: 40, cutoff: null, value: null, low: null, high: null },
    ];
    const rate = bound("recall", ["spam"], ">=", 0.75);
    const shown = { ...MATRIX.shown, group_cutoffs: { column: "clinic", rate, groups: cutoffs } };
    await show({ outcome: { ...outcome, groups }, shown }, { cutoff_column: "clinic" });
    const rows = [...host.querySelectorAll("[data-testid=group-cutoff]")];
    const cells = rows.map((row) => [...row.children].map((each) => each.textContent));
    expect(cells[0]!.slice(0, 3)).toEqual(["north", "60", "0.25"]);
    expect(cells[1]!.slice(2)).toEqual(["–", "–", "–"]);
    expect(text("group-cutoffs-note")).toContain("clinic");
    expect(find("cutoff-per-group")).toBeNull();
    expect(find("group-rates")).toBeNull();
  });

  it("takes the share in use beside the guarantee", async () => {
    await show({}, { confidence: 0.95 });
    const field = find("prior") as HTMLInputElement;
    expect(field.value).toBe("");
    const type = async (text: string) => {
      await act(() => {
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await act(() => {
        field.dispatchEvent(new FocusEvent("blur"));
      });
    };
    await type("10");
    expect(transport.last).toMatchObject({ action: "set-prior", prior: 0.1 });
    await show({}, { confidence: 0.95, prior: 0.1 });
    expect(field.value).toBe("10");
    await type("");
    expect(transport.last).toMatchObject({ action: "set-prior", prior: null });
    const promises = [{ ...PROMISE, of_shares: true }];
    await show({ outcome: { ...MATRIX.outcome!, promises, prior: 0.1 } });
    expect(text("promise")).toContain("if new rows are like these and 10 % of them are spam.");
    expect(text("in-use")).toContain("10 % spam in use");
    await show({ outcome: { ...MATRIX.outcome!, promises } });
    expect(text("promise")).toContain("and 40 % of them are spam, as here.");
  });

  it("says of a want in words that speaks of two cells what was asked of both", async () => {
    const other = reached(bound("cell", ["spam", "ham"], "<=", 8), 8);
    const bounds = [...MATRIX.outcome!.bounds, other];
    const wanted = [
      [54, 6],
      [8, 32],
    ];
    await show({ outcome: { ...MATRIX.outcome!, bounds, wanted } });
    expect(host.querySelector(".answer h2")!.textContent).toBe(
      "Reached: 6 of 60 ham called spam (limit 6); spam missed 8 (limit 8)",
    );
    expect(find("cell-0-1")!.textContent).toContain("wanted ≤ 6");
    expect(find("cell-1-0")!.textContent).toContain("wanted ≤ 8");
    const rate = reached(bound("recall", [], ">=", 0.95), 0.96);
    await show({ outcome: { ...MATRIX.outcome!, bounds: [rate, LOCK] } });
    expect(host.querySelector(".answer h2")!.textContent).toBe(
      "Reached: spam caught 96\u00a0% (at least 95\u00a0%)",
    );
    expect(text("paid")).toContain("Locked cells were kept.");
  });

  it("offers a model visited before that does it with less damage", async () => {
    await show({ outcome: { ...MATRIX.outcome!, seen: 0, saved: 3 } });
    expect(text("seen-before")).toContain("already does this, with 3 fewer errors");
    await act(() => find("take-seen")!.click());
    expect(transport.last).toMatchObject({ action: "show-model", number: 0 });
    await show({ outcome: MATRIX.outcome });
    expect(find("seen-before")).toBeNull();
  });

  it("offers a looser want as the server found it, without the clause of a lock", async () => {
    const rate = reached(bound("recall", [], ">=", 0.95), 0.7);
    const text = "recall >= 70% and fp <= 6";
    const looser = { text, bounds: [bound("recall", [], ">=", 0.7), bound("fp", [], "<=", 6)] };
    const short = { bounds: [rate, LOCK], met: false, gap: 9, looser };
    await show({ outcome: { ...MATRIX.outcome!, ...short } }, { locked: [["ham", "spam"]] });
    await act(() => find("looser")!.click());
    expect(transport.last).toMatchObject({ action: "ask-want", want: text });
    await show({ outcome: { ...MATRIX.outcome!, ...short, looser: null } });
    expect(find("looser")).toBeNull();
  });

  it("tells the lowest cost that was found, and marks no cell as wanted", async () => {
    const cheap = { code: "lowest-cost", lowest_cost: 53, reason: "the lowest cost found is 53" };
    const costs = [
      [0, 1],
      [10, 0],
    ];
    await show({ outcome: { ...MATRIX.outcome!, ...cheap } }, { costs });
    expect(host.querySelector(".answer h2")!.textContent).toBe(
      "Cost 30 → 53 on the tuning rows; expect more on new data",
    );
    expect(host.querySelector(".matrix-room")!.textContent).not.toContain("wanted");
  });

  it("calls nothing promised that is only counted, and offers the rate that can be", async () => {
    const fp = bound("fp", [], "<=", 6);
    const instead = { text: "fpr <= 12.4%", bounds: [bound("fpr", [], "<=", 0.124)] };
    const counted = { bounds: [reached(fp, 6)], counted: [fp], instead };
    await show({ outcome: { ...MATRIX.outcome!, ...counted } }, { confidence: 0.95 });
    expect(host.querySelector(".answer h2")!.textContent).toBe(
      "Reached: ham called spam 6 (limit 6)",
    );
    expect(find("promise")).toBeNull();
    expect(text("only-counted")).toContain("For new data, limit a rate");
    await act(() => find("rate-instead")!.click());
    expect(transport.last).toMatchObject({ action: "ask-want", want: "fpr <= 12.4%" });
    const promised = { bounds: [reached(PROMISE.bound, 0.03)], promises: [PROMISE] };
    await show({ outcome: { ...MATRIX.outcome!, ...promised, visited: [1] } });
    expect(text("answer")).toContain("Guaranteed: ham called spam 3 % (limit 5 %)");
  });

  it("builds a want from a sentence and says when a limit is too tight to guarantee", async () => {
    await show({}, { confidence: 0.95 });
    expect((find("confidence") as HTMLInputElement).checked).toBe(true);
    await type("builder-rate", "1 in 100");
    expect(text("rows-needed")).toContain("1 % is too tight to guarantee for ham");
    await type("builder-rate", "8");
    await act(() => (find("builder-rate")!.closest("form") as HTMLFormElement).requestSubmit());
    expect(transport.last).toMatchObject({
      action: "ask-want",
      want: "lose at most 8 % of ham, then catch as much spam as possible",
    });
    const verb = find("builder-verb") as HTMLSelectElement;
    expect([...verb.options].map((each) => each.text)).toEqual(["Lose", "Miss", "Allow"]);
    await act(() => {
      verb.value = "missed 1";
      verb.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect((find("builder-class") as HTMLSelectElement).value).toBe("1");
    expect(text("builder-goal")).toContain("as few false alarms as possible");
    await type("builder-rate", "lots");
    expect((find("builder-steer") as HTMLButtonElement).disabled).toBe(true);
    await act(() => find("confidence")!.click());
    expect(transport.last).toMatchObject({ action: "set-confidence", confidence: null });
  });

  it("shows nothing green that is neither guaranteed nor tested, and says what that means", async () => {
    const rate = bound("fpr", [], "<=", 0.1);
    const held = { bounds: [reached(rate, 0.1, { part: 6, rows: 60 })] };
    await show({ outcome: { ...MATRIX.outcome!, ...held } });
    expect(find("answer")!.className).toContain("answer-held");
    expect(text("unguaranteed")).toContain("about half");
    const roomy = reached(rate, 0.1, { part: 6, rows: 60, low: 0.01, high: 0.09, tight: false });
    await show({ outcome: { ...MATRIX.outcome!, bounds: [roomy] } });
    expect(text("unguaranteed")).toContain("ham called spam 1 % to 9 %");
    const promised = { ...held, promises: [{ ...PROMISE, bound: rate }], confidence: 0.95 };
    await show({ outcome: { ...MATRIX.outcome!, ...promised } });
    expect(find("answer")!.className).toContain("answer-met");
    expect(find("unguaranteed")).toBeNull();
    const tested = {
      bound: rate,
      value: 0.15,
      limit: 0.1,
      low: 0.05,
      high: 0.3,
      part: 6,
      rows: 40,
      tuning: 0.1,
      holds: false,
      within_noise: true,
      group: "",
    };
    const test = { ...MATRIX.test, looks: 1, seen: [1], matrix: MATRIX.shown.matrix };
    await show({
      outcome: { ...MATRIX.outcome!, ...promised },
      test: { ...test, bounds: [tested], cost: { tuning: 0.416, test: 0.565 } },
    });
    expect(find("answer")!.className).toContain("answer-held");
    expect(find("final-bound")!.dataset.holds).toBe("false");
    expect(text("final-bound")).toContain(
      "6 of 40, 15 % (≤ 10 % wanted) 95 % interval 5 % to 30 %",
    );
    expect(text("final-test")).toContain("the interval includes the limit");
    expect(text("final-cost")).toContain("0.416 on the tuning rows, 0.565 on the final test");
  });

  it("asks before the final test", async () => {
    await show();
    await act(() => find("final-test-open")!.click());
    await act(() => find("final-test-not-yet")!.click());
    expect(transport.actions("open-test")).toHaveLength(0);
    await act(() => find("final-test-open")!.click());
    await act(() => find("final-test-run")!.click());
    expect(transport.last).toMatchObject({ action: "open-test" });
  });

  it("leaves no older result under a want that was refused, and refills the want", async () => {
    await show({ outcome: { ...MATRIX.outcome!, asked: "fpr <= 10%" } });
    expect((find("want") as HTMLInputElement).value).toBe("fpr <= 10%");
    expect(find("answer")!.dataset.met).toBe("true");
    await type("want", "at must 5");
    await act(() => (find("want")!.closest("form") as HTMLFormElement).requestSubmit());
    const error = { code: "want-syntax", what: "not understood", todo: "try again" };
    const reply_to = transport.last.id;
    await act(() => transport.arrive(frame({ kind: "error", reply_to, error })));
    expect(find("want-fault")).not.toBeNull();
    expect(find("answer")!.dataset.met).toBeUndefined();
  });

  it("completes a want that is being written", async () => {
    await show();
    await type("want", "catch at");
    expect(transport.last).toMatchObject({ action: "complete-want", text: "catch at" });
    const completions = [{ text: "catch at least 95 % of spam", meaning: "95 of 100" }];
    await act(() =>
      transport.arrive(frame({ kind: "completions", text: "catch at", completions })),
    );
    const options = find("want-completions")!.querySelectorAll("option");
    expect([...options].map(({ value }) => value)).toEqual(["catch at least 95 % of spam"]);
  });

  it("tells precision, recall and F1 of the class to catch, and what a step changed", async () => {
    await show(
      {},
      {
        costs: [
          [0, 1],
          [10, 0],
        ],
      },
    );
    expect(text("strip-recall")).toContain("80.0 %−15");
    expect(text("strip-precision")).toContain("84.2 %+5");
    expect(text("strip-cost")).toContain("0.86+0.56");
  });

  it("predicts a file, shows how far it is, and can be stopped", async () => {
    const room = workbench.rooms.matrix;
    let cancelled = false;
    let finish: (done: Prediction) => void = () => {};
    const starts: number[] = [];
    room.predicting.predictor = (_file, model, _reasons, progress) => {
      starts.push(model);
      queueMicrotask(() => progress({ sent: 1, rows: 500 }));
      return {
        done: new Promise<Prediction>((resolve) => {
          finish = resolve;
        }),
        cancel: () => {
          cancelled = true;
        },
      };
    };
    await show();
    await act(() => find("predict-open")!.click());
    const file = new File(["a\n1\n"], "new.csv");
    await act(async () => void room.predicting.start(file));
    expect(text("predict-progress")).toContain("500 rows");
    await act(() => find("predict-close")!.click());
    expect(cancelled).toBe(true);
    expect(find("predict-progress")).toBeNull();
    await act(() => find("predict-open")!.click());
    await act(() => void room.predicting.start(file));
    await act(async () => finish({ address: "./predictions/x", rows: 1200, notes: ["a note"] }));
    expect(starts).toEqual([1, 1]);
    expect(text("predict-rows")).toContain("1,200 rows");
    expect(find("predict-download")!.getAttribute("href")).toBe("./predictions/x");
  });

  it("counts looks at the sealed rows", async () => {
    await show({ test: { ...MATRIX.test, looks: 2, seen: [0, 1] } });
    await act(() => find("tab-test")!.click());
    expect(text("looks")).toContain("You have looked 2 times.");
    await show({ test: { ...MATRIX.test, looks: 1, seen: [] } });
    expect(text("looks")).toContain("used once, for another model");
    await act(() => find("open-test")!.click());
    await act(() => find("final-test-run")!.click());
    expect(transport.last).toMatchObject({ action: "open-test" });
  });

  it("shows the live cost of a row and steers to the lowest", async () => {
    await show(
      {},
      {
        costs: [
          [0, 5],
          [1, 0],
        ],
      },
    );
    await act(() => find("tab-costs")!.click());
    expect(text("expected-cost")).toBe("0.38");
    await act(() => find("steer-to-cost")!.click());
    expect(transport.last).toMatchObject({ action: "steer-to-cost" });
  });

  it("goes back to a model of the list and keeps one under a name", async () => {
    await show();
    await act(() => find("page-trajectory")!.click());
    expect(host.querySelectorAll("[data-testid=trajectory-row]")).toHaveLength(2);
    expect(text("trajectory-row")).toContain("Logistic regression");
    await act(() => find("go-0")!.click());
    expect(transport.last).toMatchObject({ action: "show-model", number: 0 });
    await type("pin-name", "gentle");
    await act(() => (find("pin-name")!.closest("form") as HTMLFormElement).requestSubmit());
    expect(transport.last).toMatchObject({ action: "pin-model", number: 1, name: "gentle" });
  });

  it("draws the program, opens a node and turns it by hand", async () => {
    await show({ program: PROGRAM }, { model: "martingale" });
    await act(() => find("page-program")!.click());
    expect(host.querySelectorAll(".node")).toHaveLength(3);
    expect(host.querySelectorAll(".node-weak")).toHaveLength(1);
    expect(text("weak-count")).toBe("1 of 1 deciding node");
    await act(() => find("tab-node")!.click());
    expect(text("needy-0")).toContain("2 votes short");
    await type("value-threshold", "0.2");
    await press(find("value-threshold")!, "Enter");
    await vi.waitFor(() =>
      expect(transport.last).toMatchObject({ action: "mark-weak", threshold: 0.2 }),
    );
    expect(host.querySelectorAll("g.node[tabindex='0']")).toHaveLength(1);
    await act(() => {
      find("node-0")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    expect(transport.actions("ask-node").at(-1)).toMatchObject({ node: 0 });
    await type("local-0-1", "2");
    await press(find("local-0-1")!, "Enter");
    expect(transport.last).toMatchObject({ action: "edit-node", node: 0, true: "ham", count: 2 });
  });

  it("shows the models of a steering as they come, can stop it, and forgets them", async () => {
    await show();
    const model = { fp: 4, fn: 9, errors: 13, accuracy: 0.9, gap: 2, objective: 9 };
    const news = (from: number) =>
      transport.arrive(
        frame({
          kind: "news",
          about: "steering",
          news: { bounds: [HAM_AS_SPAM], from, models: [model, { ...model, gap: 1 }] },
        }),
      );
    await act(() => transport.arrive(frame({ kind: "progress", task: "steering", done: 0.5 })));
    await act(() => news(0));
    await act(() => news(2));
    expect(text("under-way")).toContain("4 settings tried; the closest is 1 row short");
    expect(host.querySelectorAll(".model-passing")).toHaveLength(4);
    await act(() => find("page-trajectory")!.click());
    expect(host.querySelectorAll("[data-testid=passing-row]")).toHaveLength(4);
    await act(() => find("page-matrix")!.click());
    await act(() => find("take-best")!.click());
    expect(transport.last).toMatchObject({ action: "enough" });
    await act(() => find("stop-steering")!.click());
    expect(transport.last).toMatchObject({ action: "cancel" });
    await act(() => transport.arrive(frame({ kind: "cancelled", task: "steering" })));
    expect(find("under-way")).toBeNull();
    expect(host.querySelectorAll(".model-passing")).toHaveLength(0);
  });

  it("shows the model whose dot is clicked, and none beside the dots", async () => {
    const other = {
      ...MATRIX.trajectory[0]!,
      number: 99,
      matrix: [
        [30, 3],
        [5, 20],
      ],
    };
    await show({ trajectory: [...MATRIX.trajectory, other] });
    const scatter = find("scatter")!;
    const paths = [...scatter.querySelectorAll(".model-dots")].map((path) =>
      path.getAttribute("d"),
    );
    const dots = [...paths.join("").matchAll(/M([\d.]+) ([\d.]+)h0/g)];
    expect(dots.length).toBeGreaterThan(0);
    const click = (x: number, y: number) =>
      act(() => {
        scatter.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y }));
      });
    await click(-100, -100);
    expect(transport.actions("show-model")).toHaveLength(0);
    const [, x, y] = dots.at(-1)!;
    await click(Number(x) + 2, Number(y) - 2);
    expect(transport.last).toMatchObject({ action: "show-model", number: 99 });
  });

  it("draws the errors of the class in focus where all classes are asked about", async () => {
    await show({ positive: null, all_classes: true }, { all_classes: true });
    expect(host.querySelector(".scatter")).toBeNull();
    await act(() => find("page-trajectory")!.click());
    const focus = find("focus") as HTMLSelectElement;
    const name = MATRIX.classes[Number(focus.value)]!;
    expect(transport.actions("ask-frontier").at(-1)).toMatchObject({ focus: name });
    const other = 1 - Number(focus.value);
    await act(() => {
      focus.value = String(other);
      focus.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(transport.last).toMatchObject({ action: "ask-frontier", focus: MATRIX.classes[other] });
    const [row, column] = [other, 1 - other];
    const { matrix, number } = MATRIX.shown;
    const point = find(`model-${number}`)!.getAttribute("aria-label");
    const [own, rest] = [MATRIX.classes[other], MATRIX.classes[1 - other]];
    expect(point).toContain(`${matrix[row]![column]} ${own} missed`);
    expect(point).toContain(`${matrix[column]![row]} ${rest} called ${own}`);
    const curve = {
      name: "shown",
      points: [
        [0, 9],
        [5, 2],
      ] as [number, number][],
    };
    const answer = { kind: "frontier" as const, focus: name, curves: [curve] };
    await act(() => transport.arrive(frame(answer)));
    expect(host.querySelector(".frontier")).toBeNull();
    await act(() => transport.arrive(frame({ ...answer, focus: MATRIX.classes[other]! })));
    expect(host.querySelector(".frontier")).not.toBeNull();
  });

  it("draws a program level by level while it grows", async () => {
    await show();
    await act(() => find("page-program")!.click());
    await act(() => transport.arrive(frame({ kind: "progress", task: "growing", done: 0.1 })));
    await act(() =>
      transport.arrive(
        frame({
          kind: "news",
          about: "growing",
          news: { levels: 5, threshold: 0.3, nodes: [PROGRAM.nodes[0]!] },
        }),
      ),
    );
    expect(text("growing")).toContain("1 of 5 levels, 1 node");
    expect(host.querySelectorAll(".node-growing")).toHaveLength(1);
    await show({ program: PROGRAM }, { model: "martingale" });
    expect(find("growing")).toBeNull();
    expect(find("program")).not.toBeNull();
  });

  it("answers bounds that exclude each other and offers the want without either", async () => {
    const clash = [bound("fp", [], "<=", 3), bound("fp", [], ">=", 10)];
    const without = [
      { text: "fp >= 10", bounds: [clash[1]!] },
      { text: "fp <= 3", bounds: [clash[0]!] },
    ];
    const bounds = clash.map((each) => reached(each, 6));
    const outcome = {
      ...MATRIX.outcome!,
      code: "contradiction",
      bounds,
      clash,
      without,
      met: false,
    };
    await show({ outcome });
    expect(text("answer")).toContain(
      "No model can do this: ham called spam ≤ 3 and ham called spam ≥ 10",
    );
    expect(find("want-fault")).toBeNull();
    await act(() => find("leave-out-1")!.click());
    expect(transport.last).toMatchObject({ action: "ask-want", want: "fp <= 3" });
  });

  it("asks a model that is no weighted sum for its reasons, and says how they were found", async () => {
    await show();
    await act(() => find("cell-0-1")!.focus());
    const example = {
      row: 7,
      id: "r7",
      text: "hello",
      sureness: 2,
      reasons: [],
      sides: ["a", "b"],
      picture: null,
    };
    const cell = { true: "ham", predicted: "spam", search: "", doubtful_first: false };
    const held = { ...cell, count: 1, found: 1, examples: [example] };
    await act(() => transport.arrive(frame({ kind: "examples", ...held })));
    await act(() => host.querySelector<HTMLElement>(".example-head")!.click());
    expect(transport.last).toMatchObject({ action: "explain-row", row: 7 });
    const said = {
      row: 7,
      how: "absence" as const,
      reasons: [{ name: "word", push: 0.4 }],
      sides: ["a", "b"],
      text: "",
    };
    await act(() => transport.arrive(frame({ kind: "reasons", ...said })));
    expect(text("reasons")).toContain("if that one word were not there");
    await act(() => transport.arrive(frame({ kind: "reasons", ...said, reasons: [] })));
    expect(text("no-reason")).toContain("No single word decides it");
  });

  it("sets whole cost matrices: presets, both ways, pasted from a spreadsheet", async () => {
    await show();
    await act(() => find("tab-costs")!.click());
    await act(() => find("costs-heavier")!.click());
    expect(transport.last).toMatchObject({
      costs: [
        [0, 1],
        [10, 0],
      ],
    });
    const paste = async (value: string) => {
      const event = new Event("paste", { bubbles: true, cancelable: true });
      Object.assign(event, { clipboardData: { getData: () => value } });
      await act(() => {
        find("cost-0-1")!.dispatchEvent(event);
      });
    };
    await paste("\tham\tspam\nham\t0\t7\nspam\t2\t0");
    expect(transport.last).toMatchObject({
      costs: [
        [0, 7],
        [2, 0],
      ],
    });
    await paste("0\tx\n2\t0");
    expect(text("cost-fault")).toContain("Row 1, column 2 is “x”, not a cost.");
    await show(
      {},
      {
        costs: [
          [0, 7],
          [2, 0],
        ],
      },
    );
    await act(() => find("symmetric")!.click());
    expect(transport.last).toMatchObject({
      costs: [
        [0, 7],
        [7, 0],
      ],
    });
  });

  it("shows the Python lines of the model on show and asks for its card", async () => {
    await show();
    await act(() => find("page-trajectory")!.click());
    await act(() => find("card-export")!.click());
    expect(transport.last).toMatchObject({ action: "export-card", number: 1, kind: "html" });
    await act(() => find("ask-python")!.click());
    expect(transport.last).toMatchObject({ action: "ask-python", number: 1 });
    const said = { kind: "model-python" as const, number: 1, text: "model = steer(model)" };
    await act(() => transport.arrive(frame(said)));
    expect(text("model-python-text")).toContain("model = steer(model)");
    await act(() => find("model-python-close")!.click());
    expect(find("model-python-text")).toBeNull();
    await act(() => transport.arrive(frame(said)));
    await press(find("model-python-text")!, "Escape");
    expect(find("model-python-text")).toBeNull();
  });
});
