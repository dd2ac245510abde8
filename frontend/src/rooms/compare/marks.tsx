/** Each model has a color and a shape, so that color is never alone. */
const COLORS = [
  "var(--model-0)",
  "var(--model-1)",
  "var(--model-2)",
  "var(--model-3)",
  "var(--model-4)",
  "var(--model-5)",
];

const SHAPES = [
  "M6 1.500a4.500 4.500 0 1 1 0 9a4.500 4.500 0 1 1 0-9z",
  "M2 2h8v8H2z",
  "M6 0.500 11.500 6 6 11.500 0.500 6z",
  "M6 1 11.200 10.200H0.800z",
];

export function modelColor(place: number): string {
  return COLORS[place % COLORS.length]!;
}

export function markPath(place: number): string {
  return SHAPES[place % SHAPES.length]!;
}

export function Mark({ place, size = 12 }: { place: number; size?: number }) {
  return (
    <svg class="mark-shape" width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      <path d={markPath(place)} fill={modelColor(place)} />
    </svg>
  );
}
