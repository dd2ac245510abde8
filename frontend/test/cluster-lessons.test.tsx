import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";
import type { LessonKind } from "../src/rooms/lab/lessons/kinds";
import { LESSONS } from "../src/rooms/lab/lessons/lessons";
import { LessonsPage } from "../src/rooms/lab/lessons/page";
import { frame } from "./frames";
import { goldenFrame } from "./golden";
import { eachOnFreshPage, find, transport } from "./page";

eachOnFreshPage((workbench) => <LessonsPage workbench={workbench} />);

/** What is asked after this goes at once: nothing else is awaited. */
async function settle() {
  const reply_to = transport.last.id;
  await act(() => transport.arrive(frame({ kind: "cancelled", reply_to, task: "" })));
}

async function open(name: string) {
  const { topic } = LESSONS.find((lesson) => lesson.name === name)!;
  await settle();
  await act(() => find(`lesson-topic-${topic}`)!.click());
  await settle();
  await act(() => find(`open-lesson-${name}`)!.click());
}

/** The last question of a kind is answered as the server answered its example. */
async function answer(kind: LessonKind, change: object = {}) {
  const reply_to = transport.actions(kind).at(-1)!.id;
  await act(() => transport.arrive(goldenFrame(kind, { ...change, reply_to })));
}

describe("the lesson on k-means", () => {
  it("plays to the end, one step after another", async () => {
    vi.useFakeTimers();
    await open("kmeans");
    await answer("lesson-kmeans", { step: 0, steps: 2 });
    await act(() => find("kmeans-play")!.click());
    for (const step of [1, 2]) {
      await act(() => void vi.advanceTimersByTime(600));
      expect(transport.actions("lesson-kmeans").at(-1)).toMatchObject({ step });
      await answer("lesson-kmeans", { step, steps: 2 });
    }
    const sent = transport.actions("lesson-kmeans").length;
    await act(() => void vi.advanceTimersByTime(5000));
    expect(transport.actions("lesson-kmeans")).toHaveLength(sent);
    vi.useRealTimers();
  });

  it("forgets moved centers and the step when there are other points", async () => {
    await open("kmeans");
    await answer("lesson-kmeans");
    await act(() => find("kmeans-data-digits")!.click());
    expect(transport.actions("lesson-kmeans").at(-1)).toMatchObject({
      data: "digits",
      clusters: 10,
      centers: [],
      step: 0,
    });
  });
});

describe("the lessons on evaluation", () => {
  it("ask again with the cell that was typed", async () => {
    await open("classes");
    await answer("lesson-classes");
    expect(find("classes-precision-0")!.textContent).toBe("97.21");
    const cell = find("classes-0-1") as HTMLInputElement;
    await act(() => {
      cell.value = "3";
      cell.dispatchEvent(new Event("input", { bubbles: true }));
      cell.dispatchEvent(new FocusEvent("blur"));
    });
    const { table } = transport.actions("lesson-classes").at(-1) as unknown as {
      table: number[][];
    };
    expect(table[0]![1]).toBe(3);
    expect(table[1]![0]).toBe(0);
  });

  it("move a mark to the next cluster by Enter", async () => {
    await open("marks");
    await answer("lesson-marks");
    expect(find("marks-purity")!.textContent).toBe("0.7059");
    expect(find("marks-information")!.textContent).toBe("0.5654 bits");
    await act(() => {
      find("mark-5")!.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }),
      );
    });
    const { clusters } = transport.actions("lesson-marks").at(-1) as unknown as {
      clusters: number[];
    };
    expect(clusters[5]).toBe(1);
  });
});
