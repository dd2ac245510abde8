import { typedNumber } from "./scale";

/** What a number may be; without an end it may be any. */
export interface NumberRange {
  low?: number;
  high?: number;
  /** More than this. */
  above?: number;
  whole?: boolean;
}

/** What may be typed, in a few words. */
export function rangeWords({ low, high, above, whole }: NumberRange): string {
  const what = whole ? "a whole number" : "a number";
  if (above !== undefined) return `${what} above ${plain(above)}`;
  if (low !== undefined && high !== undefined)
    return `${what} from ${plain(low)} to ${plain(high)}`;
  if (low !== undefined) return `${what}, ${plain(low)} or more`;
  return what;
}

/** The number that was typed, or null where it is none or may not be there. */
export function takenNumber(text: string, range: NumberRange): number | null {
  const typed = typedNumber(text);
  return typed === null ? null : withinRange(range.whole ? Math.round(typed) : typed, range);
}

/** The number, or null where it may not be there. */
function withinRange(value: number, { low, high, above }: NumberRange): number | null {
  const inside =
    value >= (low ?? value) && value <= (high ?? value) && (above === undefined || value > above);
  return inside ? value : null;
}

/** A number without an exponent. */
function plain(value: number): string {
  const text = Math.abs(value) < 1e-4 ? value.toFixed(10).replace(/\.?0+$/, "") : String(value);
  return text.replace("-", "−");
}
