import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Frame } from "../../points/domain";
import type { StraightLine } from "../../points/line";
import { moves } from "../../ui/moves";
import { useSay } from "../../ui/naming";
import type { SplitName } from "../../wire/types";
import { DensityLayer } from "./density-layer";
import { PlotGestures } from "./gestures";
import { groundHeight, leveledPoints } from "./level";
import { MarginInset } from "./margin-inset";
import { Axes, MARGIN, Overlay } from "./overlay";
import { usePoints } from "./points";
import type { PlaneStore } from "./store";
import { PLOT } from "./words";

interface PlotProps {
  plane: PlaneStore;
  split: SplitName;
  onInspect: (row: number) => void;
  onSelect: () => void;
}

/** One split in the plane: points on a canvas, line and axes above them. */
export function Plot({ plane, split, onInspect, onSelect }: PlotProps) {
  const say = useSay();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useSignal<Frame>({ width: 0, height: 0 });
  const gestures = useMemo(
    () => new PlotGestures(plane, split, () => frame.peek(), onInspect, onSelect),
    [plane, split],
  );
  usePoints(canvas, plane, split, frame);
  useEffect(() => measureFrame(box.current!, frame), []);
  useEffect(() => {
    const element = box.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      gestures.wheel(event.deltaY, ...inFrame(element, event));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [gestures]);

  const domain = plane.domain.value;
  const line = plane.store.line.value;
  const size = frame.value;
  const holding = gestures.holding.value;
  const ready = domain && line && size.width > 1;
  return (
    <div
      ref={box}
      class={`plot tool-${plane.tool.value} ${holding ? `holding-${holding}` : ""}`}
      data-testid={`plot-${split}`}
    >
      <canvas
        ref={canvas}
        class="points"
        style={{ left: `${MARGIN.left}px`, top: `${MARGIN.top}px` }}
      />
      <DensityLayer plane={plane} split={split} frame={frame} />
      <AxesLayer plane={plane} frame={frame} />
      <svg
        class="overlay"
        role="img"
        aria-label={say(PLOT.label(split))}
        onPointerDown={(event) => gestures.down(event, ...inFrame(box.current!, event))}
        {...moves((event) => gestures.move(...inFrame(box.current!, event)))}
        onPointerUp={(event) => gestures.up(event, ...inFrame(box.current!, event))}
        onPointerCancel={() => gestures.cancel()}
        onDblClick={() => plane.fitAgain(false)}
      >
        {ready && (
          <Overlay
            split={split}
            domain={domain}
            frame={size}
            line={{ ...line, ...plane.drawn(line) }}
            bayes={bayesLine(plane)}
            pivot={pivotOf(plane)}
            ring={ringOf(plane, split, size)}
            lasso={gestures.lasso.value}
            curve={drawnCurve(plane)}
          />
        )}
      </svg>
      {ready && <MarginInset plane={plane} split={split} />}
      {ready && <Outside plane={plane} split={split} />}
    </div>
  );
}

/** What the priors alone decide, as it is drawn; seen from a curve it is no line. */
function bayesLine(plane: PlaneStore): StraightLine | null {
  const line = plane.store.line.value;
  if (!line || plane.ground.value?.curve) return null;
  return plane.drawn({ slope: 1, intercept: line.bayes_intercept });
}

function pivotOf({ pivot, ground }: PlaneStore): [number, number] | null {
  const [at, flat] = [pivot.value, ground.value];
  return at && flat ? [at[0], at[1] - groundHeight(flat, at[0])] : at;
}

/** The decision curve as it is drawn. */
export function drawnCurve({ store, ground }: PlaneStore): Float32Array | null {
  const [curve, flat] = [store.curve.value, ground.value];
  return curve && flat ? leveledPoints(curve, flat) : curve;
}

function AxesLayer({ plane, frame }: { plane: PlaneStore; frame: Signal<Frame> }) {
  const domain = plane.domain.value;
  if (!domain || frame.value.width < 2) return null;
  return (
    <svg class="axes-layer" aria-hidden="true">
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <Axes domain={domain} frame={frame.value} />
      </g>
    </svg>
  );
}

function Outside({ plane, split }: { plane: PlaneStore; split: SplitName }) {
  const outside = plane.outside(split);
  if (outside === 0) return null;
  return (
    <button
      type="button"
      class="outside"
      title={PLOT.showAll}
      data-testid={`outside-${split}`}
      onClick={() => plane.fitAgain(true)}
    >
      {PLOT.beyond(outside)}
    </button>
  );
}

/** Where the document that is read is seen in a split. */
function ringOf(
  plane: PlaneStore,
  split: SplitName,
  frame: Frame,
): { x: number; y: number } | null {
  const shown = plane.store.document.value;
  const index = shown ? plane.store.columns.value[`${split}.rows`]?.indexOf(shown.row) : -1;
  const seen = index === undefined || index < 0 ? null : plane.seen(split, frame);
  return seen && { x: seen[2 * index!]!, y: seen[2 * index! + 1]! };
}

function inFrame(element: Element, event: MouseEvent): [number, number] {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left - MARGIN.left, event.clientY - box.top - MARGIN.top];
}

function measureFrame(element: HTMLElement, frame: Signal<Frame>): () => void {
  const measure = () => {
    const width = Math.max(0, element.clientWidth - MARGIN.left - MARGIN.right);
    const height = Math.max(0, element.clientHeight - MARGIN.top - MARGIN.bottom);
    const last = frame.peek();
    if (last.width !== width || last.height !== height) frame.value = { width, height };
  };
  measure();
  if (typeof ResizeObserver === "undefined") return () => {};
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
