/** "0.42", "−1.3": three digits that matter, with a true minus. */
export function signedNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text =
    size >= 1e4 || size < 1e-3 ? value.toExponential(1) : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}

/** "x1 + 2 x2 = 1.5" of homogeneous weights (−t, w1, w2). */
export function lineEquation([minusT, w1, w2]: [number, number, number]): string {
  if (w1 === 0 && w2 === 0) return "no line: all weights are 0";
  const second = `${w2 < 0 ? "−" : "+"} ${signedNumber(Math.abs(w2))} x2`;
  return `${signedNumber(w1)} x1 ${second} = ${signedNumber(-minusT)}`;
}
