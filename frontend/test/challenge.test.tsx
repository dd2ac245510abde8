import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import { ChallengePanel } from "../src/rooms/challenge/challenge-panel";
import { ChallengeStrip } from "../src/rooms/challenge/challenge-strip";
import { leftShare, outcome } from "../src/rooms/challenge/standing";
import { leftText } from "../src/rooms/challenge/words";
import type { Challenge } from "../src/wire/types";
import { GAME } from "./challenge-frames";
import { POINTS, VIEW, viewFrame } from "./frames";
import { eachOnFreshPage, find, host, transport } from "./page";

describe("how a game stands", () => {
  it("is open until the test is", () => {
    expect(outcome(GAME, 0.8)).toBeNull();
  });

  it("is reached at the goal itself and says by how much above it", () => {
    expect(outcome({ ...GAME, test_f1: 0.75 }, 0.75)).toMatchObject({
      reached: true,
      distance: "exactly",
      prediction: "Validation predicted .750: the test agrees.",
    });
    expect(outcome({ ...GAME, test_f1: 0.812 }, 0.7)).toMatchObject({
      reached: true,
      title: "Goal reached",
      distance: "by .062",
      prediction: "Validation predicted .700: the test is .112 better.",
    });
  });

  it("is missed below the goal", () => {
    const result = outcome({ ...GAME, test_f1: 0.5 }, 0.6);
    expect(result).toMatchObject({ reached: false, title: "Goal missed", distance: "by .250" });
    expect(result!.prediction).toContain(".100 worse");
  });

  it("says what became of the budget", () => {
    expect(leftShare(GAME)).toBeCloseTo(0.9);
    expect(leftShare({ ...GAME, budget: 0 })).toBe(0);
    expect(leftText(GAME, true)).toBe("900 credits were not needed.");
    expect(leftText({ ...GAME, left: 1 }, false)).toBe("1 credit was not spent.");
    expect(leftText({ ...GAME, left: 0 }, false)).toBe("the whole budget was spent.");
  });
});

describe("the strip above the plots", () => {
  let revision = 1;
  async function play(challenge: Challenge | null) {
    revision += 1;
    await act(() =>
      transport.arrive(
        viewFrame(
          { revision, reply_to: transport.sent.length, view: { ...VIEW, challenge } },
          POINTS,
        ),
      ),
    );
  }
  async function press(testid: string) {
    await act(() => find(testid)!.click());
  }

  eachOnFreshPage((workbench) => (
    <>
      <ChallengePanel workbench={workbench} />
      <ChallengeStrip workbench={workbench} />
    </>
  ));

  it("is not there without a game, and the panel starts one", async () => {
    await play(null);
    expect(find("challenge")).toBeNull();
    await press("challenge-start");
    expect(transport.last.action).toBe("start-challenge");
  });

  it("buys by lots, and not what cannot be paid", async () => {
    await play({ ...GAME, left: 120 });
    expect(find("challenge-start")).toBeNull();
    expect(find("challenge-left")!.textContent).toBe("120");
    expect((find("buy-training-more") as HTMLButtonElement).disabled).toBe(true);
    await press("buy-validation");
    expect(transport.last).toMatchObject({ action: "buy", split: "validation", documents: 50 });
  });

  it("asks before the test is opened", async () => {
    await play(GAME);
    await press("challenge-open");
    expect(transport.actions("reveal")).toHaveLength(0);
    expect(find("challenge-ask")!.textContent).toContain("once");
    await press("challenge-not-yet");
    expect(find("challenge-reveal")).toBeNull();
    await press("challenge-open");
    await press("challenge-reveal");
    expect(transport.actions("reveal")).toHaveLength(1);
  });

  it("shows the result, once closed on demand, and starts anew", async () => {
    await play({ ...GAME, test_f1: 0.8 });
    expect(find("challenge-result")!.textContent).toContain("Goal reached by .050");
    expect(find("buy-training")).toBeNull();
    const close = host.querySelector<HTMLElement>('[aria-label="Close the result"]')!;
    await act(() => close.click());
    expect(find("challenge-result")).toBeNull();
    await press("challenge-show-result");
    expect(find("challenge-result")).not.toBeNull();
    await press("challenge-again");
    expect(transport.last.action).toBe("start-challenge");
    await play(GAME);
    expect(find("challenge-result")).toBeNull();
    await press("challenge-leave");
    expect(transport.last.action).toBe("leave-challenge");
  });
});
