import { act } from "preact/test-utils";
import { describe, expect, it } from "vitest";
import {
  clusterColor,
  clusterShape,
  LOOKS,
  mapPalette,
  pointKind,
} from "../src/rooms/clusters/colors";
import { objectiveText } from "../src/rooms/clusters/curve";
import { coloredPoints } from "../src/rooms/clusters/map";
import { FIND, meaning, ROOM, reasonText } from "../src/rooms/clusters/words";
import type { ClusterChoice, ClustersView, PlacedFrame } from "../src/wire/clusters";
import { CHOICE, CLUSTERS, PLACED } from "./clusters-frames";
import { frame } from "./frames";
import { arriveView, eachInRoom, find, text, transport, type, workbench } from "./page";

const MAP = {
  "map.xy": new Float32Array([0, 0, 1, 1, 5, 5, 6, 5]),
  "map.cluster": new Uint32Array([0, 0, 1, 1]),
};

async function show(clusters: Partial<ClustersView> = {}, choice: Partial<ClusterChoice> = {}) {
  const state = { clusters: { ...CHOICE, ...choice } };
  const view = { clusters: { ...CLUSTERS, ...clusters } };
  await arriveView(state, view, MAP);
}

eachInRoom("clusters");

describe("the clusters room", () => {
  it("asks for the map when it is first entered", () => {
    expect(transport.last).toMatchObject({ action: "open-clusters" });
    expect(find("clusters-room")).toBeNull();
  });

  it("looks for clusters as the form says", async () => {
    await show({ found: null }, { found: null });
    await type("set-clusters", "700");
    expect(workbench.rooms.clusters.settings.value.clusters).toBe(2);
    await type("set-clusters", "7");
    await act(() => find("find-clusters")!.click());
    expect(transport.last).toMatchObject({
      action: "find-clusters",
      settings: { clusters: 7, method: "k-means", starts: 3, kept: 0 },
    });
  });

  it("begins with the number that is suggested for the data, once", async () => {
    const suggestion = { clusters: 9, basis: "neighbors" as const, tried: 20 };
    await show({ found: null, suggestion }, { found: null });
    expect(text("suggestion")).toBe("Suggested: 9 (tried 2–20)");
    expect(text("find-first")).toBe("Find 9 clusters");
    await type("set-clusters", "4");
    await show({ found: null, suggestion }, { found: null });
    expect(workbench.rooms.clusters.settings.value.clusters).toBe(4);
    await arriveView(
      { dataset: "other", clusters: { ...CHOICE, found: null } },
      { clusters: { ...CLUSTERS, found: null } },
      MAP,
    );
    expect(text("find-first")).toBe("Find 2 clusters");
  });

  it("keeps the settings of clusters that a link or undo brings", async () => {
    const settings = { ...CLUSTERS.found!.settings, clusters: 7 };
    await show({ found: { ...CLUSTERS.found!, settings } }, { found: settings });
    expect(workbench.rooms.clusters.settings.value.clusters).toBe(7);
  });

  it("draws the map again when undo leads to where it was not drawn", async () => {
    await show();
    const before = transport.actions("open-clusters").length;
    await arriveView({ clusters: null }, {});
    expect(transport.actions("open-clusters")).toHaveLength(before + 1);
  });

  it("says what to do about clusters that stayed empty", async () => {
    const found = CLUSTERS.found!;
    const [first, ...others] = found.clusters;
    expect(find("empty-clusters")).toBeNull();
    const settings = { ...found.settings, method: "em", alpha: 1 };
    await show({ found: { ...found, settings, clusters: [{ ...first!, size: 0 }, ...others] } });
    expect(text("empty-clusters")).toContain("1 cluster is empty: reduce smoothing");
  });

  it("speaks of rows and values where there is no text", async () => {
    await show({ row_word: "row", term_word: "value" });
    expect(text("clusters-facts")).toContain("4 rows");
    expect(document.body.textContent).not.toContain("document");
    expect(find("tab-run")!.textContent).toBe("Find");
  });

  it("draws the curve while a search runs and drops it when it is cancelled", async () => {
    await show({ found: null }, { found: null });
    const round = (number: number, objective: number) =>
      act(() => {
        transport.arrive(frame({ kind: "progress", reply_to: 91, task: "round", done: 0.1 }));
        transport.arrive(
          frame({
            kind: "news",
            reply_to: 91,
            about: "clusters",
            news: { start: 1, round: number, objective },
          }),
        );
      });
    await round(1, -20);
    await round(2, -10);
    expect(find("curve")!.dataset.rounds).toBe("2");
    await act(() => transport.arrive(frame({ kind: "cancelled", reply_to: 91, task: "round" })));
    expect(find("curve")).toBeNull();
  });

  it("counts whole rounds below the curve, however few there were", async () => {
    const found = { ...CLUSTERS.found!, history: [10, 12] };
    await show({ found });
    const ticks = [...find("curve")!.querySelectorAll("text")].map((each) => each.textContent);
    expect(ticks).toEqual(["1", "2"]);
    expect(text("curve")).toContain(FIND.converged(2));
    await show({ found: { ...found, history: [10] } });
    expect(text("curve")).toContain("after 1 round ");
  });

  it("lists clusters with their words and asks for the documents of one", async () => {
    await show();
    expect(text("cluster-0")).toContain("corn");
    expect(text("cluster-0")).toContain("maiz");
    await act(() => find("terms-typical")!.click());
    expect(text("cluster-0")).toContain("tonn");
    await act(() => find("cluster-1")!.click());
    const second = new MouseEvent("click", { bubbles: true, detail: 2 });
    await act(() => void find("cluster-1")!.dispatchEvent(second));
    expect(find("cluster-1")!.getAttribute("aria-pressed")).toBe("true");
    expect(transport.last).toMatchObject({ action: "ask-cluster", cluster: 1 });
    await type("name-1", "  money ");
    await act(() => {
      find("name-1")!.dispatchEvent(new FocusEvent("blur"));
    });
    expect(transport.last).toMatchObject({ action: "name-cluster", cluster: 1, name: "money" });
  });

  it("shows a document in full with its words marked", async () => {
    await show();
    await act(() => workbench.rooms.clusters.read(2));
    expect(transport.last).toMatchObject({ action: "ask-placed", row: 2 });
    await act(() => transport.arrive(frame({ ...PLACED })));
    expect(text("placed-text")).toBe("Rate cut by the bank");
    expect(find("placed-text")!.querySelectorAll("mark")).toHaveLength(2);
    expect(text("placed")).toContain(reasonText(PLACED));
    const { style } = find("placed")!;
    expect(style.getPropertyValue("--positive")).toBe(clusterColor(1, "light"));
    expect(style.getPropertyValue("--negative")).toBe(clusterColor(0, "light"));
  });

  it("makes a cluster of a selection and opens it, and splits one", async () => {
    await show();
    await act(() => workbench.rooms.clusters.select([1, 2]));
    await act(() => find("make-cluster")!.click());
    expect(transport.last).toMatchObject({ action: "make-cluster", rows: [1, 2] });
    const found = CLUSTERS.found!;
    const made = { ...found.clusters[0]!, number: 2, name: "cluster 3", size: 2 };
    const view = { found: { ...found, clusters: [...found.clusters, made] } };
    await show(view, { made: ["YA=="] });
    expect(workbench.rooms.clusters.cluster.value).toBe(2);
    expect(find("lasso")).toBeNull();
    await act(() => find("split")!.click());
    expect(transport.last).toMatchObject({ action: "split-cluster", cluster: 2 });
  });

  it("lays clusters beside categories and says what the figures mean", async () => {
    await show();
    await act(() => find("clusters-categories")!.click());
    expect(find("heat-0-0")!.className).toContain("heat-matched");
    expect(find("heat-0-0")!.dataset.count).toBe("180");
    expect(text("figure-purity")).toBe(".870");
    expect(text("comparison-says")).toBe(meaning(CLUSTERS.found!.comparison!, "document", true));
  });

  it("makes a data set and goes to Steer with it", async () => {
    await show();
    await act(() => find("tab-labels")!.click());
    await act(() => find("make-labels")!.click());
    expect(transport.last).toMatchObject({ action: "label-by-clusters", name: "mail clusters" });
    await arriveView({ dataset: "mail clusters", clusters: null }, {});
    expect(workbench.room.value).toBe("matrix");
    expect(workbench.notice.value).toBe(ROOM.opened("mail clusters"));
  });

  it("opens here when the data has no labels", async () => {
    workbench.room.value = "plane";
    const categories = [{ name: "unlabeled", documents: 9 }];
    await arriveView({ dataset: "notes" }, { categories });
    expect(workbench.room.value).toBe("clusters");
  });
});

describe("points on the map", () => {
  it("have the look of their cluster, gray without one, and no two clusters the same", () => {
    const points = new Float32Array(8);
    const labels = new Uint32Array([0, 3, 40, 1]);
    const all = coloredPoints(points, labels, null);
    expect([...all.order]).toEqual([0, 1, 2, 3]);
    expect([...all.kinds]).toEqual([0, 3, 40, 1]);
    expect(coloredPoints(points, undefined, null).kinds[0]).toBe(LOOKS);
    const looks = [...Array(LOOKS).keys()].map(
      (number) => `${clusterColor(number, "light")} ${clusterShape(number)}`,
    );
    expect(new Set(looks).size).toBe(60);
  });

  it("are drawn last and bright when marked", () => {
    const { order, kinds } = coloredPoints(
      new Float32Array(6),
      new Uint32Array([0, 1, 0]),
      (row) => row === 0,
    );
    expect([...order]).toEqual([1, 2, 0]);
    expect([...kinds]).toEqual([pointKind(1, true), pointKind(0, true), 0]);
    expect(mapPalette("dark").styles!(10)).toHaveLength(2 * (LOOKS + 1));
  });
});

describe("words", () => {
  it("say why a document is where it is", () => {
    const placed = (change: Partial<PlacedFrame>) => ({ ...PLACED, ...change });
    expect(reasonText(placed({ known: true }))).toContain("label was kept");
    expect(reasonText(placed({ by_hand: true }))).toContain("You");
    expect(reasonText(placed({ is_mixture: true, lead: 23.1 }))).toContain("10^10 times");
    expect(reasonText(placed({ is_mixture: true, lead: Math.log(3) }))).toContain("3.0 times");
  });

  it("say which labels were used", () => {
    const comparison = { ...CLUSTERS.found!.comparison!, used: 120, several: 5 };
    expect(meaning(comparison, "document")).toContain("120 documents with a kept label");
    expect(meaning(comparison, "document")).toContain("5 with several or none");
    const unused = { ...comparison, used: 0 };
    expect(meaning(unused, "row")).toContain("Labels were not used.");
    expect(meaning(unused, "row", true)).toContain("not used, except for the number");
  });

  it("write objectives short", () => {
    expect(objectiveText(-1234567.8)).toBe("−1,234,568");
    expect(objectiveText(2021.44)).toBe("2,021.4");
  });
});
