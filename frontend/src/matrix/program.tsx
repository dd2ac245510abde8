import { useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { count } from "../ui/format";
import { Slider } from "../ui/slider";
import { tipHandlers } from "../ui/term";
import { Answer } from "./answer";
import { classColour } from "./colours";
import type { MatrixDesk } from "./desk";
import { LevelsChart } from "./levels-chart";
import { edges, rowsAt, slices, spots, totalAt, weakest } from "./program-layout";
import type { Granularity, Learner, MatrixView, Program } from "./wire";

const GRANULARITIES: { name: Granularity; title: string; help: string }[] = [
  {
    name: "root",
    title: "the whole",
    help: "You edit the matrix of the whole program; every node follows the root (I-ROOT).",
  },
  {
    name: "select",
    title: "weak nodes",
    help: "Besides, you are led to the nodes whose advantage is under the threshold (I-SELECT).",
  },
  { name: "all", title: "every node", help: "Besides, you may turn every node by hand (I-ALL)." },
];

const LEARNERS: { name: Learner; title: string }[] = [
  { name: "auto", title: "logistic (auto)" },
  { name: "linear", title: "logistic" },
  { name: "rbf", title: "logistic on similarities" },
  { name: "both", title: "logistic on both" },
  { name: "tree", title: "small trees" },
];
const LEARNER_HELP = "What decides at each node.";

/** The program behind the matrix: who votes, who goes where, who is weak. */
export function ProgramPage({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const program = view.program;
  if (!program) return <NoProgram desk={desk} view={view} />;
  return (
    <div class="program-page" data-testid="program">
      <Controls desk={desk} view={view} program={program} />
      <div class="program-scroll">
        <ProgramGraph desk={desk} view={view} program={program} />
      </div>
      {view.outcome && view.outcome.node !== null && <Answer desk={desk} view={view} />}
      <Legend desk={desk} view={view} program={program} />
    </div>
  );
}

function NoProgram({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  const title =
    view.catalogue.find(({ name }) => name === desk.choice.value?.model)?.title ?? "This model";
  return (
    <div class="matrix-unopened">
      <h2>{title} decides in one step</h2>
      <p class="quiet">
        A martingale program is a graph of small classifiers that vote: each row walks from node to
        node, and where it ends is its label. You can see every node and turn it.
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="grow"
        onClick={() => desk.chooseModel("martingale")}
      >
        Grow a martingale program
      </button>
    </div>
  );
}

function Controls({
  desk,
  view,
  program,
}: {
  desk: MatrixDesk;
  view: MatrixView;
  program: Program;
}) {
  const choice = desk.choice.value!;
  return (
    <div class="program-controls">
      <SettledSlider
        desk={desk}
        name="levels"
        label="levels"
        help="How many votes a row casts on its way. More levels decide more finely and take longer."
        value={choice.levels}
        low={1}
        high={20}
        standard={15}
        whole
        onSettle={(levels) => desk.chooseModel("martingale", { levels })}
      />
      <SettledSlider
        desk={desk}
        name="freeze"
        label="freezing"
        help="A node that hardly any row of a class reaches ends the path early; higher freezes more, 0 none."
        value={choice.freeze}
        low={0}
        high={1}
        standard={0.1}
        onSettle={(freeze) => desk.chooseModel("martingale", { freeze })}
      />
      <label class="program-learner" {...tipHandlers(LEARNER_HELP)}>
        <span class="unseen">node learner</span>
        <select
          data-testid="learner"
          value={choice.learner}
          onChange={(event) =>
            desk.chooseModel("martingale", { learner: event.currentTarget.value as Learner })
          }
        >
          {LEARNERS.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="segments">
        <legend class="unseen">What is turned by hand</legend>
        {GRANULARITIES.map(({ name, title, help }) => (
          <button
            key={name}
            type="button"
            aria-pressed={choice.granularity === name}
            data-testid={`granularity-${name}`}
            onClick={() => desk.chooseModel("martingale", { granularity: name })}
            {...tipHandlers(help)}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Walk desk={desk} view={view} program={program} />
    </div>
  );
}

/** A slider whose value counts when the hand lets go: a program is grown anew each time. */
function SettledSlider(props: {
  desk: MatrixDesk;
  name: string;
  label: string;
  help: string;
  value: number;
  low: number;
  high: number;
  standard: number;
  whole?: boolean;
  onSettle: (value: number) => void;
}) {
  const held = useSignal<number | null>(null);
  const settle = (value: number) => {
    held.value = null;
    const inside = Math.min(props.high, Math.max(props.low, value));
    if (inside !== props.value) props.onSettle(inside);
  };
  return (
    <Slider
      name={props.name}
      label={props.label}
      help={props.help}
      value={held.value ?? props.value}
      low={props.low}
      high={props.high}
      scale="linear"
      whole={props.whole}
      ticks={[{ kind: "default", value: props.standard, title: "Default" }]}
      newGesture={() => 0}
      onMove={(value, _gesture, dragging) => {
        if (dragging) held.value = value;
        else settle(value);
      }}
      onRelease={() => {
        if (held.value !== null) settle(held.value);
      }}
      onReset={() => settle(props.standard)}
    />
  );
}

/** Leads the person from weak node to weak node and counts what was done by hand. */
function Walk({ desk, view, program }: { desk: MatrixDesk; view: MatrixView; program: Program }) {
  const granularity = desk.choice.value!.granularity;
  const tuned = new Set(view.shown.tuned).size;
  const offered = granularity === "root" ? [] : program.offered;
  const left = offered.filter((node) => !view.shown.tuned.includes(node));
  const place = desk.node.value === null ? -1 : offered.indexOf(desk.node.value);
  const next = left.find((node) => offered.indexOf(node) > place) ?? left[0];
  return (
    <p class="program-walk" data-testid="effort">
      {granularity !== "root" && (
        <button
          type="button"
          class="button"
          data-testid="next-node"
          disabled={next === undefined}
          onClick={() => desk.chooseNode(next!)}
        >
          {next === undefined
            ? "no node is left"
            : `next ${granularity === "select" ? "weak " : ""}node`}
        </button>
      )}
      <span class="quiet">
        {tuned === 0 ? "none turned by hand" : `${tuned} turned by hand`}
        {granularity !== "root" && ` of ${offered.length} offered`}
      </span>
    </p>
  );
}

function ProgramGraph({
  desk,
  view,
  program,
}: {
  desk: MatrixDesk;
  view: MatrixView;
  program: Program;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 860, height: 400 });
  useEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const positive = desk.positive.value;
  const width = Math.max(size.width, 24 * (program.levels + 1));
  const places = spots(program, positive, width, size.height);
  const rows = Math.max(1, totalAt(program.nodes[0]!));
  const followed = desk.followed.value;
  const way = new Map<number, number>();
  const steps = desk.path.value?.steps ?? [];
  for (const [i, step] of steps.entries()) if (steps[i + 1]) way.set(step.node, steps[i + 1]!.node);
  const thickness = (flow: number[]) => {
    const share = followed === null ? flow.reduce((sum, value) => sum + value, 0) : flow[followed]!;
    const whole = followed === null ? rows : Math.max(1, rowsAt(program.nodes[0]!)[followed]!);
    return share > 0 ? 0.6 + 9 * Math.sqrt(share / whole) : 0;
  };
  const wrong = (vote: number) => followed !== null && vote !== followed;
  return (
    <div class="program-graph" ref={box}>
      <svg
        width={width}
        height={size.height}
        role="application"
        aria-label="The nodes of the program, level by level"
      >
        {edges(program).map(({ from, to, vote, flow }) => {
          const [a, b] = [places[from]!, places[to]];
          const wide = thickness(flow);
          if (!b || wide === 0) return null;
          const onWay = way.get(from) === to;
          const middle = (a.x + b.x) / 2;
          return (
            <path
              key={`${from}-${vote}`}
              class={`flow ${onWay ? "flow-way" : ""} ${wrong(vote) ? "flow-wrong" : ""}`}
              style={{ "--class": classColour(followed ?? vote, positive, view.classes.length) }}
              stroke-width={onWay ? Math.max(3, wide) : wide}
              d={`M${a.x} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`}
            />
          );
        })}
        {program.nodes.map((node, number) => (
          <NodeMark
            key={`${node.level} ${node.votes.join(" ")}`}
            desk={desk}
            view={view}
            program={program}
            number={number}
            spot={places[number]!}
            way={way}
          />
        ))}
      </svg>
    </div>
  );
}

function NodeMark(props: {
  desk: MatrixDesk;
  view: MatrixView;
  program: Program;
  number: number;
  spot: { x: number; y: number; radius: number };
  way: Map<number, number>;
}) {
  const { desk, view, program, number, spot, way } = props;
  const node = program.nodes[number]!;
  const positive = desk.positive.value;
  const least = weakest(node);
  const weak = node.label < 0 && least !== null && least < program.threshold;
  const chosen = desk.node.value === number;
  const onWay = way.has(number) || desk.path.value?.steps.at(-1)?.node === number;
  const side = spot.radius * 1.7;
  const label = nodeLabel(view, program, number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside a drawing
    <g
      class={`node ${chosen ? "node-chosen" : ""} ${onWay ? "node-way" : ""} ${node.frozen ? "node-frozen" : ""} ${weak ? "node-weak" : ""}`}
      role="button"
      tabIndex={chosen || (desk.node.value === null && number === 0) ? 0 : -1}
      data-testid={`node-${number}`}
      aria-label={label}
      aria-pressed={chosen}
      onClick={() => desk.chooseNode(number)}
      onKeyDown={(event) => moveBetween(event, desk, program, number)}
    >
      <title>{label}</title>
      <circle class="node-touch" cx={spot.x} cy={spot.y} r={Math.max(9, spot.radius + 3)} />
      {weak && <circle class="node-ring" cx={spot.x} cy={spot.y} r={spot.radius + 3} />}
      {node.label >= 0 && node.frozen ? (
        <rect
          class="node-end"
          x={spot.x - side / 2}
          y={spot.y - side / 2}
          width={side}
          height={side}
          rx={1}
          style={{ fill: classColour(node.label, positive, view.classes.length) }}
        />
      ) : (
        slices(spot, rowsAt(node)).map(({ place, path }) => (
          <path
            key={place}
            d={path}
            style={{ fill: classColour(place, positive, view.classes.length) }}
          />
        ))
      )}
      {totalAt(node) === 0 && <circle class="node-empty" cx={spot.x} cy={spot.y} r={spot.radius} />}
    </g>
  );
}

/** What a node is, in words. */
export function nodeLabel(view: MatrixView, program: Program, number: number): string {
  const node = program.nodes[number]!;
  const rows = rowsAt(node)
    .map((value, place) => `${count(value)} ${view.classes[place]}`)
    .join(", ");
  const end = node.label >= 0 ? `; ends as ${view.classes[node.label]}` : "";
  const frozen = node.frozen ? ` (frozen: ${node.frozen})` : "";
  const least = weakest(node);
  const weak =
    node.label < 0 && least !== null && least < program.threshold
      ? `; weak, advantage ${least.toFixed(2)}`
      : "";
  return `Node ${number}, level ${node.level}: ${rows}${end}${frozen}${weak}`;
}

function moveBetween(
  event: KeyboardEvent,
  desk: MatrixDesk,
  program: Program,
  number: number,
): void {
  const node = program.nodes[number]!;
  const sameLevel = program.nodes.flatMap((each, i) => (each.level === node.level ? [i] : []));
  const place = sameLevel.indexOf(number);
  const parent = program.nodes.findIndex((each) => each.children.includes(number));
  const target = {
    ArrowRight: node.children.at(-1),
    ArrowLeft: parent >= 0 ? parent : undefined,
    ArrowUp: sameLevel[place + 1],
    ArrowDown: sameLevel[place - 1],
    Enter: number,
    " ": number,
  }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  desk.chooseNode(target);
  const svg = (event.currentTarget as Element).parentElement;
  svg?.querySelector<SVGElement>(`[data-testid="node-${target}"]`)?.focus();
}

function Legend({ desk, view, program }: { desk: MatrixDesk; view: MatrixView; program: Program }) {
  const frozen = Object.entries(program.frozen).filter(
    ([name]) => name !== "fitted" && name !== "saved",
  );
  const total = frozen.reduce((sum, [, value]) => sum + value, 0);
  return (
    <div class="program-legend">
      <fieldset class="filters">
        <legend class="unseen">Follow a class</legend>
        <span class="quiet">follow</span>
        {view.classes.map((name, place) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={desk.followed.value === place}
            data-testid={`follow-class-${place}`}
            onClick={() => {
              desk.followed.value = desk.followed.value === place ? null : place;
            }}
          >
            <i
              style={{ background: classColour(place, desk.positive.value, view.classes.length) }}
            />{" "}
            {name}
          </button>
        ))}
      </fieldset>
      <p class="quiet">
        <span class="key-square" /> frozen {count(total)} · <span class="key-ring" /> weak, under{" "}
        {program.threshold} · {count(program.frozen.fitted ?? 0)} nodes decide,{" "}
        {count(program.frozen.saved ?? 0)} saved
        {desk.followed.value !== null && " · dashed: a vote for another class"}
      </p>
      <LevelsChart desk={desk} />
    </div>
  );
}
