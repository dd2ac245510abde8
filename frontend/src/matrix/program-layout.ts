import type { Size } from "../ui/size";
import type { GrowthNews, ProgramNode } from "./wire";

export interface Spot {
  x: number;
  y: number;
  radius: number;
}

export interface Edge {
  from: number;
  to: number;
  /** Which class the node voted for when rows took this edge. */
  vote: number;
  /** Held out rows of each class that took it. */
  flow: number[];
}

const SMALLEST = 3;

/** Rows of each class that reach a node: held out ones where there are any, else those learnt from. */
export function rowsAt(node: ProgramNode): number[] {
  const held = node.matrix.map((row) => row.reduce((sum, value) => sum + value, 0));
  return held.some((value) => value > 0) ? held : node.rows;
}

export function totalAt(node: ProgramNode): number {
  return rowsAt(node).reduce((sum, value) => sum + value, 0);
}

/** A node's weakest advantage, null where no row says anything. */
export function weakest(node: ProgramNode): number | null {
  const known = node.advantages.filter((value): value is number => value !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Whether a node that decides has an advantage under the threshold for some class. */
export function isWeak(node: ProgramNode, threshold: number): boolean {
  const least = weakest(node);
  return node.label < 0 && least !== null && least < threshold;
}

/** The last level that has nodes. */
export function deepestLevel({ nodes }: GrowthNews): number {
  return Math.max(0, ...nodes.map(({ level }) => level));
}

/** Levels from left to right; of two classes votes for the positive go up, of more, levels are fanned out. */
export function spots(
  program: GrowthNews,
  positive: number | null,
  { width, height }: Size,
  deepest: number,
): Spot[] {
  const step = width / (Math.max(3, deepest) + 1);
  const sizes = levelSizes(program);
  const widest = Math.max(1, ...sizes.values());
  const two = program.nodes[0]!.votes.length === 2;
  const furthest = Math.max(
    2,
    ...program.nodes.map((node) => (two ? Math.abs(lead(node, positive ?? 1)) : 0)),
  );
  const room = two ? height / (furthest + 1.5) : height / (widest + 1);
  const largest = Math.max(SMALLEST + 1, Math.min(step * 0.4, room * 0.85, 20));
  const rows = Math.max(1, totalAt(program.nodes[0]!));
  const order = new Map<number, number>();
  return program.nodes.map((node) => {
    const place = order.get(node.level) ?? 0;
    order.set(node.level, place + 1);
    const up = two ? lead(node, positive ?? 1) : place - ((sizes.get(node.level) ?? 1) - 1) / 2;
    const share = Math.sqrt(totalAt(node) / rows);
    return {
      x: step * (node.level + 0.5),
      y: height / 2 + (two ? (-up * room) / 2 : up * room),
      radius: SMALLEST + (largest - SMALLEST) * share,
    };
  });
}

function lead(node: ProgramNode, positive: number): number {
  return node.votes[positive]! - node.votes[1 - positive]!;
}

function levelSizes(program: GrowthNews): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { level } of program.nodes) sizes.set(level, (sizes.get(level) ?? 0) + 1);
  return sizes;
}

/** All edges that held out rows take. */
export function edges(program: GrowthNews): Edge[] {
  return program.nodes.flatMap((node, from) =>
    node.children.map((to, vote) => ({
      from,
      to,
      vote,
      flow: node.matrix.map((row) => row[vote] ?? 0),
    })),
  );
}

/** The slices of a pie as paths, the whole circle where there is one class only. */
export function slices(
  { x, y, radius }: Spot,
  shares: number[],
): { place: number; path: string }[] {
  const total = shares.reduce((sum, value) => sum + value, 0);
  if (total <= 0) return [];
  let angle = -Math.PI / 2;
  return shares.flatMap((share, place) => {
    if (share <= 0) return [];
    const start = angle;
    angle += (share / total) * 2 * Math.PI;
    const point = (at: number) =>
      `${(x + radius * Math.cos(at)).toFixed(1)} ${(y + radius * Math.sin(at)).toFixed(1)}`;
    if (share === total) {
      return [
        {
          place,
          path: `M${point(0)}A${radius} ${radius} 0 1 1 ${point(Math.PI)}A${radius} ${radius} 0 1 1 ${point(0)}Z`,
        },
      ];
    }
    const large = share / total > 0.5 ? 1 : 0;
    return [
      {
        place,
        path: `M${x.toFixed(1)} ${y.toFixed(1)}L${point(start)}A${radius} ${radius} 0 ${large} 1 ${point(angle)}Z`,
      },
    ];
  });
}
