import { SHAPE_PATHS, SHAPES } from "../../ui/shapes";

/** Each model has a color and a shape, so that color is never alone. */
const COLORS = [
  "var(--model-0)",
  "var(--model-1)",
  "var(--model-2)",
  "var(--model-3)",
  "var(--model-4)",
  "var(--model-5)",
];

const FILLED = SHAPES.slice(0, 4);

export function modelColor(place: number): string {
  return COLORS[place % COLORS.length]!;
}

export function markPath(place: number): string {
  return SHAPE_PATHS[FILLED[place % FILLED.length]!];
}

export function Mark({ place, size = 12 }: { place: number; size?: number }) {
  return (
    <svg class="mark-shape" width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      <path d={markPath(place)} fill={modelColor(place)} />
    </svg>
  );
}
