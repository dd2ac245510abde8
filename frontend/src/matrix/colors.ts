/** Class colors: the one looked for is vermilion, its rest gray-blue; of more, Okabe and Ito's. */
const SEVERAL = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#cc79a7",
  "#56b4e9",
  "#d55e00",
  "#9a8c00",
  "#6b8299",
];

/** The color of a class, as a value for CSS. */
export function classColor(place: number, positive: number | null, classes: number): string {
  if (classes === 2 && positive !== null) {
    return place === positive ? "var(--positive)" : "var(--negative)";
  }
  return SEVERAL[place % SEVERAL.length]!;
}
