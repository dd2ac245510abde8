/** Where values between low and high stand on an axis from one pixel to another. */
export function axis(low: number, high: number, from: number, to: number) {
  const span = high - low || 1;
  return (value: number): number => from + ((value - low) / span) * (to - from);
}

/** Round numbers between low and high, about `count` of them. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const span = high - low;
  if (!(span > 0) || count < 1) return [];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const rest = raw / power;
  const step =
    power * (rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.SQRT2 ? 2 : 1);
  const ticks: number[] = [];
  // a tick that the ends of the range miss by less than a double can hold belongs to it
  const most = high / step + 1e-9;
  for (let i = Math.ceil(low / step - 1e-9); i <= most; i++) {
    ticks.push(Number((i * step).toPrecision(12)) || 0);
  }
  return ticks;
}

/** The same for counts: only whole numbers. */
export function wholeTicks(low: number, high: number, count: number): number[] {
  return niceTicks(low, high, count).filter(Number.isInteger);
}

/** A tick as it is read: "−0.25", "20k". */
export function tickText(tick: number, digits = 6): string {
  const [value, unit] = Math.abs(tick) < 1e4 ? [tick, ""] : [tick / 1e3, "k"];
  return `${Number(value.toPrecision(digits))}${unit}`.replace("-", "−");
}
