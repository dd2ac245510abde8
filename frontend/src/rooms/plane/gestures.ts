import { type Signal, signal } from "@preact/signals";
import { type Domain, type Frame, panDomain, planePoint, zoomDomain } from "../../points/domain";
import { nearestPoint, pointsInside } from "../../points/hits";
import { type StraightLine, shiftedLine, slopeTowards } from "../../points/line";
import type { SplitName } from "../../wire/types";
import { type Ground, groundHeight, raisedLine } from "./level";
import type { PlaneStore } from "./store";

const CLICK_PX = 4;
const REACH_PX = 14;
const ZOOM_RATE = 0.0015;

interface Hold {
  kind: "shift" | "turn" | "pan" | "lasso";
  from: [number, number];
  at: [number, number];
  domain: Domain;
  line: StraightLine;
  /** What lies flat while the line is held, in a level plane. */
  ground: Ground | null;
  center: [number, number];
  gesture: number;
  moved: boolean;
}

/** What the pointer does on one plot. Pixels are measured inside the plot's frame. */
export class PlotGestures {
  /** The lasso under way, in pixels of the frame. */
  readonly lasso: Signal<[number, number][]> = signal([]);
  readonly holding: Signal<Hold["kind"] | null> = signal(null);
  private hold: Hold | null = null;

  constructor(
    private readonly plane: PlaneStore,
    private readonly split: SplitName,
    private readonly frame: () => Frame,
    private readonly onInspect: (row: number) => void,
    private readonly onSelect: () => void,
  ) {}

  down(event: PointerEvent, px: number, py: number): void {
    const domain = this.plane.domain.value;
    const line = this.plane.store.line.value;
    const center = this.plane.turningPoint();
    if (event.button !== 0 || !domain || !line || !center) return;
    const part = (event.target as Element).getAttribute?.("data-part");
    const lassoing = event.shiftKey || this.plane.tool.value === "lasso";
    const onLine = part === "middle" ? "shift" : part === "end" ? "turn" : null;
    const kind = onLine ?? (lassoing ? "lasso" : "pan");
    const at = planePoint(domain, this.frame(), px, py);
    const gesture = onLine ? this.plane.store.newGesture() : 0;
    if (onLine) this.plane.holdGround(true);
    const ground = this.plane.ground.value;
    this.hold = { kind, from: [px, py], at, domain, line, ground, center, gesture, moved: false };
    this.holding.value = kind;
    if (kind === "lasso") this.lasso.value = [[px, py]];
    (event.currentTarget as Element).setPointerCapture?.(event.pointerId);
  }

  move(px: number, py: number): void {
    const hold = this.hold;
    if (!hold) return;
    const far = Math.hypot(px - hold.from[0], py - hold.from[1]);
    if (!hold.moved && far < CLICK_PX) return;
    hold.moved = true;
    const [x, y] = planePoint(hold.domain, this.frame(), px, py);
    if (hold.kind === "shift") {
      const moved = shiftedLine(this.plane.drawn(hold.line), x - hold.at[0], y - hold.at[1]);
      this.plane.moveLine(raisedLine(moved, hold.ground ?? undefined), hold.gesture, true);
    } else if (hold.kind === "turn") {
      const height = hold.ground ? groundHeight(hold.ground, x) : 0;
      const slope = slopeTowards(hold.center, [x, y + height]);
      if (slope !== null && slope > 0) {
        this.plane.moveLine(this.plane.turned(hold.center, slope), hold.gesture, true);
      }
    } else if (hold.kind === "pan") {
      this.plane.zoom.value = panDomain(hold.domain, hold.at[0] - x, hold.at[1] - y);
    } else {
      this.lasso.value = [...this.lasso.value, [px, py]];
    }
  }

  up(event: PointerEvent, px: number, py: number): void {
    const hold = this.hold;
    this.hold = null;
    this.holding.value = null;
    if (!hold) return;
    this.plane.holdGround(false);
    if (hold.kind === "lasso" && hold.moved) this.gather();
    else if (!hold.moved) this.click(event.altKey, px, py);
    this.lasso.value = [];
  }

  cancel(): void {
    this.hold = null;
    this.plane.holdGround(false);
    this.holding.value = null;
    this.lasso.value = [];
  }

  wheel(deltaY: number, px: number, py: number): void {
    const domain = this.plane.domain.value;
    if (!domain) return;
    const factor = Math.exp(Math.max(-200, Math.min(200, deltaY)) * ZOOM_RATE);
    this.plane.zoom.value = zoomDomain(domain, planePoint(domain, this.frame(), px, py), factor);
  }

  private points(): { xy: Float32Array; rows: Uint32Array } | null {
    const columns = this.plane.store.columns.value;
    const xy = columns[`${this.split}.xy`];
    const rows = columns[`${this.split}.rows`];
    return xy && rows ? { xy: xy as Float32Array, rows: rows as Uint32Array } : null;
  }

  private click(pivots: boolean, px: number, py: number): void {
    const domain = this.plane.domain.value;
    const points = this.points();
    if (!domain || !points) return;
    const seen = this.plane.seen(this.split, this.frame()) ?? points.xy;
    const index = nearestPoint(seen, domain, this.frame(), [px, py], REACH_PX);
    if (pivots) {
      this.plane.pivot.value =
        index < 0 ? null : [points.xy[2 * index]!, points.xy[2 * index + 1]!];
    } else if (index >= 0) {
      this.onInspect(points.rows[index]!);
    }
  }

  private gather(): void {
    const domain = this.plane.domain.value;
    const points = this.points();
    if (!domain || !points) return;
    const polygon = this.lasso.value.map(([px, py]) => planePoint(domain, this.frame(), px, py));
    const seen = this.plane.seen(this.split, this.frame()) ?? points.xy;
    const rows = pointsInside(seen, polygon).map((index) => points.rows[index]!);
    this.plane.store.select(rows, this.split);
    this.onSelect();
  }
}
