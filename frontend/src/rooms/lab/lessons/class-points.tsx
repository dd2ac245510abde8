import type { Place, Point } from "../../../charts/chart";
import type { Domain } from "../../../points/domain";

const REACH = 14;
const DECIMALS = 2;
const ARROWS: Record<string, Point> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The number of the nearest row (x, y, …) that a hand can take hold of, or null. */
export function nearestPlace(
  rows: readonly (readonly number[])[],
  near: (other: Point) => number,
): number | null {
  const away = rows.map(([x, y]) => near([x!, y!]));
  const nearest = Math.min(...away);
  return nearest < REACH ? away.indexOf(nearest) : null;
}

/** Rows (x, y) of two columns. */
export function rowsOf(x: number[], y: number[]): number[][] {
  return x.map((each, i) => [each, y[i]!]);
}

/** Rows (x, y, class) with one moved, inside the domain. */
export function movedRow(rows: number[][], i: number, at: Point, domain: Domain): number[][] {
  const [x, y] = inside(at, domain);
  return rows.with(i, [x, y, ...rows[i]!.slice(2)]);
}

/** A place inside the domain, with few decimals. */
export function inside([x, y]: Point, domain: Domain): Point {
  const rounded = (value: number, low: number, high: number) =>
    Number(Math.min(high, Math.max(low, value)).toFixed(DECIMALS));
  return [rounded(x, domain.x0, domain.x1), rounded(y, domain.y0, domain.y1)];
}

/** What makes a drawn point one that arrow keys move. */
export function pointKeys(
  name: string,
  [x, y]: Point,
  domain: Domain,
  move: (to: Point, dragging: boolean) => void,
) {
  return {
    tabindex: 0,
    role: "slider" as const,
    "aria-roledescription": "point",
    "aria-label": `${name}: arrow keys move it`,
    "aria-valuemin": domain.y0,
    "aria-valuemax": domain.y1,
    "aria-valuenow": y,
    "aria-valuetext": `${x}, ${y}`,
    onKeyDown: (event: KeyboardEvent) => {
      const step = ARROWS[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const size = event.shiftKey ? 0.02 : 0.2;
      move([x + step[0] * size, y + step[1] * size], false);
    },
  };
}

/** Points of two classes: circles are positive, squares negative; each can be moved by keys. */
export function ClassPoints(props: {
  name: string;
  place: Place;
  domain: Domain;
  rows: number[][];
  /** Whether a point is ringed. */
  ringed?: (i: number) => boolean;
  /** Whether a point fades into the background. */
  faint?: (i: number) => boolean;
  onMove?: (i: number, to: Point, dragging: boolean) => void;
}) {
  const { name, place, domain, rows, ringed, faint, onMove } = props;
  return (
    <>
      {rows.map(([x, y, label], i) => {
        const [cx, cy] = [place.x(x!), place.y(y!)];
        const look = `class-point class-${label ? "one" : "none"} ${faint?.(i) ? "class-faint" : ""}`;
        const keys = onMove
          ? pointKeys(`point ${i + 1}`, [x!, y!], domain, (to, dragging) => onMove(i, to, dragging))
          : {};
        return (
          <g key={i}>
            {ringed?.(i) && <circle class="class-ring" cx={cx} cy={cy} r={9} />}
            {label ? (
              <circle
                class={look}
                cx={cx}
                cy={cy}
                r={5}
                data-testid={`${name}-point-${i}`}
                {...keys}
              />
            ) : (
              <rect
                class={look}
                x={cx - 4.5}
                y={cy - 4.5}
                width={9}
                height={9}
                data-testid={`${name}-point-${i}`}
                {...keys}
              />
            )}
          </g>
        );
      })}
    </>
  );
}

/** The line −t + w1 x + w2 y = level across a domain; nothing where it has no direction. */
export function WeightLine(props: {
  place: Place;
  domain: Domain;
  weights: readonly number[];
  level?: number;
  name: string;
}) {
  const { place, domain, name, level = 0 } = props;
  const [bias, w1, w2] = props.weights as [number, number, number];
  const size = Math.hypot(w1, w2);
  if (size === 0) return null;
  const foot = [(-(bias - level) * w1) / size ** 2, (-(bias - level) * w2) / size ** 2] as const;
  const far = 4 * (domain.x1 - domain.x0 + domain.y1 - domain.y0);
  const end = (by: number): Point => [foot[0] - (by * w2) / size, foot[1] + (by * w1) / size];
  const [a, b] = [end(-far), end(far)];
  return (
    <line
      class={name}
      x1={place.x(a[0])}
      y1={place.y(a[1])}
      x2={place.x(b[0])}
      y2={place.y(b[1])}
    />
  );
}
