/** Where a value stands on a slider's track, and back. */
export interface Scale {
  low: number;
  high: number;
  scale: "log" | "linear";
}

/** 0 at the low end, 1 at the high end. */
export function trackPosition({ low, high, scale }: Scale, value: number): number {
  const t =
    scale === "log"
      ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
      : (value - low) / (high - low);
  return Math.min(1, Math.max(0, t));
}

export function valueAt({ low, high, scale }: Scale, position: number): number {
  const t = Math.min(1, Math.max(0, position));
  if (t === 0) return low;
  if (t === 1) return high;
  return scale === "log" ? low * (high / low) ** t : low + t * (high - low);
}

/** The value rounded to what a hand can mean: three significant digits, or a thousandth of the range. */
export function roundedValue(range: Scale, value: number, fine = false): number {
  if (range.scale === "log") {
    return clampedValue(range, Number(value.toPrecision(fine ? 5 : 3)));
  }
  const step = 10 ** Math.floor(Math.log10((range.high - range.low) / 1000)) / (fine ? 10 : 1);
  return clampedValue(range, Number((Math.round(value / step) * step).toPrecision(12)));
}

function clampedValue({ low, high }: Scale, value: number): number {
  return Math.min(high, Math.max(low, value));
}

/** The number that a person typed, or null when it is none. A comma may stand for the point. */
export function typedNumber(text: string): number | null {
  const plain = text.trim().replace(/\s|_/g, "").replaceAll("−", "-");
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain);
  const cleaned = grouped ? plain.replaceAll(",", "") : plain.replace(",", ".");
  if (cleaned === "") return null;
  const value = Number(cleaned);
  return Number.isFinite(value) ? value : null;
}

/** The value in at most five digits, without an exponent where that is readable. */
export function shownValue(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 1e-4) {
    return value.toExponential(1).replace(".0e", "e").replace("-", "−").replace("e-", "e−");
  }
  if (size >= 1e6)
    return String(Number(value.toPrecision(4)).toExponential())
      .replace("-", "−")
      .replace("+", "");
  const digits = size >= 100 ? 1 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  return String(Number(value.toFixed(digits))).replace("-", "−");
}
