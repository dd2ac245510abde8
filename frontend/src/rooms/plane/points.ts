import type { Signal } from "@preact/signals";
import { useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Density } from "../../points/density";
import { type Domain, type Frame, normalizedPoints } from "../../points/domain";
import { drawingOrder } from "../../points/hits";
import {
  type Cloud,
  FADED_NEGATIVE,
  FADED_POSITIVE,
  NEGATIVE,
  type Painter,
  POSITIVE,
} from "../../points/painter";
import { Raster } from "../../points/raster";
import { setAside } from "../../points/spread";
import { useDrawing } from "../../ui/drawing";
import { pointPalette, reducedMotion, theme } from "../../ui/theme";
import type { SplitName } from "../../wire/types";
import { DENSITY_FROM, type PlaneStore } from "./store";

interface Drawn {
  xy: Float32Array;
  rows: Uint32Array | undefined;
  kinds: Uint8Array;
  domain: Domain;
  frame: Frame;
  theme: string;
}

/** Keeps the canvas of one split in step with the columns, the axes and the theme. */
export function usePoints(
  canvas: RefObject<HTMLCanvasElement>,
  plane: PlaneStore,
  split: SplitName,
  frame: Signal<Frame>,
): void {
  const painter = useRef<Painter | null>(null);
  const drawn = useRef<Drawn | null>(null);
  const ordered = useOrderedKinds(plane, split);

  useEffect(
    () => () => {
      painter.current?.destroy();
      painter.current = null;
    },
    [],
  );

  useDrawing(() => {
    const columns = plane.store.columns.value;
    const xy = plane.points(split);
    const domain = plane.domain.value;
    const { order, kinds } = ordered.value;
    const size = frame.value;
    const name = theme.value;
    if (!xy || !domain || !canvas.current || size.width < 2 || kinds.length * 2 !== xy.length) {
      return;
    }
    const next: Drawn = {
      xy,
      rows: columns[`${split}.rows`] as Uint32Array | undefined,
      kinds,
      domain,
      frame: size,
      theme: name,
    };
    const last = drawn.current;
    drawn.current = next;
    if (last && same(last, next)) return;
    const cloud: Cloud = { xy: normalizedPoints(xy, domain, order), kinds };
    const spread = plane.spread(split);
    if (spread) setAside(cloud.xy, spread, order, size);
    const Kind = kinds.length > DENSITY_FROM ? Density : Raster;
    const fresh = !(painter.current instanceof Kind);
    if (fresh) {
      painter.current?.destroy();
      painter.current = new Kind(canvas.current, pointPalette(name));
    }
    const paint = painter.current!;
    if (fresh || last?.theme !== name || last.kinds.length !== kinds.length) {
      paint.setPalette(pointPalette(name), kinds.length);
    }
    if (fresh || last?.frame !== size) paint.resize(size.width, size.height);
    paint.draw(cloud, !fresh && glides(plane, last, next));
  });
}

/** Points glide when the same documents moved, and not while the hand drags them along. */
function glides(plane: PlaneStore, last: Drawn | null, next: Drawn): boolean {
  return (
    last !== null &&
    last.xy !== next.xy &&
    last.rows === next.rows &&
    last.kinds === next.kinds &&
    last.frame === next.frame &&
    !plane.store.arrival.peek().dragging &&
    !reducedMotion()
  );
}

function same(a: Drawn, b: Drawn): boolean {
  return (
    a.xy === b.xy &&
    a.kinds === b.kinds &&
    a.domain === b.domain &&
    a.frame === b.frame &&
    a.theme === b.theme
  );
}

/** The order of drawing and each point's kind in that order: found words and lassos fade the rest. */
function useOrderedKinds(plane: PlaneStore, split: SplitName) {
  return useComputed(() => {
    const columns = plane.store.columns.value;
    const positive = (columns[`${split}.positive`] ?? new Uint8Array()) as Uint8Array;
    const rows = columns[`${split}.rows`];
    const found = plane.store.highlight.value;
    return orderedKinds(positive, rows as Uint32Array | undefined, found);
  });
}

const memo = new WeakMap<Uint8Array, { rows: unknown; found: unknown; result: OrderedKinds }>();

interface OrderedKinds {
  order: Uint32Array;
  kinds: Uint8Array;
}

export function orderedKinds(
  positive: Uint8Array,
  rows: Uint32Array | undefined,
  found: Set<number> | null,
): OrderedKinds {
  const known = memo.get(positive);
  if (known && known.rows === rows && known.found === found) return known.result;
  let order = drawingOrder(positive);
  const kindOf = (i: number) => {
    const bright = !found || !rows || found.has(rows[i]!);
    if (positive[i]) return bright ? POSITIVE : FADED_POSITIVE;
    return bright ? NEGATIVE : FADED_NEGATIVE;
  };
  if (found && rows) {
    const faded = order.filter((i) => !found.has(rows[i]!));
    const bright = order.filter((i) => found.has(rows[i]!));
    order = Uint32Array.from([...faded, ...bright]);
  }
  const result = { order, kinds: Uint8Array.from(order, kindOf) };
  memo.set(positive, { rows, found, result });
  return result;
}
