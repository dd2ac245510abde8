import type { Size } from "../../ui/size";
import type { GrowthNews, ProgramNode } from "../../wire/matrix";

interface Spot {
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
const WIDEST_GAP = 56;

/** Rows of each class that reach a node: held out ones where there are any, else those learned from. */
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

/** Which nodes are drawn: of many classes, only those that any row has reached. */
export function drawn({ nodes }: GrowthNews): boolean[] {
  const all = nodes[0]!.votes.length === 2;
  return nodes.map((node, number) => all || number === 0 || totalAt(node) > 0);
}

/** Levels from left to right; of two classes votes for the positive go up, of more, levels are fanned out. */
export function spots(
  program: GrowthNews,
  positive: number | null,
  { width, height }: Size,
  deepest: number,
): Spot[] {
  const step = width / (Math.max(3, deepest) + 1);
  const rows = Math.max(1, totalAt(program.nodes[0]!));
  const places =
    program.nodes[0]!.votes.length === 2
      ? heightsByLead(program, positive ?? 1, height)
      : fannedHeights(program, height);
  return program.nodes.map((node, number) => {
    const { y, room } = places[number]!;
    const largest = Math.max(SMALLEST + 1, Math.min(step * 0.4, room, 20));
    const share = Math.sqrt(totalAt(node) / rows);
    return {
      x: step * (node.level + 0.5),
      y,
      radius: SMALLEST + (largest - SMALLEST) * share,
    };
  });
}

/** Where a node stands, and how far it may reach before it touches its neighbors. */
interface Height {
  y: number;
  room: number;
}

/** Of two classes: as high as the positive leads. */
function heightsByLead({ nodes }: GrowthNews, positive: number, height: number): Height[] {
  const lead = ({ votes }: ProgramNode) => votes[positive]! - votes[1 - positive]!;
  const furthest = Math.max(2, ...nodes.map((node) => Math.abs(lead(node))));
  const room = height / (furthest + 1.5);
  return nodes.map((node) => ({ y: height / 2 - (lead(node) * room) / 2, room: room * 0.85 }));
}

/** Of more classes: each level spread over the height, every node near those that lead to it. */
function fannedHeights(program: GrowthNews, height: number): Height[] {
  const { nodes } = program;
  const seen = drawn(program);
  const found: Height[] = nodes.map(() => ({ y: height / 2, room: 0 }));
  const pull = nodes.map(() => ({ sum: 0, weight: 0 }));
  const deepest = deepestLevel(program);
  for (let level = 0; level <= deepest; level++) {
    const here = nodes.flatMap((node, i) => (node.level === level && seen[i] ? [i] : []));
    const wish = (i: number) => (pull[i]!.weight ? pull[i]!.sum / pull[i]!.weight : height / 2);
    here.sort((a, b) => wish(a) - wish(b));
    const gap = Math.min(height / (here.length + 1), WIDEST_GAP);
    for (const [place, i] of here.entries()) {
      found[i] = { y: height / 2 + (place - (here.length - 1) / 2) * gap, room: gap * 0.42 };
      for (const [vote, child] of nodes[i]!.children.entries()) {
        const flow = nodes[i]!.matrix.reduce((sum, row) => sum + (row[vote] ?? 0), 0.01);
        pull[child]!.sum += flow * (found[i].y + (vote - nodes[i]!.votes.length / 2) * 0.1);
        pull[child]!.weight += flow;
      }
    }
  }
  return found;
}

/** All edges that held out rows take. */
export function edges(program: GrowthNews): Edge[] {
  return program.nodes.flatMap((node, from) =>
    node.children.map((to, place) => {
      const rows = node.flows[place];
      const vote = gainer(node, program.nodes[to], rows) ?? place;
      return { from, to, vote, flow: rows ?? node.matrix.map((row) => row[vote] ?? 0) };
    }),
  );
}

/**
 * The class that gains most from one node to the next: of votes the one voted for.
 * Where no class gains, the one with the most rows on the way.
 */
function gainer(node: ProgramNode, next: ProgramNode | undefined, rows?: number[]): number | null {
  if (!next) return null;
  const gains = next.votes.map((votes, place) => votes - node.votes[place]!);
  const most = Math.max(...gains);
  const some = gains.some((gain) => gain !== most);
  return some || !rows ? gains.indexOf(most) : rows.indexOf(Math.max(...rows));
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
