import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { LabView, Point } from "../../wire/lab";
import type { Places } from "./drawing";
import type { Brush, LabStore } from "./store";

const REACH = 12;
const APART = 14;
const STEP = 0.02;

interface Stroke {
  gesture: number;
  points: Point[];
  brush: Brush;
  at: [number, number];
}

interface Hands {
  cursor: Signal<[number, number] | null>;
  handlers: Record<string, (event: never) => void>;
}

/** What pointer and keys do on a picture: look at the nearest point, paint, erase. */
export function usePainting(
  room: LabStore,
  view: LabView,
  places: Places,
  canvas: { current: HTMLCanvasElement | null },
): Hands {
  const stroke = useRef<Stroke | null>(null);
  const cursor = useSignal<[number, number] | null>(null);
  const [x0, x1, y0, y1] = view.points.window;

  const pixel = (event: PointerEvent): [number, number] => {
    const frame = canvas.current!.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };
  const inPlane = ([px, py]: [number, number]): [number, number] => [
    x0 + ((px - places.box.left) / places.box.size) * (x1 - x0),
    y0 + ((places.box.top + places.box.size - py) / places.box.size) * (y1 - y0),
  ];
  const inside = ([px, py]: [number, number]) =>
    px >= places.box.left &&
    px <= places.box.left + places.box.size &&
    py >= places.box.top &&
    py <= places.box.top + places.box.size;

  const put = (held: Stroke, at: [number, number]) => {
    held.at = at;
    if (held.brush === "erase") {
      const near = nearest(held.points, places, at);
      if (near === null) return;
      held.points = held.points.filter((_, i) => i !== near);
    } else {
      const [x, y] = inPlane(at);
      held.points = [
        ...held.points,
        [roundedTo(x, x1 - x0), roundedTo(y, y1 - y0), held.brush === "positive" ? 1 : 0],
      ];
    }
    room.paint(held.points, held.gesture);
  };

  const onPointerDown = (event: PointerEvent) => {
    const brush = brushFor(room.brush.peek(), event);
    if (!brush || event.button !== 0) return;
    const at = pixel(event);
    if (!inside(at)) return;
    event.preventDefault();
    const around = event.currentTarget as HTMLElement;
    around.setPointerCapture?.(event.pointerId);
    around.focus({ preventScroll: true });
    cursor.value = null;
    stroke.current = { gesture: room.newGesture(), points: room.painting(), brush, at };
    put(stroke.current, at);
  };
  const onPointerMove = (event: PointerEvent) => {
    const at = pixel(event);
    const held = stroke.current;
    if (held) {
      if (inside(at) && Math.hypot(at[0] - held.at[0], at[1] - held.at[1]) >= APART) put(held, at);
      return;
    }
    room.hover.value = nearest(pointsOf(room), places, at);
  };
  const end = () => {
    stroke.current = null;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    const now = cursor.peek() ?? [(x0 + x1) / 2, (y0 + y1) / 2];
    if (move) {
      const stride = event.shiftKey ? STEP / 4 : STEP;
      const x = now[0] + move[0] * stride * (x1 - x0);
      const y = now[1] + move[1] * stride * (y1 - y0);
      cursor.value = [Math.min(x1, Math.max(x0, x)), Math.min(y1, Math.max(y0, y))];
      room.hover.value = nearest(pointsOf(room), places, [
        places.x(cursor.value[0]),
        places.y(cursor.value[1]),
      ]);
    } else if (event.key === "Enter" || event.key === " " || event.key === "Delete") {
      if (!cursor.peek()) cursor.value = now;
      const brush =
        event.key === "Delete" ? "erase" : (brushFor(room.brush.peek(), event) ?? "positive");
      const at: [number, number] = [places.x(now[0]), places.y(now[1])];
      put({ gesture: room.newGesture(), points: room.painting(), brush, at }, at);
    } else if (event.key === "+" || event.key === "-") {
      room.brush.value = event.key === "+" ? "positive" : "negative";
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    cursor,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: end,
      onPointerCancel: end,
      onPointerLeave: () => {
        if (!stroke.current) room.hover.value = null;
      },
      onBlur: () => {
        cursor.value = null;
      },
      onKeyDown,
    },
  };
}

/** The brush in the hand: Shift changes the class, Alt erases. */
function brushFor(
  brush: Brush | null,
  event: { shiftKey: boolean; altKey: boolean },
): Brush | null {
  if (!brush) return null;
  if (event.altKey) return "erase";
  if (!event.shiftKey || brush === "erase") return brush;
  return brush === "positive" ? "negative" : "positive";
}

function pointsOf(room: LabStore): ArrayLike<number>[] {
  const xy = room.points.peek();
  if (!xy) return [];
  return Array.from({ length: xy.length / 2 }, (_, i) => xy.subarray(2 * i, 2 * i + 2));
}

/** The point nearest to a place, if it is near. */
function nearest(
  points: ArrayLike<number>[],
  places: Places,
  [px, py]: [number, number],
): number | null {
  let best: number | null = null;
  let least = REACH;
  points.forEach((point, i) => {
    const far = Math.hypot(places.x(point[0]!) - px, places.y(point[1]!) - py);
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}

/** No more digits than the eye can tell apart: links stay short. */
function roundedTo(value: number, span: number): number {
  const digits = Math.max(0, 3 - Math.floor(Math.log10(span)));
  return Number(value.toFixed(digits));
}
