import { barArea, shareText, stepArea } from "./shares";

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
      {bars.length > 0 && <path class="prior-bar" d={barArea(bars, WIDTH, BASE)} />}
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
