import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { UploadFault } from "../src/rooms/data/upload";
import { FINDINGS, OPEN, size } from "../src/rooms/data/words";
import { Workbench } from "../src/session/workbench";
import type { ColumnView, DataChoice, FileView, Role } from "../src/wire/data";
import { frame, POINTS, STATE, VIEW, viewFrame } from "./frames";
import { arriveView, eachInRoom, find, host, transport, workbench } from "./page";
import { FakeTransport } from "./transport";

const CHOICE: DataChoice = {
  path: "/home/me/clinic.csv",
  fingerprint: "a1",
  reading: {
    label: null,
    text: null,
    id: null,
    drop: [],
    roles: {},
    separator: null,
    missing_labels: "drop",
    merge_labels: false,
    positive: null,
    rename_classes: {},
    missing_numbers: "median",
    missing_categories: "own",
    missing_dates: "median",
    text_columns: "together",
    zeros_missing: [],
    vectors: [],
    format: null,
    encoding: null,
    delimiter: null,
    decimal: null,
    header: null,
    sheet: null,
  },
  text: {
    language: "english",
    stop_words: true,
    stems: true,
    ngrams: 1,
    min_documents: 1,
    binary: false,
    extra_stop_words: [],
    keep_words: [],
  },
  distinct: false,
  loaded: "",
  engine: "",
};

const column = (name: string, role: Role, kind: ColumnView["kind"] = "category"): ColumnView => ({
  name,
  kind,
  role,
  chosen: false,
  missing: name === "age" ? 2 : 0,
  distinct: 2,
  examples: ["a", "b"],
  bars: [
    { name: "a", rows: 3 },
    { name: "b", rows: 1 },
  ],
});

const FILE: FileView = {
  name: "clinic.csv",
  kind: "csv",
  format: "CSV",
  encoding: "utf-8",
  delimiter: ",",
  header: true,
  rows: 4,
  rows_exact: true,
  rows_seen: 4,
  columns: [
    column("note", "text", "text"),
    column("age", "number", "number"),
    column("state", "label"),
  ],
  columns_in_all: 3,
  has_choices: false,
  fixed_roles: false,
  other_columns: [],
  sheets: [],
  sheet: null,
  separator: null,
  roles: { text: 1, number: 1, label: 1 },
  labels: [
    {
      column: "state",
      classes: 2,
      rows: 4,
      balance: [
        { label: "1", name: "ill", rows: 3 },
        { label: "2", name: "well", rows: 1 },
      ],
    },
  ],
  positive: { label: "2", reason: "rarer" },
  rows_kept: 4,
  preview: [
    ["the sails", "41", "ill"],
    ["", "12", "well"],
  ],
  findings: [
    {
      severity: "warning",
      what: "column 'age' alone gives the label away",
      todo: "leave it out",
      column: "age",
      remedy: "leave",
      rows: 0,
    },
    {
      severity: "note",
      what: "2 duplicate rows",
      todo: "",
      column: null,
      remedy: "distinct",
      rows: 2,
    },
  ],
  missing_role: null,
  files: 1,
  languages: [
    { name: "english", title: "English" },
    { name: "german", title: "German" },
  ],
};

async function show(data: Partial<FileView> | null = {}, choice: Partial<DataChoice> = {}) {
  const dataset = choice.loaded || STATE.dataset;
  const state = { dataset, data: data && { ...CHOICE, ...choice } };
  const view = { data: { ...FILE, ...data } };
  await arriveView(state, view);
}

async function choose(element: HTMLElement, value: string) {
  await act(() => {
    (element as HTMLSelectElement).value = value;
    element.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

async function drop(files: File[]) {
  await act(async () => {
    workbench.rooms.data.take(files);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}

eachInRoom("data");

describe("the data room", () => {
  it("asks for what is at hand and opens it", async () => {
    expect(transport.last).toMatchObject({ action: "list-data" });
    const made = [{ name: "boats", summary: "20 rows", rows: 20, features: 2, classes: 2 }];
    const recent = [{ path: "/home/me/clinic.csv", name: "clinic.csv", bytes: 1400 }];
    const wine = { name: "wine", source: "scikit-learn", rows: 178, features: 13, classes: 3 };
    const collections = [
      { ...wine, present: true, bytes: 0, built_in: true, can_fetch: false },
      { ...wine, name: "sonar", present: false, bytes: 0, built_in: false, can_fetch: true },
    ];
    await act(() => transport.arrive(frame({ kind: "at-hand", collections, made, recent })));
    const lines = [...host.querySelectorAll<HTMLElement>("[data-testid=data-line]")];
    expect(lines.map((line) => line.dataset.name)).toEqual([
      "clinic.csv",
      "boats",
      "wine",
      "sonar",
    ]);
    await act(() => lines[3]!.click());
    expect(transport.last).toMatchObject({ action: "fetch-data", name: "sonar" });
    await act(() => transport.arrive(frame({ kind: "at-hand", collections, made, recent })));
    expect(transport.last).toMatchObject({ action: "open" });
    await act(() => lines[0]!.click());
    expect(transport.last).toMatchObject({ action: "open-file", path: "/home/me/clinic.csv" });
  });

  it("says what is wrong with a file where it was named", async () => {
    await act(() => workbench.rooms.data.open("nothing.csv"));
    const error = {
      code: "file-missing",
      what: "there is no file nothing.csv",
      todo: "check the name",
    };
    await act(() => transport.arrive(frame({ kind: "error", error })));
    expect(find("open-fault")!.textContent).toContain("There is no file nothing.csv.");
    expect(find("banner-error")).toBeNull();
  });

  it("shows each column with what it is for, and sends what was chosen", async () => {
    await show();
    const columns = [...host.querySelectorAll<HTMLElement>("[data-testid=column]")];
    expect(columns.map((each) => each.dataset.role)).toEqual(["text", "number", "label"]);
    expect(columns[1]!.textContent).toContain("2 missing");
    expect(find("preview")!.textContent).toContain("missing");
    const roles = host.querySelectorAll<HTMLElement>("[data-testid=role]");
    await choose(roles[0]!, "leave");
    const role = { action: "set-role", column: "note", role: "leave", beside: false };
    expect(transport.last).toMatchObject(role);
    await choose(roles[1]!, "label beside");
    expect(transport.last).toMatchObject({ column: "age", role: "label", beside: true });
    await choose(find("delimiter")!, ";");
    expect(transport.last).toMatchObject({ action: "set-reading", options: { delimiter: ";" } });
  });

  it("takes the label from the list of all columns, where the file does not say itself", async () => {
    await show();
    const list = find("label-choice") as HTMLSelectElement;
    const other = [...list.options].map(({ value }) => value).find((v) => v && v !== list.value)!;
    await act(() => {
      list.value = other;
      list.dispatchEvent(new Event("change"));
    });
    expect(transport.last).toMatchObject({ action: "set-role", column: other, role: "label" });
    await show({ fixed_roles: true });
    expect(find("label-choice")).toBeNull();
    expect(find("role")).toBeNull();
  });

  it("asks of a sheet, too, whether its first line names the columns", async () => {
    await show({ kind: "excel", delimiter: null, encoding: null, header: false });
    expect(find("delimiter")).toBeNull();
    await act(() => find("header")!.click());
    expect(transport.last).toMatchObject({ action: "set-reading", options: { header: true } });
  });

  it("offers one click where that is enough", async () => {
    await show();
    await act(() => find("remedy-leave")!.click());
    expect(transport.last).toMatchObject({ action: "set-role", column: "age", role: "leave" });
    await act(() => find("remedy-distinct")!.click());
    expect(transport.last).toMatchObject({ action: "keep-distinct", distinct: true });
    await show({}, { distinct: true });
    expect(find("remedy-distinct")!.getAttribute("aria-pressed")).toBe("true");
    await show({ findings: [] });
    expect(find("findings")!.textContent).toContain(FINDINGS.clean);
  });

  it("offers one click for labels that are missing or alike, and for doubtful commas", async () => {
    const about = { severity: "warning", todo: "do", column: "state", rows: 0 } as const;
    const remedies = [
      "merge",
      "unlabeled",
      "number",
      "separator-bar",
      "decimal-comma",
      "decimal-point",
    ] as const;
    const findings = remedies.map((remedy) => ({ ...about, what: remedy, remedy }));
    await show({ findings });
    await act(() => find("remedy-merge")!.click());
    const chosen = () => (transport.last as { options?: object }).options;
    expect(chosen()).toEqual({ merge_labels: true });
    expect(find("remedy-unlabeled")!.getAttribute("aria-pressed")).toBe("true");
    await act(() => find("remedy-unlabeled")!.click());
    expect(chosen()).toEqual({ missing_labels: "refuse" });
    await act(() => find("remedy-number")!.click());
    expect(transport.last).toMatchObject({ action: "set-role", column: "state", role: "number" });
    await act(() => find("remedy-separator-bar")!.click());
    expect(chosen()).toEqual({ separator: "|" });
    await act(() => find("remedy-decimal-comma")!.click());
    expect(chosen()).toEqual({ decimal: "," });
    await act(() => find("remedy-decimal-point")!.click());
    expect(chosen()).toEqual({ decimal: "." });
    const reading = { ...CHOICE.reading, merge_labels: true, missing_labels: "refuse" } as const;
    await show({ findings, has_choices: true }, { reading });
    await act(() => find("remedy-unlabeled")!.click());
    expect(chosen()).toEqual({ missing_labels: "drop" });
    expect(find("remedy-merge")!.getAttribute("aria-pressed")).toBe("true");
    expect(find("guess-again")).not.toBeNull();
  });

  it("goes to Steer when the file is loaded, and stays when it is not", async () => {
    await show();
    await act(() => find("load-file")!.click());
    expect(transport.last).toMatchObject({ action: "load-file" });
    const error = {
      code: "label-missing",
      what: "the label is empty in data row 3",
      todo: "give it one",
    };
    await act(() => transport.arrive(frame({ kind: "error", error })));
    expect(workbench.room.value).toBe("data");
    expect(find("open-fault")!.textContent).toContain(OPEN.unchanged);
    await act(() => find("look-again")!.click());
    expect(transport.last).toMatchObject({ action: "open-file", path: CHOICE.path });
    expect(find("open-fault")).toBeNull();
    await show();
    await act(() => find("load-file")!.click());
    await show({}, { loaded: "clinic" });
    expect(workbench.room.value).toBe("matrix");
    expect(workbench.notice.value).toContain("clinic is loaded");
    await act(() => find("room-data")!.click());
    expect(find("go-plane")).not.toBeNull();
  });

  it("takes no choice for a file that is being looked at again", async () => {
    await show();
    const file = () => find("data-file") as HTMLFieldSetElement;
    await act(() => workbench.rooms.data.open(CHOICE.path));
    expect(file().disabled).toBe(true);
    await act(() => transport.arrive(frame({ kind: "cancelled", task: "looking" })));
    expect(file().disabled).toBe(false);
    await act(() => workbench.rooms.data.open(CHOICE.path));
    await show();
    expect(file().disabled).toBe(false);
  });

  it("builds on what was asked, not on what was answered", async () => {
    await show();
    await act(() => workbench.rooms.data.setText({ stems: false }));
    await act(() => workbench.rooms.data.setText({ stop_words: false }));
    expect(transport.last).toMatchObject({ text: { stems: false, stop_words: false } });
    const reply_to = transport.sent.at(-1)!.id;
    await act(() => transport.arrive(frame({ kind: "cancelled", task: "looking", reply_to })));
    await act(() => workbench.rooms.data.setText({ binary: true }));
    expect(transport.last).toMatchObject({ text: { stems: true, binary: true } });
  });

  it("forgets what was chosen when it is asked to guess again", async () => {
    await show();
    expect(find("guess-again")).toBeNull();
    await show({ has_choices: true });
    await act(() => find("guess-again")!.click());
    expect(transport.last).toMatchObject({ action: "guess-again" });
  });

  it("says how many rows will be loaded", async () => {
    await show();
    expect(find("load-file")!.textContent).toBe("Load 4 rows");
    await show({ rows_kept: 2 }, { distinct: true });
    expect(find("load-file")!.textContent).toBe("Load 2 rows");
    await show({ rows: 12_345, rows_kept: 12_345, rows_exact: false });
    expect(find("load-file")!.textContent).toBe("Load about 12,300 rows");
  });

  it("asks which column is the label where that is not clear, the last column first", async () => {
    const columns = [column("state", "category"), column("port", "category")];
    await show({ labels: [], positive: null, columns: [...columns, column("id", "id")] });
    const offered = [...host.querySelectorAll<HTMLElement>("[data-testid=label-column]")];
    expect(offered.map(({ dataset }) => dataset.name)).toEqual(["port", "state"]);
    await act(() => offered[1]!.click());
    expect(transport.last).toMatchObject({ action: "set-role", column: "state", role: "label" });
    await show();
    expect(find("label-question")).toBeNull();
  });

  it("asks which class to catch, with the suggestion chosen and its share", async () => {
    await show();
    const classes = [...host.querySelectorAll<HTMLInputElement>("[data-testid=catch-class]")];
    expect(classes.map(({ dataset, checked }) => [dataset.name, checked])).toEqual([
      ["1", false],
      ["2", true],
    ]);
    expect(find("catch-question")!.textContent).toContain("1 of 4 · 25 %");
    await act(() => classes[0]!.click());
    expect(transport.last).toMatchObject({ action: "choose-positive", label: "1" });
    const many = Array.from({ length: 6 }, (_, n) => ({ label: `${n}`, name: `c${n}`, rows: 10 }));
    await show({
      labels: [{ column: "state", classes: 6, rows: 60, balance: many }],
      positive: { label: "3", reason: "chosen" },
    });
    expect((find("catch-select") as HTMLSelectElement).value).toBe("3");
    await choose(find("catch-select")!, "5");
    expect(transport.last).toMatchObject({ action: "choose-positive", label: "5" });
    await show({ labels: [], positive: null });
    expect(find("catch-question")).toBeNull();
  });

  it("renames a class for display, and forgets what was typed on Escape", async () => {
    await show();
    const write = async (name: string, key: string) => {
      await act(() => find("rename-class")!.click());
      const field = find("class-name") as HTMLInputElement;
      await act(() => {
        field.value = name;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await act(() => {
        field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      });
    };
    await write("healthy", "Escape");
    expect(transport.last).not.toMatchObject({ action: "rename-class" });
    await write(" healthy ", "Enter");
    expect(transport.last).toMatchObject({ action: "rename-class", label: "1", name: "healthy" });
    expect(find("class-name")).toBeNull();
  });

  it("shows the stop words, keeps one and adds another", async () => {
    await show();
    await act(() => find("data-page-text")!.click());
    await act(() => find("edit-stop-words")!.click());
    expect(transport.sent.map(({ action }) => action)).toContain("list-stop-words");
    await act(() => {
      transport.arrive(frame({ kind: "stop-words", language: "english", words: ["no", "the"] }));
    });
    await act(() => host.querySelector<HTMLElement>("[data-name=no]")!.click());
    expect(transport.last).toMatchObject({ action: "set-text", text: { keep_words: ["no"] } });
    await act(() => {
      const field = find("add-stop-word") as HTMLInputElement;
      field.value = " Boat ";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await act(() => {
      find("add-stop-word")!
        .closest("form")!
        .dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    });
    expect(transport.last).toMatchObject({
      action: "set-text",
      text: { keep_words: ["no"], extra_stop_words: ["boat"] },
    });
  });

  it("says what is missing instead of a button that would fail", async () => {
    await show({ missing_role: { what: "no column is the label", todo: "choose the label" } });
    expect(find("load-file")).toBeNull();
    expect(find("missing-role")!.textContent).toContain("Choose the label");
  });

  it("shows what a document becomes while the options change", async () => {
    await show();
    await act(() => find("data-page-text")!.click());
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    expect(transport.last).toMatchObject({ action: "look-at-document", row: 0, document: null });
    const tokens = [
      { word: "the", term: "", why: "stop word" },
      { word: "sails", term: "sail", why: "" },
    ];
    const counts = [
      { term: "sail", count: 1, documents: 2 },
      { term: "sea", count: 1, documents: 1 },
    ];
    const look = { row: 0, typed: false, document: "the sails", tokens, counts };
    const all = { tokens_in_all: 2, terms_in_all: 2, documents: 2 };
    await act(() => transport.arrive(frame({ kind: "look", ...look, ...all })));
    expect(find("tokens")!.querySelector("del")!.textContent).toBe("the");
    expect(find("tokens")!.querySelector("s")!.textContent).toBe("s");
    await show({}, { text: { ...CHOICE.text, min_documents: 2 } });
    expect(host.querySelector(".text-rare")!.textContent).toContain("sea");
    await choose(find("text-ngrams")!, "3");
    expect(transport.last).toMatchObject({ action: "set-text", text: { ngrams: 3, stems: true } });
  });

  it("takes in a dropped file and opens it, or says why not", async () => {
    let fail = false;
    workbench.rooms.data.upload = (file) => ({
      done: fail
        ? Promise.reject(new UploadFault("it is too large", "type its path"))
        : Promise.resolve(`/data/${file.name}`),
      cancel: () => {},
    });
    await drop([new File(["a"], "a.csv")]);
    expect(transport.last).toMatchObject({ action: "open-file", path: "/data/a.csv" });
    fail = true;
    await drop([new File(["a"], "a.csv")]);
    expect(find("open-fault")!.textContent).toContain("It is too large.");
    await drop([new File(["a"], "a.csv"), new File(["b"], "b.csv")]);
    expect(find("open-fault")!.textContent).toContain("Only one file");
  });

  it("opens here when the page was started on a file", async () => {
    await act(() => {
      workbench.room.value = "plane";
      workbench.rooms.data.restoreUi();
    });
    expect(workbench.room.value).toBe("plane");
    const other = new FakeTransport();
    const started = new Workbench(other);
    started.rooms.data.restoreUi();
    other.open();
    other.arrive(viewFrame({ revision: 1, state: { ...STATE, data: CHOICE }, view: VIEW }, POINTS));
    expect(started.room.value).toBe("data");
    started.close();
  });

  it("writes sizes as people do", () => {
    expect([size(891), size(12_690), size(5_200_000), size(4e9)]).toEqual([
      "891 bytes",
      "12.7 kB",
      "5.2 MB",
      "4.0 GB",
    ]);
  });
});
