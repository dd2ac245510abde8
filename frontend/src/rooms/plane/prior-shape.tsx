import { shareText, stepArea } from "./shares";

const WIDTH = 260;
const HEIGHT = 64;
const BASE = HEIGHT - 14;

interface Outline {
  kind: "prior" | "positive" | "negative";
  shares: number[];
}

interface PriorShapeProps {
  testid: string;
  description: string;
  /** Where the axis ends. */
  top: number;
  outlines: Outline[];
  /** How many words have each frequency; drawn as bars to their own height. */
  bars?: number[];
  marks?: { kind: Outline["kind"]; at: number; title: string }[];
}

/** Beta distributions over the share of documents that contain a word. */
export function PriorShape({ top, outlines, bars = [], marks = [], ...rest }: PriorShapeProps) {
  const tallest = Math.max(1e-12, ...bars);
  const width = WIDTH / Math.max(1, bars.length);
  return (
    <svg
      class="prior-shape"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={rest.description}
      data-testid={rest.testid}
      data-top={top}
    >
      {outlines.map(({ kind, shares }) => (
        <path key={kind} class={`prior-${kind}`} d={stepArea(shares, WIDTH, BASE)} />
      ))}
      {bars.map((share, i) => (
        <rect
          key={i}
          class="prior-bar"
          x={i * width}
          width={Math.max(0, width - 1)}
          y={BASE - (share / tallest) * BASE}
          height={(share / tallest) * BASE}
        />
      ))}
      {marks
        .filter(({ at }) => at <= top)
        .map(({ kind, at, title }) => (
          <path
            key={kind}
            class={`prior-mark prior-mark-${kind}`}
            d={`M${(at / top) * WIDTH} ${BASE}v5`}
          >
            <title>{title}</title>
          </path>
        ))}
      <path class="axis" d={`M0 ${BASE}H${WIDTH}`} />
      <text class="tick" y={HEIGHT - 1}>
        0
      </text>
      <text class="tick" x={WIDTH} y={HEIGHT - 1} text-anchor="end">
        {shareText(top)}
      </text>
    </svg>
  );
}
