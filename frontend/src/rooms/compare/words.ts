/** "F1, macro", "balanced accuracy" */
export function measureName(measure: string): string {
  const [score, average] = measure.split("_");
  if (!average || measure === "balanced_accuracy") return measure.replace("_", " ");
  return `${score === "f1" ? "F1" : score}, ${average}`;
}

/** "p < .001", "p = .034" */
export function pText(value: number): string {
  if (value < 0.001) return "p < .001";
  return `p = ${value >= 0.9995 ? "1" : value.toFixed(3).replace(/^0/, "")}`;
}

/** "+1.2", "−0.4", "0.0": in points. */
export function points(value: number): string {
  const rounded = Math.round(value * 1000) / 10;
  if (rounded === 0) return "0.0";
  return `${rounded > 0 ? "+" : "−"}${Math.abs(rounded).toFixed(1)}`;
}

/** The ends of an axis that holds all intervals with a little air, within 0 and 1. */
export function axisEnds(figures: { low: number; high: number }[]): [number, number] {
  if (figures.length === 0) return [0, 1];
  const low = Math.min(...figures.map((each) => each.low));
  const high = Math.max(...figures.map((each) => each.high));
  const air = Math.max(0.01, (high - low) * 0.06);
  return [Math.max(0, low - air), Math.min(1, high + air)];
}
