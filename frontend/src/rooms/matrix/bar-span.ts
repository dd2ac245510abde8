/** The bar of a cell: which counts it spans, so that a hand can set any of them. */
interface BarSpan {
  low: number;
  high: number;
}

const ROOM = 1.12;

/**
 * Errors run from 0, right decisions up to all rows of the class; both reach a little beyond what
 * can be attained and what is there now.
 */
export function barSpan(
  total: number,
  value: number,
  [least, most]: [number, number],
  right: boolean,
): BarSpan {
  if (right) {
    const errors = Math.max(total - least, total - value, 1) * ROOM;
    return { low: Math.max(0, Math.floor(total - errors)), high: Math.max(1, total) };
  }
  return { low: 0, high: Math.max(1, Math.min(total, Math.ceil(Math.max(most, value, 1) * ROOM))) };
}

/** 0..1 along the bar. */
export function along({ low, high }: BarSpan, value: number): number {
  return Math.min(1, Math.max(0, (value - low) / Math.max(1e-9, high - low)));
}

/** The whole count at a share of the bar. */
export function countAt({ low, high }: BarSpan, share: number): number {
  return Math.round(low + Math.min(1, Math.max(0, share)) * (high - low));
}
