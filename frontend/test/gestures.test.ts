import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import { xPixel, yPixel } from "../src/points/domain";
import { PlotGestures } from "../src/rooms/plane/gestures";
import { PlaneStore } from "../src/rooms/plane/store";
import { Store } from "../src/session/store";
import { POINTS, VIEW, viewFrame } from "./frames";
import { FakeTransport } from "./transport";

const FRAME = { width: 400, height: 300 };

let transport: FakeTransport;
let plane: PlaneStore;
let gestures: PlotGestures;
let inspected: number[];

beforeEach(() => {
  transport = new FakeTransport();
  plane = new PlaneStore({ store: new Store(transport), room: signal("plane"), say: () => {} });
  transport.open();
  transport.arrive(viewFrame({ reply_to: 1, view: VIEW }, POINTS));
  inspected = [];
  gestures = new PlotGestures(
    plane,
    "training",
    () => FRAME,
    (row) => inspected.push(row),
    () => {},
  );
});

const pixel = (x: number, y: number): [number, number] => [
  xPixel(plane.domain.value!, FRAME, x),
  yPixel(plane.domain.value!, FRAME, y),
];

/** A pointer event on a part of the plot: the line's middle, its end, or the ground. */
function pointer(part: string | null, keys: { shiftKey?: boolean; altKey?: boolean } = {}) {
  const target = { getAttribute: () => part };
  return { button: 0, pointerId: 1, target, currentTarget: {}, ...keys } as unknown as PointerEvent;
}

function drag(part: string | null, path: [number, number][], keys = {}) {
  gestures.down(pointer(part, keys), ...path[0]!);
  for (const place of path.slice(1)) gestures.move(...place);
  gestures.up(pointer(part, keys), ...path.at(-1)!);
}

describe("the hand on a plot", () => {
  it("shifts the line by its middle, as one gesture", () => {
    const [px, py] = pixel(-50, -52);
    gestures.down(pointer("middle"), px, py);
    gestures.move(...pixel(-50, -47));
    transport.arrive(viewFrame({ revision: 2, reply_to: 2 }));
    gestures.move(...pixel(-50, -42));
    const moves = transport.actions("move-line");
    expect(moves.map(({ slope }) => slope)).toEqual([1, 1]);
    expect(moves.map(({ intercept }) => Math.round(intercept as number))).toEqual([3, 8]);
    expect(moves[0]!.gesture).toBe(moves[1]!.gesture);
  });

  it("turns the line by an end about the middle of what is seen", () => {
    const [x, y] = plane.turningPoint()!;
    drag("end", [pixel(x + 20, y + 20), pixel(x + 20, y + 30)]);
    const { slope, intercept } = transport.last as unknown as { slope: number; intercept: number };
    expect(slope).toBeCloseTo(1.5, 6);
    expect(slope * x + intercept).toBeCloseTo(y, 6);
  });

  it("moves and turns the same line in a level plane", () => {
    plane.setLevel(true);
    gestures.down(pointer("middle"), ...pixel(-50, 0));
    gestures.move(...pixel(-47, 5));
    gestures.up(pointer("middle"), ...pixel(-47, 5));
    // seen from the line of slope 1 and intercept -2, which lies flat
    expect(transport.last).toMatchObject({ slope: 1 });
    expect(transport.last.intercept).toBeCloseTo(3, 6);
    transport.arrive(viewFrame({ revision: 2, reply_to: transport.last.id as number }));
    const [x, y] = plane.turningPoint()!;
    expect(y).toBeCloseTo(x - 2, 6);
    drag("end", [pixel(x + 20, 0), pixel(x + 20, 6)]);
    expect(transport.last.slope).toBeCloseTo(1.3, 6);
  });

  it("turns it no further than the slope's knob goes", () => {
    const [x, y] = plane.turningPoint()!;
    drag("end", [pixel(x + 5, y + 5), pixel(x + 5, y + 80)]);
    expect(transport.last.slope).toBe(2);
  });

  it("reads the document under a click, and none where there is none", () => {
    drag(null, [pixel(-20, -30)]);
    drag(null, [pixel(-85, -20)]);
    expect(inspected).toEqual([5]);
  });

  it("turns the line about a point clicked with Alt", () => {
    drag(null, [pixel(-20, -30)], { altKey: true });
    expect(plane.turningPoint()).toEqual([-20, -30]);
    expect(inspected).toEqual([]);
  });

  it("gathers the documents inside a lasso", () => {
    const around: [number, number][] = [
      pixel(-55, -55),
      pixel(-15, -55),
      pixel(-15, -25),
      pixel(-55, -25),
    ];
    drag(null, around, { shiftKey: true });
    expect(plane.store.selection.value).toEqual({ split: "training", rows: [3, 5] });
    expect([...plane.store.highlight.value!]).toEqual([3, 5]);
  });

  it("pans and zooms both plots, and comes back", () => {
    const fit = plane.domain.value!;
    drag(null, [pixel(-85, -20), pixel(-80, -20)]);
    expect(plane.domain.value!.x0).toBeCloseTo(fit.x0 - 5, 3);
    gestures.wheel(-100, 200, 150);
    expect(plane.domain.value!.x1 - plane.domain.value!.x0).toBeLessThan(fit.x1 - fit.x0);
    plane.fitAgain(false);
    expect(plane.domain.value).toEqual(fit);
  });
});
