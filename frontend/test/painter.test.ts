import { describe, expect, it } from "vitest";
import { hashOf, roomIn, stateIn } from "../src/app/links";
import { cellCounts } from "../src/points/density";
import { pointsOutside } from "../src/points/domain";
import { curveHeight } from "../src/points/line";
import {
  FADED_NEGATIVE,
  FADED_POSITIVE,
  NEGATIVE,
  POSITIVE,
  pointStyles,
} from "../src/points/painter";
import { orderedKinds } from "../src/rooms/plane/points";
import { change, rate, sentence } from "../src/ui/format";
import { channels } from "../src/ui/palette";
import { STATE } from "./frames";

describe("what is painted", () => {
  it("counts points in cells, and leaves out those outside or faded", () => {
    const xy = new Float32Array([-0.5, 0.5, -0.4, 0.6, 0.5, -0.5, 5, 0, 0.1, 0.1]);
    const kinds = new Uint8Array([NEGATIVE, NEGATIVE, POSITIVE, NEGATIVE, FADED_NEGATIVE]);
    const [negatives, positives] = cellCounts({ xy, kinds }, 2, 2);
    expect([...negatives]).toEqual([2, 0, 0, 0]);
    expect([...positives]).toEqual([0, 0, 0, 1]);
  });

  it("makes positives larger and stronger than negatives", () => {
    const palette = { negative: "#111111", positive: "#d55e00", background: "#ffffff" };
    const [negative, positive] = pointStyles(palette, 6000);
    expect(positive!.size).toBeGreaterThan(negative!.size);
    expect(positive!.opacity).toBeGreaterThan(negative!.opacity);
    expect(channels("#d55e00")).toEqual([0xd5, 0x5e, 0]);
  });

  it("fades what a search did not find, and draws what it found last", () => {
    const positive = new Uint8Array([1, 0, 0, 1]);
    const rows = new Uint32Array([10, 11, 12, 13]);
    const { order, kinds } = orderedKinds(positive, rows, new Set([11, 13]));
    const kindOf = (i: number) => kinds[order.indexOf(i)];
    expect([...order.subarray(2)].toSorted()).toEqual([1, 3]);
    expect([2, 0, 1, 3].map(kindOf)).toEqual([FADED_NEGATIVE, FADED_POSITIVE, NEGATIVE, POSITIVE]);
    const all = orderedKinds(positive, rows, null);
    expect([...all.kinds]).toEqual([...all.order].map((i) => positive[i]));
  });
});

describe("points outside", () => {
  it("are those beyond any side of the domain", () => {
    const xy = new Float32Array([0, 0, 1, 1, -3, 0, 0, 5]);
    expect(pointsOutside(xy, { x0: -1, x1: 1, y0: -1, y1: 1 })).toBe(2);
  });
});

describe("a decision curve", () => {
  it("is straight between its points and beyond its ends", () => {
    const curve = new Float32Array([0, 0, 1, 2, 3, 2]);
    expect([-1, 0.5, 2, 9].map((x) => curveHeight(curve, x))).toEqual([-2, 1, 2, 2]);
  });
});

describe("a link", () => {
  it("holds the whole state", () => {
    const state = { ...STATE, category: "naïve & co #1" };
    expect(stateIn(hashOf(state, "lab"))).toEqual(state);
    expect(roomIn(hashOf(state, "lab"))).toBe("lab");
    const { folds, fold, features, knobs } = state.plane;
    const from = { category: "corn", folds, fold, seed: 0, challenge: null, features, knobs };
    const tuned = { ...state, plane: { ...state.plane, tuned: from } };
    expect(stateIn(hashOf(tuned, "plane"))).toEqual(tuned);
  });

  it("without a room still holds its state", () => {
    const hash = `#state=${encodeURIComponent(JSON.stringify(STATE))}`;
    expect([stateIn(hash), roomIn(hash)]).toEqual([STATE, null]);
  });

  it.each(["", "#", "#state=", "#state=%7B", "#state=42", "#else"])("%s holds none", (hash) => {
    expect(stateIn(hash)).toBeNull();
  });
});

describe("numbers in words", () => {
  it("drop the leading zero and keep the width", () => {
    expect([0.9312, 1, 0, Number.NaN].map((value) => rate(value))).toEqual([
      ".931",
      "1.00",
      ".000",
      "–",
    ]);
    expect(sentence("alpha cannot be -1 ")).toBe("Alpha cannot be -1.");
    expect(sentence("mail.csv is empty")).toBe("mail.csv is empty.");
    expect([0.0121, -0.004, 0.0001].map(change)).toEqual(["+.012", "−.004", "±0"]);
  });
});
