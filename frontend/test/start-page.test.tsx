import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import { besideTarget } from "../src/app/guide-place";
import { GUIDES, type GuideName } from "../src/app/guides";
import { pastedTable } from "../src/app/pasted-table";
import { EXAMPLES } from "../src/app/start/cards";
import { titleOf } from "../src/app/title";
import { roomNamed } from "../src/rooms";
import { frame, VIEW } from "./frames";
import { all, arriveView, click, eachInRoom, find, press, transport, workbench } from "./page";

const PROJECT = {
  name: "new project",
  note: "",
  notes: {},
  can_take_back: false,
  kept: true,
  kept_at: 0,
  place: "/projects/new-project.steer",
  notice: "",
};
const EMPTY = {
  history: {
    ...VIEW.history,
    steps: VIEW.history.steps.map((step) => ({ ...step, dataset: "" })),
  },
  project: PROJECT,
};

describe("the start page", () => {
  eachInRoom("start");
  beforeEach(() => arriveView({ dataset: "no data yet" }, EMPTY));

  it("has a card for each guide, and leaves the rail as it is", () => {
    expect(find("start-page")).not.toBeNull();
    expect(EXAMPLES.map(({ name }) => name).sort()).toEqual(Object.keys(GUIDES).sort());
    for (const { name } of EXAMPLES) expect(find(`card-${name}`)).not.toBeNull();
    expect(find("go-start")!.getAttribute("aria-current")).toBe("page");
    expect(titleOf(workbench)).toBe("Steersman");
  });

  it("opens an example in the empty project, and its room when the data has come", async () => {
    await click("card-tumors");
    expect(transport.last).toMatchObject({ action: "choose-data", name: "breast-cancer" });
    expect(transport.actions("name-project")).toHaveLength(1);
    expect(workbench.room.value).toBe("start");
    const categories = [
      { name: "benign", documents: 357 },
      { name: "malignant", documents: 212 },
    ];
    const about = { categories, project: PROJECT };
    await arriveView({ dataset: "breast-cancer", category: "benign" }, about);
    expect(transport.last).toMatchObject({ action: "choose-category", category: "malignant" });
    expect(workbench.room.value).toBe("start");
    await arriveView({ dataset: "breast-cancer", category: "malignant" }, about);
    expect(workbench.room.value).toBe("matrix");
    expect(workbench.guide.value).toEqual({ name: "tumors", step: 0 });
    expect(titleOf(workbench)).toBe("breast-cancer · Steer – Steersman");
  });

  it("starts a new project where the open one has data", async () => {
    await arriveView({ dataset: "wine" }, { project: PROJECT });
    await click("card-groups");
    expect(transport.last).toMatchObject({ action: "new-project", with_data: false });
    await arriveView(
      { dataset: "no data yet" },
      { ...EMPTY, project: { ...PROJECT, place: "/projects/group.steer" } },
    );
    expect(transport.last).toMatchObject({ action: "choose-data", name: "docstrings" });
  });

  it("lists the projects that something was done in, and opens one", async () => {
    const listed = { data: "wine", entries: 3, kept_at: 0, here: false, fault: "" };
    const projects = [
      { ...listed, path: "/a.steer", name: "a" },
      { ...listed, path: "/b.steer", name: "b", entries: 0 },
      { ...listed, path: "/c.steer", name: "c", fault: "damaged" },
      { ...listed, path: PROJECT.place, name: "new project", here: true },
    ];
    await act(() => transport.arrive(frame({ kind: "projects", projects })));
    expect(all("recent-project").map((each) => each.title)).toEqual(["/a.steer"]);
    await click("recent-project");
    expect(transport.last).toMatchObject({ action: "open-project", path: "/a.steer" });
  });
});

describe("a guided path", () => {
  eachInRoom("bayes");

  it.each(Object.keys(GUIDES) as GuideName[])("%s has four to six steps in rooms", (name) => {
    const steps = GUIDES[name];
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(6);
    for (const { room, target, text } of steps) {
      expect(roomNamed(room)).toBeDefined();
      expect(target.length).toBeGreaterThan(0);
      expect(text.length).toBeGreaterThan(0);
    }
  });

  it("goes on when the control is clicked, and ends with its last step", async () => {
    const step = GUIDES.learn.findIndex(({ done }) => done === "click");
    await act(() => {
      workbench.guide.value = { name: "learn", step };
    });
    expect(find("guide")!.dataset.step).toBe(String(step + 1));
    await click("theme");
    expect(workbench.guide.value!.step).toBe(step);
    await click(GUIDES.learn[step]!.target[0]!);
    expect(workbench.guide.value!.step).toBe(step + 1);
    await click("guide-next");
    expect(workbench.guide.value).toBeNull();
    expect(find("guide")).toBeNull();
  });

  it("leads back to its room, and is left by Escape", async () => {
    await act(() => {
      workbench.guide.value = { name: "learn", step: 0 };
    });
    expect(find("guide-next")).toBeNull();
    await click("guide-back");
    expect(workbench.room.value).toBe("lab");
    await press(window, "Escape");
    expect(workbench.guide.value).toBeNull();
  });

  it("has its card below the control, above it, or beside it, and always in the window", () => {
    const card = { width: 300, height: 120 };
    const within = { width: 1000, height: 700 };
    const box = (left: number, top: number, width: number, height: number) => ({
      left,
      top,
      width,
      height,
    });
    expect(besideTarget(box(40, 50, 90, 30), card, within)).toEqual({ left: 40, top: 92 });
    expect(besideTarget(box(900, 640, 90, 30), card, within)).toEqual({ left: 692, top: 508 });
    expect(besideTarget(box(0, 10, 400, 680), card, within)).toEqual({ left: 412, top: 10 });
    expect(besideTarget(box(600, 10, 390, 680), card, within)).toEqual({ left: 288, top: 10 });
    expect(besideTarget(box(0, 0, 1000, 700), card, within)).toEqual({ left: 350, top: 556 });
    expect(besideTarget(null, card, within)).toEqual({ left: 350, top: 556 });
  });
});

describe("a pasted text", () => {
  it("is a table from two lines and two columns on", () => {
    expect(pastedTable("a\tb\n1\t2")?.name).toMatch(/\.tsv$/);
    expect(pastedTable("a,b,c\r\n1,2,3\r\n")?.name).toMatch(/\.csv$/);
    expect(pastedTable("a;b\n1,5;2")?.name).toMatch(/\.csv$/);
  });

  it("is none with one line, one column, or another number of columns in each", () => {
    expect(pastedTable("a\tb")).toBeNull();
    expect(pastedTable("a\nb")).toBeNull();
    expect(pastedTable("Dear all,\nthis, that, and more")).toBeNull();
  });
});
