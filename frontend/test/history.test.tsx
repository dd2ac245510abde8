import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { App } from "../src/app/app";
import { forks, pieces } from "../src/app/history-line";
import type { History, State, View } from "../src/wire/types";
import { GAME } from "./challenge-frames";
import { POINTS, STATE, VIEW, viewFrame } from "./frames";
import { eachOnFreshPage, find, host, press, transport, workbench } from "./page";

const GAME_STATE = { seed: 1, training: 20, validation: 10, budget: 100, free: 30 };

/** A history of steps by the place of the one before each. */
function tree(parents: (number | null)[], line: number[], now: number, data = "mail"): History {
  const steps = parents.map((parent, number) => ({
    number,
    label: `step ${number}`,
    dataset: data,
    parent,
    f1_training: 0,
    f1_validation: 0,
  }));
  return { steps, now, line, best_training: null, best_validation: null };
}

it("finds the end of the branch that leaves a step, and how long it is", () => {
  const history = tree([null, 0, 1, 2, 1], [0, 1, 4], 4);
  expect([...forks(history)]).toEqual([[1, { tip: 3, steps: 2 }]]);
});

it("leads from branch to branch in turn and back again", () => {
  const parents = [null, 0, 0, 0];
  const tips = [1, 2, 3].map((now) => forks(tree(parents, [0, now], now)).get(0)?.tip);
  expect(tips).toEqual([2, 3, 1]);
});

it("marks no fork where a single step follows", () => {
  expect(forks(tree([null, 0], [0, 1], 0)).size).toBe(0);
});

it("parts the line where the data changes", () => {
  const history = tree([null, 0, 1, 2], [0, 1, 2, 3], 3);
  const [first, , third] = history.steps;
  first!.dataset = "";
  third!.dataset = "wine";
  expect(pieces(history, history.line)).toEqual([
    { from: 1, to: 2 },
    { from: 2, to: 3 },
    { from: 3, to: 4 },
  ]);
});

describe("the strip", () => {
  eachOnFreshPage((workbench) => <App workbench={workbench} />);

  const steps = [null, 0, 1, 1].map((parent, number) => ({
    ...VIEW.history.steps[0]!,
    number,
    parent,
  }));
  const history = { ...VIEW.history, steps, now: 3, line: [0, 1, 3] };
  const show = (view: Partial<View> = {}, state: State = STATE) =>
    act(() =>
      transport.arrive(
        viewFrame({ reply_to: 1, state, view: { ...VIEW, history, ...view } }, POINTS),
      ),
    );

  it("shows the branch, and where another one leaves it", async () => {
    await show();
    expect(host.querySelectorAll("[data-testid=history-step]")).toHaveLength(3);
    await act(() => find("history-fork")!.click());
    expect(transport.last).toMatchObject({ action: "go-to", step: 2, room: "" });
  });

  it("is one stop of the Tab key, and arrows go along it", async () => {
    await show();
    const dots = [...host.querySelectorAll<HTMLElement>("[data-testid=history-step]")];
    expect(dots.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    dots[2]!.focus();
    await press(dots[2]!, "ArrowLeft");
    expect(document.activeElement).toBe(dots[1]);
    await press(dots[1]!, "ArrowDown");
    expect(document.activeElement).toBe(find("history-fork"));
    await press(find("history-fork")!, "Home");
    expect(document.activeElement).toBe(dots[0]);
  });

  it("undoes by the usual keys, but not in a field that has an undo of its own", async () => {
    await show();
    const sent: unknown[] = [];
    const keys = [
      { key: "z", ctrlKey: true },
      { key: "Z", ctrlKey: true, shiftKey: true },
      { key: "z", metaKey: true },
      { key: "y", ctrlKey: true },
    ];
    for (const key of keys) {
      await act(() => void window.dispatchEvent(new KeyboardEvent("keydown", key)));
      sent.push(transport.last.action);
    }
    expect(sent).toEqual(["undo", "redo", "undo", "redo"]);
    const count = transport.sent.length;
    const field = host.appendChild(document.createElement("input"));
    const typed = new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true });
    await act(() => void field.dispatchEvent(typed));
    expect(transport.sent).toHaveLength(count);
  });

  it("leaves a game for the project's rooms, and goes on with it in the challenge", async () => {
    const game = { ...STATE, challenge: GAME_STATE };
    const playing = { challenge: GAME, own_histories: { challenge: VIEW.history } };
    await show();
    await act(() => {
      workbench.room.value = "challenge";
    });
    await show(playing, game);
    await press(window, "z");
    expect(transport.last).toMatchObject({ action: "undo", room: "challenge" });
    await act(() => {
      workbench.room.value = "plane";
    });
    expect(transport.last).toMatchObject({ action: "leave-challenge" });
    await show({ ...playing, challenge: null });
    await act(() => {
      workbench.room.value = "challenge";
    });
    expect(transport.last).toMatchObject({ action: "resume-challenge" });
  });
});
