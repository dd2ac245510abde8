import { describe, expect, it } from "vitest";
import { GAME } from "./challenge-frames";
import { arriveView, click, eachInRoom, find, openRoom, workbench } from "./page";

const current = () =>
  [...document.querySelectorAll(".rail [aria-current=page]")].map((each) =>
    each.getAttribute("data-testid"),
  );

describe("the rail", () => {
  eachInRoom("data");

  it("lists five tasks, and the rooms of the open one", async () => {
    const tasks = () =>
      [...document.querySelectorAll(".rail .room")].map((each) => each.textContent);
    expect(tasks()).toEqual(["Data", "Steer", "Compare", "Explore", "Learn"]);
    expect(find("room-plane")).toBeNull();
    await click("section-explore");
    expect(current()).toEqual(["room-plane"]);
    expect(find("room-clusters")).not.toBeNull();
  });

  it("goes back to the room that was last open in a section", async () => {
    await openRoom("bayes");
    await click("room-data");
    expect(workbench.room.value).toBe("data");
    await click("section-learn");
    expect(workbench.room.value).toBe("bayes");
    expect(current()).toEqual(["room-bayes"]);
  });

  it("shows a running game in its own room, and the way there in the plane", async () => {
    await openRoom("plane");
    await arriveView({ challenge: {} }, { challenge: GAME });
    expect(find("plot-training")).toBeNull();
    await click("go-challenge");
    expect(workbench.room.value).toBe("challenge");
    expect(find("plot-training")).not.toBeNull();
    expect(find("challenge")).not.toBeNull();
  });
});
