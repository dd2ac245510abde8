import { useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { normalizedPoints, xPixel, yPixel } from "../../points/domain";
import { Raster } from "../../points/raster";
import type { Workbench } from "../../session/workbench";
import { useDrawing } from "../../ui/drawing";
import { IconButton } from "../../ui/icons";
import { SHAPE_PATHS } from "../../ui/shapes";
import { theme } from "../../ui/theme";
import { clusterColor, clusterShape, mapPalette, pointKind } from "./colors";
import type { ClusterStore } from "./store";
import { MAP } from "./words";

/** Every document as a point near similar ones. */
export function MapPage({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.clusters;
  const { map } = room;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useMapPoints(canvas, workbench);
  useEffect(() => measureFrame(box.current!, room), []);
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
    <section class="cluster-map pane" aria-label={MAP.label(room.row.value)}>
      <div
        ref={box}
        class={`map-box tool-${map.tool.value} ${map.holding.value ? "map-held" : ""}`}
        data-testid="cluster-map"
      >
        <canvas ref={canvas} class="points" />
        <svg
          class="overlay"
          role="img"
          aria-label={spoken(room)}
          onPointerDown={(event) => map.down(event, ...within(box.current!, event))}
          onPointerMove={(event) => map.move(...within(box.current!, event))}
          onPointerUp={(event) => map.up(...within(box.current!, event))}
          onPointerLeave={() => map.leave()}
          onPointerCancel={() => map.leave()}
          onDblClick={() => {
            map.zoom.value = null;
          }}
        >
          <Names room={room} />
          <Ring room={room} />
          {map.drawn.value.length > 1 && (
            <polygon class="lasso" points={map.drawn.value.map((each) => each.join()).join(" ")} />
          )}
        </svg>
        <Under room={room} />
      </div>
      <div class="map-tools">
        <IconButton
          icon="lasso"
          label={MAP.lasso(room.row.value)}
          hint={MAP.lassoHint(room.row.value)}
          testid="map-lasso"
          pressed={map.tool.value === "lasso"}
          onClick={() => {
            map.tool.value = map.tool.value === "lasso" ? "hand" : "lasso";
          }}
        />
        <IconButton
          icon="fit"
          label={MAP.showAll(room.row.value)}
          disabled={map.zoom.value === null}
          onClick={() => {
            map.zoom.value = null;
          }}
        />
      </div>
      <p class="map-note note-faint clip">{MAP.note(room.term.value)}</p>
    </section>
  );
}

function spoken(room: ClusterStore): string {
  const clusters = room.found.value?.clusters ?? [];
  const named = clusters.map(({ name, size }) => `${name} ${size}`).join(", ");
  return MAP.spoken(room.view.value?.rows ?? 0, room.row.value, named);
}

/** The names of the clusters where most of their documents lie. */
function Names({ room }: { room: ClusterStore }) {
  const domain = room.map.domain.value;
  const frame = room.map.frame.value;
  const marked = room.hovered.value ?? room.cluster.value;
  if (!domain) return null;
  return (
    <g class="map-names">
      {(room.found.value?.clusters ?? []).map(({ number, name, given, center }) => {
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
            <path
              d={SHAPE_PATHS[clusterShape(number)]}
              fill-rule="evenodd"
              transform="translate(-6 -6)"
              style={{ fill: clusterColor(number, theme.value) }}
            />
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
function Ring({ room }: { room: ClusterStore }) {
  const domain = room.map.domain.value;
  const row = room.placed.value?.row;
  const points = room.points;
  if (!domain || row === undefined || !points) return null;
  const frame = room.map.frame.value;
  const x = xPixel(domain, frame, points[2 * row]!);
  const y = yPixel(domain, frame, points[2 * row + 1]!);
  return <circle class="ring" cx={x} cy={y} r={8} />;
}

/** What lies under the pointer. */
function Under({ room }: { room: ClusterStore }) {
  const under = room.map.under.value;
  const labels = room.labels.value;
  if (!under) return null;
  const number = labels?.[under.row];
  const name = room.found.value?.clusters.find((each) => each.number === number)?.name;
  return (
    <p class="map-under small" style={{ left: `${under.x + 12}px`, top: `${under.y + 12}px` }}>
      {name ? MAP.read(name) : MAP.findFirst}
    </p>
  );
}

function within(element: Element, event: MouseEvent): [number, number] {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function measureFrame(element: HTMLElement, room: ClusterStore): () => void {
  const measure = () => {
    const [width, height] = [element.clientWidth, element.clientHeight];
    const last = room.map.frame.peek();
    if (last.width !== width || last.height !== height) room.map.frame.value = { width, height };
  };
  measure();
  if (typeof ResizeObserver === "undefined") return () => {};
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}

/** Keeps the canvas in step with the points, their clusters, what is marked, and the theme. */
function useMapPoints(canvas: RefObject<HTMLCanvasElement>, workbench: Workbench): void {
  const room = workbench.rooms.clusters;
  const painter = useRef<Raster | null>(null);
  const drawn = useRef({ look: "", size: "" });
  const ordered = useComputed(() =>
    coloredPoints(room.points, room.labels.value, room.bright.value),
  );
  useEffect(
    () => () => {
      painter.current?.destroy();
      painter.current = null;
      drawn.current = { look: "", size: "" };
    },
    [],
  );
  useDrawing(() => {
    const points = room.points;
    const domain = room.map.domain.value;
    const { width, height } = room.map.frame.value;
    const palette = mapPalette(theme.value);
    const { order, kinds } = ordered.value;
    if (!points || !domain || !canvas.current || width < 2) return;
    painter.current ??= new Raster(canvas.current, palette);
    const next = { look: `${theme.value} ${kinds.length}`, size: `${width} ${height}` };
    if (next.look !== drawn.current.look) painter.current.setPalette(palette, kinds.length);
    if (next.size !== drawn.current.size) painter.current.resize(width, height);
    drawn.current = next;
    painter.current.draw({ xy: normalizedPoints(points, domain, order), kinds }, false);
  });
}

/** The order of drawing, what is bright last, and the kind of each point in that order. */
export function coloredPoints(
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
