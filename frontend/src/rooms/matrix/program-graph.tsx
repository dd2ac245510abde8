import { count } from "../../ui/format";
import { classColor } from "../../ui/palette";
import { useSize } from "../../ui/size";
import type { GrowthNews, MatrixView } from "../../wire/matrix";
import {
  deepestLevel,
  drawn,
  edges,
  isWeak,
  rowsAt,
  slices,
  spots,
  totalAt,
  weakest,
} from "./program-layout";
import { GRAPH, NODE, PROGRAM } from "./program-words";
import type { MatrixStore } from "./store";

/** Nodes level by level from left to right; while it grows, the levels there are so far. */
export function ProgramGraph(props: {
  room: MatrixStore;
  view: MatrixView;
  program: GrowthNews;
  growing?: boolean;
}) {
  const { room, view, program, growing = false } = props;
  const [box, size] = useSize<HTMLDivElement>({ width: 860, height: 400 });
  const positive = room.positive.value;
  const width = Math.max(size.width, 24 * (program.levels + 1));
  const deepest = growing ? program.levels : deepestLevel(program);
  const places = spots(program, positive, { width, height: size.height }, deepest);
  const seen = drawn(program);
  const neediest = Math.max(1e-9, ...program.nodes.map(({ short }) => short ?? 0));
  const rows = Math.max(1, totalAt(program.nodes[0]!));
  const followed = room.followed.value;
  const way = new Map<number, number>();
  const steps = growing ? [] : (room.path.value?.steps ?? []);
  for (const [i, step] of steps.entries()) if (steps[i + 1]) way.set(step.node, steps[i + 1]!.node);
  const thickness = (flow: number[]) => {
    const share = followed === null ? flow.reduce((sum, value) => sum + value, 0) : flow[followed]!;
    const whole = followed === null ? rows : Math.max(1, rowsAt(program.nodes[0]!)[followed]!);
    return share > 0 ? 0.6 + 9 * Math.sqrt(share / whole) : 0;
  };
  const links = edges(program);
  /** Nodes that held out rows reach; the others hang on a hairline. */
  const fed = new Set(links.flatMap(({ to, flow }) => (flow.some((rows) => rows > 0) ? [to] : [])));
  const wrong = (vote: number) => followed !== null && vote !== followed;
  return (
    <div class="program-graph" ref={box}>
      <svg
        width={width}
        height={size.height}
        role={growing ? "img" : "application"}
        aria-label={growing ? PROGRAM.graphSoFar(program.nodes.length) : PROGRAM.graph}
      >
        {links.map(({ from, to, vote, flow }) => {
          const [a, b] = [places[from]!, places[to]];
          const wide = thickness(flow);
          if (!b || !seen[to] || !seen[from]) return null;
          if (wide === 0 && (followed !== null || fed.has(to))) return null;
          const onWay = way.get(from) === to;
          const middle = (a.x + b.x) / 2;
          return (
            <path
              key={`${from}-${to}`}
              class={`flow ${wide === 0 ? "flow-none" : ""} ${onWay ? "flow-way" : ""} ${wrong(vote) ? "flow-wrong" : ""}`}
              style={{ "--class": classColor(followed ?? vote, positive, view.classes.length) }}
              stroke-width={onWay ? Math.max(3, wide) : Math.max(wide, 0.5)}
              d={`M${a.x} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`}
            >
              <title>{flowText(view, flow, vote, followed, rowsAt(program.nodes[from]!))}</title>
            </path>
          );
        })}
        {program.nodes.map(
          (node, number) =>
            seen[number] && (
              <NodeMark
                key={`${node.level} ${node.votes.join(" ")}`}
                room={room}
                view={view}
                program={program}
                number={number}
                spot={places[number]!}
                need={(node.short ?? neediest) / neediest}
                way={way}
                growing={growing}
              />
            ),
        )}
      </svg>
    </div>
  );
}

function NodeMark(props: {
  room: MatrixStore;
  view: MatrixView;
  program: GrowthNews;
  number: number;
  spot: { x: number; y: number; radius: number };
  /** 0..1: the votes that it lacks, of what the neediest node lacks. */
  need: number;
  way: Map<number, number>;
  growing: boolean;
}) {
  const { room, view, program, number, spot, need, way, growing } = props;
  const node = program.nodes[number]!;
  const positive = room.positive.value;
  const weak = isWeak(node, program.threshold);
  const chosen = !growing && room.node.value === number;
  const end = growing ? undefined : room.path.value?.steps.at(-1)?.node;
  const onWay = way.has(number) || end === number;
  const side = spot.radius * 1.7;
  const label = nodeLabel(view, program, number);
  const marks = (
    <>
      <title>{label}</title>
      <circle class="node-touch" cx={spot.x} cy={spot.y} r={Math.max(9, spot.radius + 3)} />
      {weak && (
        <circle
          class="node-ring"
          cx={spot.x}
          cy={spot.y}
          r={spot.radius + 3}
          style={{ "--need": need }}
        />
      )}
      {node.label >= 0 && node.frozen ? (
        <rect
          class="node-end"
          x={spot.x - side / 2}
          y={spot.y - side / 2}
          width={side}
          height={side}
          rx={1}
          style={{ fill: classColor(node.label, positive, view.classes.length) }}
        />
      ) : (
        slices(spot, rowsAt(node)).map(({ place, path }) => (
          <path
            key={place}
            d={path}
            style={{ fill: classColor(place, positive, view.classes.length) }}
          />
        ))
      )}
      {totalAt(node) === 0 && <circle class="node-empty" cx={spot.x} cy={spot.y} r={spot.radius} />}
    </>
  );
  const kind = [
    "node",
    chosen && "node-chosen",
    onWay && "node-way",
    node.frozen && "node-frozen",
    weak && "node-weak",
  ];
  const classes = kind.filter(Boolean).join(" ");
  if (growing) return <g class={`${classes} node-growing`}>{marks}</g>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside a drawing
    <g
      class={classes}
      role="button"
      tabindex={chosen || (room.node.value === null && number === 0) ? 0 : -1}
      data-testid={`node-${number}`}
      aria-label={label}
      aria-pressed={chosen}
      onClick={() => room.chooseNode(number)}
      onKeyDown={(event) => moveBetween(event, room, program, number)}
    >
      {marks}
    </g>
  );
}

/** How many rows take an edge, and the share of those at its node: of all classes, or the followed. */
function flowText(
  view: MatrixView,
  flow: number[],
  vote: number,
  followed: number | null,
  here: number[],
): string {
  const said = GRAPH.voted(view.classes[vote]!);
  const part = (place: number) =>
    GRAPH.share(
      `${count(flow[place]!)} ${view.classes[place]}`,
      Math.round((100 * flow[place]!) / Math.max(1, here[place]!)),
    );
  if (followed !== null) return GRAPH.flow(part(followed), said);
  const rows = flow.flatMap((value, place) => (value > 0 ? [part(place)] : []));
  return GRAPH.flow(rows.join(", ") || GRAPH.noRow, said);
}

/** What a node is, in words. */
function nodeLabel(view: MatrixView, program: GrowthNews, number: number): string {
  const node = program.nodes[number]!;
  const rows = rowsAt(node)
    .map((value, place) => `${count(value)} ${view.classes[place]}`)
    .join(", ");
  const end = node.label >= 0 ? GRAPH.endsAs(view.classes[node.label]!) : "";
  const frozen = node.frozen ? GRAPH.frozen(NODE.why[node.frozen] ?? node.frozen) : "";
  const weak = isWeak(node, program.threshold)
    ? `${GRAPH.weak(weakest(node)!.toFixed(2))}${node.short === null ? "" : `, ${votesShort(node.short)}`}`
    : "";
  return `${GRAPH.node(number, node.level, rows)}${end}${frozen}${weak}`;
}

/** "12 votes short" */
export function votesShort(short: number): string {
  return GRAPH.short(Math.max(1, Math.round(short)));
}

function moveBetween(
  event: KeyboardEvent,
  room: MatrixStore,
  program: GrowthNews,
  number: number,
): void {
  const node = program.nodes[number]!;
  const seen = drawn(program);
  const sameLevel = program.nodes.flatMap((each, i) =>
    each.level === node.level && seen[i] ? [i] : [],
  );
  const place = sameLevel.indexOf(number);
  const parent = program.nodes.findIndex((each) => each.children.includes(number));
  const target = {
    ArrowRight: node.children.findLast((child) => seen[child]),
    ArrowLeft: parent >= 0 ? parent : undefined,
    ArrowUp: sameLevel[place + 1],
    ArrowDown: sameLevel[place - 1],
    Enter: number,
    " ": number,
  }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  room.chooseNode(target);
  const svg = (event.currentTarget as Element).parentElement;
  svg?.querySelector<SVGElement>(`[data-testid="node-${target}"]`)?.focus();
}
