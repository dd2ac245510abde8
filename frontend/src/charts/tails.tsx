import type { Place } from "./chart";

interface TailProps {
  place: Place;
  /** The count that the chances begin with. */
  first: number;
  chances: number[];
  extreme: boolean[];
}

/** How likely each count is, as bars; those as extreme as the observed one are shaded. */
export function TailBars({ place, first, chances, extreme }: TailProps) {
  const width = Math.max(1, place.x(0.42) - place.x(-0.42));
  return (
    <g data-testid="tails">
      {chances.map((chance, i) => (
        <rect
          key={i}
          class={extreme[i] ? "tail-bar tail-bar-extreme" : "tail-bar"}
          x={place.x(first + i) - width / 2}
          width={width}
          y={place.y(chance)}
          height={place.height - place.y(chance)}
        />
      ))}
    </g>
  );
}
