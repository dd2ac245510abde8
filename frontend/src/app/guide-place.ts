export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

const GAP = 12;
const EDGE = 8;

export function sameBox(one: Box | null, other: Box | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}

/**
 * Where a card of a size stands beside its target: below, above, right or left of it, where there is
 * room; otherwise, or without a target, low in the window.
 */
export function besideTarget(target: Box | null, card: Size, within: Size) {
  const inside = (value: number, size: number, most: number) =>
    Math.round(Math.max(EDGE, Math.min(value, most - size - EDGE)));
  const low = {
    left: inside((within.width - card.width) / 2, card.width, within.width),
    top: within.height - card.height - 2 * GAP,
  };
  if (!target) return low;
  const across = inside(target.left, card.width, within.width);
  const along = inside(target.top, card.height, within.height);
  const [right, bottom] = [target.left + target.width, target.top + target.height];
  if (bottom + GAP + card.height + EDGE <= within.height) {
    return { left: across, top: Math.round(bottom + GAP) };
  }
  if (target.top - GAP - card.height >= EDGE) {
    return { left: across, top: Math.round(target.top - GAP - card.height) };
  }
  if (right + GAP + card.width + EDGE <= within.width) {
    return { left: Math.round(right + GAP), top: along };
  }
  if (target.left - GAP - card.width >= EDGE) {
    return { left: Math.round(target.left - GAP - card.width), top: along };
  }
  return low;
}
