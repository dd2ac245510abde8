import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import type { LessonAsked, LessonKind } from "../src/rooms/lab/lessons/kinds";
import { LESSONS } from "../src/rooms/lab/lessons/lessons";
import { lessonLink } from "../src/rooms/lab/lessons/link";
import { chance, figure, scientific } from "../src/rooms/lab/lessons/numbers";
import { LessonsPage } from "../src/rooms/lab/lessons/page";
import { decimalsOf } from "../src/rooms/lab/lessons/parts";
import { LessonSteps } from "../src/rooms/lab/lessons/steps";
import { Workbench } from "../src/session/workbench";
import type { AverageAnswer } from "../src/wire/lessons";
import { frame } from "./frames";
import { eachOnFreshPage, find, transport, workbench } from "./page";
import { FakeTransport } from "./transport";

const START: LessonAsked = Object.assign({}, ...LESSONS.map(({ start }) => start));

eachOnFreshPage((workbench) => <LessonsPage workbench={workbench} />);
beforeEach(() => settle());

/** What is asked after this goes at once: nothing else is awaited. */
async function settle() {
  await act(() =>
    transport.arrive(frame({ kind: "cancelled", reply_to: transport.last.id, task: "" })),
  );
}

async function open(name: string) {
  const { topic } = LESSONS.find((lesson) => lesson.name === name)!;
  await act(() => find(`lesson-topic-${topic}`)!.click());
  await act(() => find(`open-lesson-${name}`)!.click());
}

async function answerModels(posterior: [number, number, number], says: "+" | "−") {
  await act(() =>
    transport.arrive(
      frame({
        kind: "lesson-models",
        reply_to: transport.last.id,
        priors: posterior,
        likelihoods: [0.5, 0.5, 0.5],
        plus: [1, 0, 0],
        posterior,
        map: 0,
        ml: null,
        map_says: "+",
        ml_says: null,
        chance: posterior[0],
        optimal_says: says,
      }),
    ),
  );
}

it("write the numbers of a column with as many decimals each", () => {
  expect([decimalsOf([1.82, 1.8, 2]), decimalsOf([82, 86]), decimalsOf([])]).toEqual([2, 0, 0]);
});

describe("the lessons", () => {
  it("ask their first example when they are opened, and only once", async () => {
    expect(transport.actions("lesson-people")).toHaveLength(1);
    expect(transport.actions("lesson-people")[0]).toMatchObject(START["lesson-people"]);
    await open("tables");
    expect(transport.actions("lesson-tables")[0]).toMatchObject(START["lesson-tables"]);
  });

  it("open the lab that their studies need, also where a link led here first", () => {
    expect(transport.actions("open-lab")).toHaveLength(1);
  });

  it("are taken back step by step, and the reset too", async () => {
    const lessons = workbench.rooms.lab.lessons;
    const weight = () => lessons.asked["lesson-people"].value.person[1];
    expect(workbench.canUndo.value).toBe(false);
    lessons.ask("lesson-people", { person: [1.81, 80, 21] });
    await act(() => void window.dispatchEvent(new Event("pointerdown")));
    lessons.ask("lesson-people", START["lesson-people"]);
    expect(weight()).toBe(59);
    workbench.undo();
    expect(weight()).toBe(80);
    expect(transport.actions("lesson-people").at(-1)).toMatchObject({ person: [1.81, 80, 21] });
    workbench.undo();
    expect(weight()).toBe(59);
    expect(workbench.canUndo.value).toBe(false);
    workbench.redo();
    expect(weight()).toBe(80);
    expect(transport.actions("undo")).toHaveLength(0);
    await open("mails");
    expect(workbench.canUndo.value).toBe(false);
    await open("people");
    expect(workbench.canUndo.value).toBe(true);
  });

  it("have their steps back after a reload, and none behind a link", async () => {
    const lessons = workbench.rooms.lab.lessons;
    workbench.rooms.lab.restoreUi();
    lessons.ask("lesson-people", { person: [1.81, 80, 21] });
    const again = new Workbench(new FakeTransport());
    again.rooms.lab.restoreUi();
    const restored = again.rooms.lab.lessons;
    expect(restored.asked["lesson-people"].value.person).toEqual([1.81, 80, 21]);
    expect(restored.canUndo.value).toBe(true);
    restored.undo();
    expect(restored.asked["lesson-people"].value).toEqual(START["lesson-people"]);
    expect(restored.canRedo.value).toBe(true);
    restored.redo();
    expect(again.rooms.lab.openLink(new URL(lessonLink(lessons)).hash)).toBe(true);
    expect(restored.canUndo.value).toBe(false);
    again.close();
    sessionStorage.clear();
  });

  it("share a link that names the lesson on show", async () => {
    await open("losses");
    expect(decodeURIComponent(workbench.own.value!.link!.copy())).toContain(
      '#lesson={"page":"losses"',
    );
  });

  it("share no token, and open by name alone", async () => {
    const before = location.href;
    history.replaceState(null, "", "?token=secret&x=1");
    const link = new URL(lessonLink(workbench.rooms.lab.lessons));
    expect(link.search).toBe("?x=1");
    history.replaceState(null, "", before);
    expect(workbench.rooms.lab.openLink("#lesson=em")).toBe(true);
    expect(workbench.rooms.lab.lessons.page.value).toBe("em");
    expect(workbench.rooms.lab.openLink("#lesson=unknown")).toBe(false);
  });

  it("send a posterior that the hand sets and show what the server makes of it", async () => {
    await open("models");
    await answerModels([0.4, 0.3, 0.3], "−");
    expect(find("optimal-says")!.textContent).toBe("−");
    await act(() => {
      find("posterior-0")!.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }),
      );
    });
    const asked = transport.actions("lesson-models").at(-1)!;
    expect(asked).toMatchObject({ moved: 0, share: "posterior", priors: [0.4, 0.3, 0.3] });
    expect(asked.to).toBeCloseTo(0.41);
    await answerModels([0.55, 0.225, 0.225], "+");
    expect(find("optimal-says")!.textContent).toBe("+");
  });

  it("show the figures so far of a study, and stop it before another is asked", async () => {
    await open("models");
    const lessons = workbench.rooms.lab.lessons;
    await act(() => lessons.ask("lesson-average"));
    expect(lessons.running.value).toBe("lesson-average");
    const news: Omit<AverageAnswer, "kind" | "reply_to" | "columns"> = {
      world: "true",
      draws: 10,
      names: ["0°", "20°"],
      members: [
        [0.4, 0.3, 0.5],
        [0.3, 0.2, 0.4],
      ],
      weights: [0.5, 0.5],
      average: [0.3, 0.2, 0.4],
      map: [0.3, 0.2, 0.4],
      ml: [0.3, 0.2, 0.4],
      best: 1,
      against_map: [-0.01, -0.02, 0.01],
      against_ml: [-0.01, -0.02, 0.01],
      against_best: [-0.02, -0.03, -0.01],
      judged_on: 5,
    };
    await answerModels([0.4, 0.3, 0.3], "−");
    await act(() =>
      transport.arrive(frame({ kind: "news", reply_to: 9, about: "lesson-average", news })),
    );
    expect(find("average-table")!.textContent).toContain("10 draws");
    expect(find("against-best")!.textContent).toContain("−2.00");
    await act(() => lessons.ask("lesson-average", { seed: 1 }));
    const names = transport.sent.map(({ action }) => action);
    expect(names.slice(-2)).toEqual(["cancel", "lesson-average"]);
  });

  it("write numbers as a textbook would", () => {
    expect(scientific(7.8539e-10)).toBe("7.854 · 10⁻¹⁰");
    expect(scientific(0.00173)).toBe("1.730 · 10⁻³");
    expect(figure(0.046904)).toBe("0.0469");
    expect(figure(null)).toBe("–");
    expect(chance(4.54e-7)).toBe("4.54 · 10⁻⁷");
    expect(chance(0.25)).toBe("0.250");
  });
});

describe("the steps of a lesson", () => {
  const turn = (from: number, to: number, kind: LessonKind = "lesson-people") => ({
    kind,
    before: { a: from, b: 0 },
    after: { a: to, b: 0 },
  });

  it("are one for all that a hand does while it holds something", async () => {
    const steps = new LessonSteps();
    steps.note(turn(0, 1), true, 0);
    await Promise.resolve();
    steps.note(turn(1, 2), true, 5000);
    await Promise.resolve();
    expect(steps.past.value).toEqual([[turn(0, 2)]]);
    steps.rest();
    steps.note(turn(2, 3), true, 5001);
    expect(steps.past.value).toHaveLength(2);
  });

  it("are one for several questions that change at once, and none for no change", async () => {
    const steps = new LessonSteps();
    steps.note(turn(0, 1), false, 0);
    steps.note(turn(0, 1, "lesson-zones"), false, 0);
    await Promise.resolve();
    steps.note(turn(1, 1), false, 0);
    expect(steps.past.value).toHaveLength(1);
    expect(steps.undone()).toHaveLength(2);
    expect(steps.undone()).toBeNull();
    expect(steps.redone()).toHaveLength(2);
  });

  it("lose what could be redone when something else is done", async () => {
    const steps = new LessonSteps();
    steps.note(turn(0, 1), false, 0);
    await Promise.resolve();
    steps.undone();
    steps.note(turn(0, 9), false, 5000);
    expect(steps.redone()).toBeNull();
  });
});
