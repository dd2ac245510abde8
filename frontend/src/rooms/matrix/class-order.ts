/** The places of classes in the order in which they are shown: numbers by their size. */
export function shownOrder(classes: string[]): number[] {
  const places = classes.map((_, place) => place);
  const values = classes.map((name) => (name.trim() === "" ? Number.NaN : Number(name)));
  if (!values.every(Number.isFinite)) return places;
  return places.toSorted((a, b) => values[a]! - values[b]!);
}

/** A table whose rows and columns stand in the order shown, with all of them in their places. */
export function inPlaces<Value>(shown: Value[][], order: number[]): Value[][] {
  const at = order.map((_, place) => order.indexOf(place));
  return at.map((row) => at.map((column) => shown[row]![column]!));
}
