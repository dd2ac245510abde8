import type { Place } from "../../../charts/chart";
import type { KmeansAnswer } from "../../../wire/lessons";

const NO_CLUSTER = 255;
const MANY = 400;
const ARC = 48;
type Pairs = [number, number][];

function corners(place: Place, points: Pairs): string {
  return points.map(([x, y]) => `${place.x(x).toFixed(1)},${place.y(y).toFixed(1)}`).join(" ");
}

function colorOf(colors: string[], cluster: number): string {
  return colors[cluster % colors.length]!;
}

/** Where each center is the nearest. */
export function Cells(props: { place: Place; cells: Pairs[]; colors: string[]; faint: boolean }) {
  return (
    <g class={props.faint ? "kmeans-cells kmeans-faint" : "kmeans-cells"}>
      {props.cells.map((cell, i) => (
        <polygon
          key={i}
          data-testid={`kmeans-cell-${i}`}
          points={corners(props.place, cell)}
          fill={colorOf(props.colors, i)}
        />
      ))}
    </g>
  );
}

/** The points in the color of their cluster, the paler the less sure. */
export function Points(props: {
  place: Place;
  points: Pairs;
  labels: Uint8Array;
  sure: Float32Array;
  colors: string[];
}) {
  const { place, points, labels, sure, colors } = props;
  if (points.length > MANY) return <ManyPoints {...props} />;
  return (
    <g class="kmeans-points">
      {points.map(([x, y], i) => {
        const cluster = labels[i] ?? NO_CLUSTER;
        return (
          <circle
            key={i}
            class={cluster === NO_CLUSTER ? "kmeans-loose" : undefined}
            cx={place.x(x)}
            cy={place.y(y)}
            r={4}
            fill={cluster === NO_CLUSTER ? undefined : colorOf(colors, cluster)}
            fill-opacity={cluster === NO_CLUSTER ? undefined : (sure[i] ?? 1) ** 2}
          />
        );
      })}
    </g>
  );
}

/** One path for each cluster: a circle for each of thousands of points is slow. */
function ManyPoints({ place, points, labels, colors }: Parameters<typeof Points>[0]) {
  const paths = new Map<number, string>();
  points.forEach(([x, y], i) => {
    const cluster = labels[i] ?? NO_CLUSTER;
    const dot = `M${place.x(x).toFixed(1)} ${place.y(y).toFixed(1)}h0`;
    paths.set(cluster, (paths.get(cluster) ?? "") + dot);
  });
  return (
    <g class="kmeans-many">
      {[...paths].map(([cluster, path]) => (
        <path
          key={cluster}
          class={cluster === NO_CLUSTER ? "kmeans-loose" : undefined}
          d={path}
          stroke={cluster === NO_CLUSTER ? undefined : colorOf(colors, cluster)}
        />
      ))}
    </g>
  );
}

/** One and two deviations around the mean of each Gaussian. */
export function Clouds(props: { place: Place; shown: KmeansAnswer; colors: string[] }) {
  const { place, shown, colors } = props;
  return (
    <g class="kmeans-clouds">
      {shown.ellipses.flatMap(({ long, short, angle }, i) =>
        [1, 2].map((times) => (
          <polygon
            key={`${i} ${times}`}
            points={corners(place, ring(shown.centers[i]!, times * long, times * short, angle))}
            stroke={colorOf(colors, i)}
          />
        )),
      )}
    </g>
  );
}

function ring([x, y]: [number, number], long: number, short: number, angle: number): Pairs {
  return Array.from({ length: ARC }, (_, i) => {
    const turn = (2 * Math.PI * i) / ARC;
    const [along, across] = [long * Math.cos(turn), short * Math.sin(turn)];
    return [
      x + along * Math.cos(angle) - across * Math.sin(angle),
      y + along * Math.sin(angle) + across * Math.cos(angle),
    ];
  });
}

/** The way of each center so far. */
export function Trails({ place, trails }: { place: Place; trails: Pairs[] }) {
  return (
    <g class="kmeans-trails">
      {trails.map((trail, i) => (
        <polyline key={i} points={corners(place, trail)} />
      ))}
    </g>
  );
}

/** Crosses that glide when a step moves them. */
export function Centers(props: { place: Place; centers: Pairs; colors: string[] }) {
  const { place, centers, colors } = props;
  return (
    <g class="kmeans-centers">
      {centers.map(([x, y], i) => (
        <g
          key={i}
          data-testid={`kmeans-center-${i}`}
          style={{ transform: `translate(${place.x(x)}px, ${place.y(y)}px)` }}
        >
          <circle r={11} fill={colorOf(colors, i)} />
          <path d="M-5-5L5 5M5-5L-5 5" />
        </g>
      ))}
    </g>
  );
}
