import type { Place } from "../../../charts/chart";
import { contour } from "../contour";

/** The lines where a field on a square grid has a level, in a chart that it fills. */
export function ContourLines(props: {
  place: Place;
  field: Float32Array;
  side: number;
  level: number;
  name: string;
}) {
  const { place, field, side, level, name } = props;
  const path = contour(field, side, level).map((line) => {
    const parts: string[] = [];
    for (let i = 0; i < line.length; i += 2) {
      const x = (line[i]! / side) * place.width;
      const y = place.height - (line[i + 1]! / side) * place.height;
      parts.push(`${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`);
    }
    return parts.join("");
  });
  return <path class={name} d={path.join("")} />;
}
