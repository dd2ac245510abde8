import { act } from "preact/test-utils";
import { beforeEach, describe, expect, it } from "vitest";
import { BayesRoom } from "../src/rooms/bayes/room";
import { Workbench } from "../src/session/workbench";
import { frame } from "./frames";
import { eachOnFreshPage, find, host, press, transport, workbench } from "./page";
import { FakeTransport } from "./transport";

/** Fig. 3's object: explained better by not c, and yet in c. */
async function answerPlane(positive = true) {
  const space = (point: [number, number], slope: number, intercept = 0) => ({
    point,
    slope,
    intercept,
  });
  await act(() =>
    transport.arrive(
      frame({
        kind: "bayes-plane",
        reply_to: transport.last.id,
        posterior: space([0.603, 0.397], 1),
        joint: space([0.182, 0.12], 1),
        data: space([0.26, 0.4], 2.333),
        likelihood: space([-1.347, -0.916], 1, 0.847),
        evidence: 0.302,
        positive,
        odds: 1.517,
        threshold: 1,
        likelihood_ratio: 0.65,
        ratio_threshold: 0.429,
        risks: [0.397, 0.603],
      }),
    ),
  );
}

async function answerDemo() {
  const objects = Array.from({ length: 8 }, (_, i) => ({
    label: i.toString(2).padStart(3, "0"),
    point: [0.05 + 0.02 * (i >> 1), 0.2 - 0.02 * (i >> 1)] as [number, number],
    positive: i >= 4,
  }));
  await act(() =>
    transport.arrive(
      frame({
        kind: "bayes-demo",
        reply_to: transport.last.id,
        objects,
        line: { slope: 1, intercept: 0 },
        power: objects.toReversed().map(({ label, positive }, i) => ({
          label,
          threshold: 8 - i,
          false_positives: (i + 1) / 8,
          power: Math.sqrt((i + 1) / 8),
          accepted: positive,
        })),
        regions: [
          [0, 0],
          [1, 1],
        ],
      }),
    ),
  );
}

eachOnFreshPage((workbench) => <BayesRoom workbench={workbench} />);

describe("one object in four spaces", () => {
  it("asks for the start and shows the server's numbers in every space", async () => {
    expect(transport.actions("bayes-plane")[0]).toMatchObject({
      positive_likelihood: 0.26,
      negative_likelihood: 0.4,
      prior: 0.7,
      cost_ratio: 1,
    });
    await answerPlane();
    expect(find("bayes-posterior-x")!.textContent).toBe("0.603");
    expect(find("bayes-likelihood-y")!.textContent).toBe("−0.916");
    expect(find("bayes-evidence")!.textContent).toBe("0.302");
    expect(find("bayes-verdict")!.textContent).toContain("the object is classified as c");
    for (const space of ["posterior", "joint", "data", "likelihood"]) {
      expect(find(`plane-${space}`)!.querySelector(".mark-in")).not.toBeNull();
    }
  });

  it("draws an object that is left out as a square", async () => {
    await answerPlane(false);
    expect(find("plane-data")!.querySelector("rect.mark-out")).not.toBeNull();
    expect(find("plane-data")!.querySelector(".mark-in")).toBeNull();
  });

  it("sends only the newest of several values while an answer is awaited", async () => {
    await answerPlane();
    const before = transport.actions("bayes-plane").length;
    for (let i = 0; i < 5; i++) await press(find("knob-bayes-prior")!, "ArrowLeft");
    expect(transport.actions("bayes-plane")).toHaveLength(before + 1);
    await answerPlane();
    expect(transport.actions("bayes-plane")).toHaveLength(before + 2);
    expect(transport.last.prior).toBeCloseTo(0.65, 2);
  });

  it("moves the object by the arrow keys in the data space", async () => {
    await answerPlane();
    await press(find("bayes-point")!, "ArrowUp");
    expect(transport.last).toMatchObject({ positive_likelihood: 0.26, negative_likelihood: 0.41 });
  });

  it("rebalances: the cost undoes the prior", async () => {
    await answerPlane();
    await act(() => find("bayes-example-rebalance")!.click());
    expect(transport.last.cost_ratio).toBeCloseTo(0.3 / 0.7, 3);
  });

  it("hides the other spaces' points on demand", async () => {
    await answerPlane();
    expect(find("plane-data")!.querySelectorAll(".traces circle")).toHaveLength(2);
    await act(() => find("bayes-traces")!.click());
    expect(find("plane-data")!.querySelector(".traces")).toBeNull();
  });
});

describe("three features", () => {
  beforeEach(async () => {
    await answerPlane();
    await act(() => find("bayes-objects")!.click());
    await answerDemo();
  });

  it("shows eight objects and labels together those that lie together", () => {
    expect(host.querySelectorAll(".object-mark")).toHaveLength(8);
    const labels = [...host.querySelectorAll("[data-testid=bayes-label]")];
    expect(labels.map((label) => label.textContent)).toEqual([
      "000, 001",
      "010, 011",
      "100, 101",
      "110, 111",
    ]);
    expect(find("bayes-object-100")!.dataset.positive).toBe("true");
    expect(find("bayes-demo-verdict")!.textContent).toContain("4 of 8 objects are classified as c");
  });

  it("asks for the space that the switches say", async () => {
    await act(() => find("bayes-logarithmic")!.click());
    expect(transport.last).toMatchObject({ logarithmic: true, normalized: false });
    await answerDemo();
    await act(() => find("bayes-normalized")!.click());
    expect(transport.last).toMatchObject({ logarithmic: true, normalized: true });
  });

  it("keeps what was set while another page is looked at", async () => {
    await press(find("knob-bayes-rate-0")!, "ArrowLeft");
    const rates = transport.last.rates as number[];
    expect(rates[0]).toBeCloseTo(0.79, 2);
    await answerDemo();
    await act(() => find("bayes-spaces")!.click());
    await act(() => find("bayes-objects")!.click());
    await answerPlane();
    expect(transport.actions("bayes-demo").at(-1)!.rates).toEqual(rates);
  });
});

describe("a reload", () => {
  it("finds the page of the room that was open", () => {
    workbench.rooms.bayes.restoreUi();
    workbench.rooms.bayes.page.value = "objects";
    const reloaded = new Workbench(new FakeTransport());
    reloaded.rooms.bayes.restoreUi();
    expect(reloaded.rooms.bayes.page.value).toBe("objects");
    reloaded.close();
  });
});
