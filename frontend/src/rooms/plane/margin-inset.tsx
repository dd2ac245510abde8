import { useComputed } from "@preact/signals";
import { curveHeight } from "../../points/line";
import { coordinate } from "../../ui/format";
import { useSay } from "../../ui/naming";
import type { SplitName } from "../../wire/types";
import { type Margins, thinMargins } from "./margins";
import type { PlaneStore } from "./store";
import { PLOT } from "./words";

const WIDTH = 180;
const HEIGHT = 56;

/**
 * How far points are from the line, where they lie so close to it that the plane does not show on
 * which side: tuned priors explain the words by themselves and leave a thin cloud.
 */
export function MarginInset({ plane, split }: { plane: PlaneStore; split: SplitName }) {
  const say = useSay();
  const margins = useComputed(() => shownMargins(plane, split)).value;
  if (!margins) return null;
  const { low, high } = margins;
  const zero = (-low / (high - low)) * WIDTH;
  return (
    <figure
      class="margin-inset boxed note"
      data-testid={`margins-${split}`}
      title={say(PLOT.margins)}
    >
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={say(PLOT.marginsSpoken(split, coordinate(low), coordinate(high)))}
      >
        <Bars counts={margins.negatives} name="negatives" />
        <Bars counts={margins.positives} name="positives" />
        <line class="margin-zero" x1={zero} x2={zero} y1={0} y2={HEIGHT} />
      </svg>
      <figcaption>
        <span>{coordinate(low)}</span>
        <button
          type="button"
          class="text-button"
          title={say(PLOT.levelHint)}
          data-testid={`margins-level-${split}`}
          onClick={() => plane.setLevel(true)}
        >
          {PLOT.fromLine}: {PLOT.level.toLowerCase()}
        </button>
        <span>{coordinate(high)}</span>
      </figcaption>
    </figure>
  );
}

function shownMargins(plane: PlaneStore, split: SplitName): Margins | null {
  const { store } = plane;
  if (plane.level.value) return null;
  const [line, curve, domain] = [store.line.value, store.curve.value, plane.domain.value];
  const xy = store.columns.value[`${split}.xy`] as Float32Array | undefined;
  const positive = store.columns.value[`${split}.positive`] as Uint8Array | undefined;
  if (!line || !domain || !xy || !positive) return null;
  const height = curve
    ? (x: number) => curveHeight(curve, x)
    : (x: number) => line.slope * x + line.intercept;
  return thinMargins(xy, positive, height, domain);
}

/** Each class to its own height: there are many more of the one than of the other. */
function Bars({ counts, name }: { counts: number[]; name: string }) {
  const most = Math.max(1, ...counts);
  const wide = WIDTH / counts.length;
  const path = counts
    .map((each, i) => {
      const top = HEIGHT - 2 - Math.sqrt(each / most) * (HEIGHT - 6);
      return `${i === 0 ? `M0 ${HEIGHT - 2}` : ""}V${top.toFixed(1)}H${((i + 1) * wide).toFixed(1)}`;
    })
    .join("");
  return <path class={`margin-${name}`} d={`${path}V${HEIGHT - 2}Z`} />;
}
