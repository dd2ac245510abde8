import { useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { normalized, xPixel, yPixel } from "../plot/domain";
import { type Painter, painterKind } from "../plot/painter";
import { newPainter } from "../plot/points";
import type { Session } from "../session";
import { useDrawing } from "../ui/drawing";
import { IconButton } from "../ui/icons";
import { theme } from "../ui/theme";
import { clusterColor, mapPalette, pointKind } from "./colors";
import type { ClusterDesk } from "./desk";

/** Every document as a point near those that speak of the same things. */
export function MapPage({ session }: { session: Session }) {
  const desk = session.clusters;
  const { map } = desk;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useMapPoints(canvas, session);
  useEffect(() => measured(box.current!, desk), []);
  useEffect(() => {
    const element = box.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      map.wheel(event.deltaY, ...within(element, event));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [map]);
  return (
    <section class="cluster-map" aria-label={`Map of the ${desk.row.value}s`}>
      <div
        ref={box}
        class={`map-box tool-${map.tool.value} ${map.holding.value ? "map-held" : ""}`}
        data-testid="cluster-map"
      >
        <canvas ref={canvas} class="points" />
        <svg
          class="overlay"
          role="img"
          aria-label={spoken(desk)}
          onPointerDown={(event) => map.down(event, ...within(box.current!, event))}
          onPointerMove={(event) => map.move(...within(box.current!, event))}
          onPointerUp={(event) => map.up(...within(box.current!, event))}
          onPointerLeave={() => map.leave()}
          onPointerCancel={() => map.leave()}
          onDblClick={() => {
            map.zoom.value = null;
          }}
        >
          <Names desk={desk} />
          <Ring desk={desk} />
          {map.drawn.value.length > 1 && (
            <polygon class="lasso" points={map.drawn.value.map((each) => each.join()).join(" ")} />
          )}
        </svg>
        <Under desk={desk} />
      </div>
      <div class="map-tools">
        <IconButton
          icon="lasso"
          label={`Lasso: gather ${desk.row.value}s`}
          hint={`Gather ${desk.row.value}s (Shift and drag)`}
          testid="map-lasso"
          pressed={map.tool.value === "lasso"}
          onClick={() => {
            map.tool.value = map.tool.value === "lasso" ? "hand" : "lasso";
          }}
        />
        <IconButton
          icon="fit"
          label={`Show all ${desk.row.value}s`}
          disabled={map.zoom.value === null}
          onClick={() => {
            map.zoom.value = null;
          }}
        />
      </div>
      <p class="map-note">
        Near each other: alike in their {desk.term.value}s. Distances further away, and the axes,
        mean nothing.
      </p>
    </section>
  );
}

function spoken(desk: ClusterDesk): string {
  const clusters = desk.found.value?.clusters ?? [];
  const named = clusters.map(({ name, size }) => `${name} ${size}`).join(", ");
  return `Map of ${desk.view.value?.rows ?? 0} ${desk.row.value}s${named ? `: ${named}` : ""}`;
}

/** The names of the clusters where most of their documents lie. */
function Names({ desk }: { desk: ClusterDesk }) {
  const domain = desk.map.domain.value;
  const frame = desk.map.frame.value;
  const marked = desk.hovered.value ?? desk.cluster.value;
  if (!domain) return null;
  return (
    <g class="map-names">
      {(desk.found.value?.clusters ?? []).map(({ number, name, given, center }) => {
        if (!center) return null;
        const x = xPixel(domain, frame, center[0]);
        const y = yPixel(domain, frame, center[1]);
        const label = given || !name.startsWith("cluster ") ? name : String(number + 1);
        return (
          <g
            key={number}
            class={`map-name ${marked === number ? "map-name-marked" : ""}`}
            transform={`translate(${x} ${y})`}
          >
            <circle r={5} style={{ fill: clusterColor(number, theme.value) }} />
            <text x={9} y={4}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The document that is being read. */
function Ring({ desk }: { desk: ClusterDesk }) {
  const domain = desk.map.domain.value;
  const row = desk.placed.value?.row;
  const points = desk.points;
  if (!domain || row === undefined || !points) return null;
  const frame = desk.map.frame.value;
  const x = xPixel(domain, frame, points[2 * row]!);
  const y = yPixel(domain, frame, points[2 * row + 1]!);
  return <circle class="ring" cx={x} cy={y} r={8} />;
}

/** What lies under the pointer. */
function Under({ desk }: { desk: ClusterDesk }) {
  const under = desk.map.under.value;
  const labels = desk.labels.value;
  if (!under) return null;
  const number = labels?.[under.row];
  const name = desk.found.value?.clusters.find((each) => each.number === number)?.name;
  return (
    <p class="map-under" style={{ left: `${under.x + 12}px`, top: `${under.y + 12}px` }}>
      {name ? `${name}, click to read` : "Find clusters, then click to read"}
    </p>
  );
}

function within(element: Element, event: MouseEvent): [number, number] {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function measured(element: HTMLElement, desk: ClusterDesk): () => void {
  const measure = () => {
    const [width, height] = [element.clientWidth, element.clientHeight];
    const last = desk.map.frame.peek();
    if (last.width !== width || last.height !== height) desk.map.frame.value = { width, height };
  };
  measure();
  if (typeof ResizeObserver === "undefined") return () => {};
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Keeps the canvas in step with the points, their clusters, what is marked, and the theme. */
function useMapPoints(canvas: RefObject<HTMLCanvasElement>, session: Session): void {
  const desk = session.clusters;
  const painter = useRef<Painter | null>(null);
  const drawn = useRef({ look: "", size: "" });
  const ordered = useComputed(() => colored(desk.points, desk.labels.value, desk.bright.value));
  useEffect(() => {
    const paint = () => painter.current?.whenPainted() ?? Promise.resolve();
    session.store.painters.add(paint);
    return () => {
      session.store.painters.delete(paint);
      painter.current?.destroy();
      painter.current = null;
      drawn.current = { look: "", size: "" };
    };
  }, []);
  useDrawing(() => {
    const points = desk.points;
    const domain = desk.map.domain.value;
    const { width, height } = desk.map.frame.value;
    const palette = mapPalette(theme.value);
    const { order, kinds } = ordered.value;
    if (!points || !domain || !canvas.current || width < 2) return;
    painter.current ??= newPainter(painterKind(), canvas.current, palette);
    const next = { look: `${theme.value} ${kinds.length}`, size: `${width} ${height}` };
    if (next.look !== drawn.current.look) painter.current.setPalette(palette, kinds.length);
    if (next.size !== drawn.current.size) painter.current.resize(width, height);
    drawn.current = next;
    painter.current.draw({ xy: normalized(points, domain, order), kinds }, false);
  });
}

/** The order of drawing, what is bright last, and the kind of each point in that order. */
export function colored(
  points: Float32Array | undefined,
  labels: Uint32Array | undefined,
  bright: ((row: number) => boolean) | null,
): { order: Uint32Array; kinds: Uint8Array } {
  const count = (points?.length ?? 0) / 2;
  const order = new Uint32Array(count);
  let next = 0;
  for (const wanted of bright ? [false, true] : [true]) {
    for (let row = 0; row < count; row++) {
      if (!bright || bright(row) === wanted) order[next++] = row;
    }
  }
  const known = labels?.length === count ? labels : undefined;
  const kinds = Uint8Array.from(order, (row) =>
    pointKind(known?.[row], bright !== null && !bright(row)),
  );
  return { order, kinds };
}
