import { computed, type Signal, signal } from "@preact/signals";
import { type Domain, type Frame, panDomain, planePoint, zoomDomain } from "../../points/domain";
import { nearestPoint, pointsInside } from "../../points/hits";
import type { ClusterStore } from "./store";

const CLICK_PX = 4;
const REACH_PX = 12;
const ZOOM_RATE = 0.0015;
const PADDING = 0.06;

interface Hold {
  lasso: boolean;
  from: [number, number];
  at: [number, number];
  domain: Domain;
  moved: boolean;
}

/** What is seen of the map, and what the pointer does on it. Pixels are those of its frame. */
export class DocumentMap {
  readonly frame = signal<Frame>({ width: 0, height: 0 });
  readonly zoom = signal<Domain | null>(null);
  readonly tool = signal<"hand" | "lasso">("hand");
  /** The lasso under way. */
  readonly drawn: Signal<[number, number][]> = signal([]);
  readonly holding = signal(false);
  /** The row under the pointer, and where it is. */
  readonly under = signal<{ row: number; x: number; y: number } | null>(null);
  private hold: Hold | null = null;

  constructor(private readonly room: ClusterStore) {}

  /** All points, with the same scale across and up. */
  private readonly fit = computed<Domain | null>(() => {
    const bounds = this.room.view.value?.bounds;
    const { width, height } = this.frame.value;
    if (!bounds || width < 2 || height < 2) return null;
    const [x0, x1, y0, y1] = bounds;
    const perPixel =
      (1 + 2 * PADDING) * Math.max((x1 - x0) / width, (y1 - y0) / height, Number.EPSILON);
    const [across, up] = [(perPixel * width) / 2, (perPixel * height) / 2];
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return { x0: x - across, x1: x + across, y0: y - up, y1: y + up };
  });

  readonly domain = computed(() => this.zoom.value ?? this.fit.value);

  down(event: PointerEvent, px: number, py: number): void {
    const domain = this.domain.value;
    if (event.button !== 0 || !domain) return;
    const lasso = event.shiftKey || this.tool.value === "lasso";
    const at = planePoint(domain, this.frame.peek(), px, py);
    this.hold = { lasso, from: [px, py], at, domain, moved: false };
    this.holding.value = true;
    this.under.value = null;
    if (lasso) this.drawn.value = [[px, py]];
    (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
  }

  move(px: number, py: number): void {
    const hold = this.hold;
    if (!hold) {
      this.point(px, py);
      return;
    }
    if (!hold.moved && Math.hypot(px - hold.from[0], py - hold.from[1]) < CLICK_PX) return;
    hold.moved = true;
    if (hold.lasso) {
      this.drawn.value = [...this.drawn.value, [px, py]];
    } else {
      const [x, y] = planePoint(hold.domain, this.frame.peek(), px, py);
      this.zoom.value = panDomain(hold.domain, hold.at[0] - x, hold.at[1] - y);
    }
  }

  up(px: number, py: number): void {
    const hold = this.hold;
    this.hold = null;
    this.holding.value = false;
    if (hold?.lasso && hold.moved) this.select();
    else if (hold && !hold.moved) {
      const row = this.nearest(px, py);
      if (row >= 0) this.room.read(row);
    }
    this.drawn.value = [];
  }

  leave(): void {
    this.hold = null;
    this.holding.value = false;
    this.under.value = null;
    this.drawn.value = [];
  }

  wheel(deltaY: number, px: number, py: number): void {
    const domain = this.domain.value;
    if (!domain) return;
    const factor = Math.exp(Math.max(-200, Math.min(200, deltaY)) * ZOOM_RATE);
    this.zoom.value = zoomDomain(domain, planePoint(domain, this.frame.peek(), px, py), factor);
  }

  private point(px: number, py: number): void {
    const row = this.nearest(px, py);
    const last = this.under.peek();
    if (row < 0) this.under.value = null;
    else if (last?.row !== row) this.under.value = { row, x: px, y: py };
  }

  private nearest(px: number, py: number): number {
    const domain = this.domain.value;
    const points = this.room.points;
    if (!domain || !points) return -1;
    return nearestPoint(points, domain, this.frame.peek(), [px, py], REACH_PX);
  }

  private select(): void {
    const domain = this.domain.value;
    const points = this.room.points;
    if (!domain || !points) return;
    const polygon = this.drawn.value.map(([px, py]) =>
      planePoint(domain, this.frame.peek(), px, py),
    );
    this.room.select(pointsInside(points, polygon));
  }
}
