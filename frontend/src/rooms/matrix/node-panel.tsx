import { count } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { NumberField } from "../../ui/number-field";
import { classColor } from "../../ui/palette";
import { Term } from "../../ui/term";
import type { MatrixView, PathFrame, ProgramNode } from "../../wire/matrix";
import { ClassTable } from "./class-table";
import { rowSums } from "./matrix-figures";
import { votesShort } from "./program-graph";
import { rowsAt } from "./program-layout";
import type { MatrixStore } from "./store";

const NEEDIEST_SHOWN = 12;
const CLASSES_SHOWN = 10;
const NARROW_COLUMNS = 10;
const WHY: Record<string, string> = {
  pure: "only one class reached it while learning",
  empty: "no row reached it while learning",
  rare: "too few rows of all classes but one reach it",
  weak: "it was no better than chance on rows it had not seen",
};

/** One node of the program, or the way of one example through it. */
export function NodePanel({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const number = room.node.value;
  const path = room.path.value;
  const node = number === null ? undefined : view.program?.nodes[number];
  return (
    <>
      {path && <PathList room={room} view={view} path={path} />}
      {node && number !== null ? (
        <NodeDetail room={room} view={view} node={node} number={number} />
      ) : (
        !path && <Neediest room={room} view={view} />
      )}
    </>
  );
}

/** While no node is chosen: the ones that lack the most votes. */
function Neediest({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const program = view.program!;
  const weak = program.nodes
    .map((node, number) => ({ number, short: node.short ?? 0, level: node.level }))
    .filter(({ short }) => short > 0)
    .toSorted((a, b) => b.short - a.short);
  const most = weak[0]?.short ?? 1;
  return (
    <div class="group neediest" data-testid="neediest">
      <p class="quiet">Choose a node of the program to see what it does.</p>
      {weak.length > 0 && <h2>Where votes are lacking most</h2>}
      {weak.slice(0, NEEDIEST_SHOWN).map(({ number, short, level }) => (
        <button
          key={number}
          type="button"
          class="needy small bare"
          data-testid={`needy-${number}`}
          onClick={() => room.chooseNode(number)}
        >
          <span>
            node {number} <span class="quiet">level {level}</span>
          </span>
          <span class="needy-bar" style={{ width: `${(short / most) * 100}%` }} />
          <span class="quiet">{votesShort(short)}</span>
        </button>
      ))}
    </div>
  );
}

function NodeDetail(props: {
  room: MatrixStore;
  view: MatrixView;
  node: ProgramNode;
  number: number;
}) {
  const { room, view, node, number } = props;
  const ends = node.label >= 0;
  const all = [...rowsAt(node).entries()];
  const many = all.length > CLASSES_SHOWN;
  const reaching = many ? all.filter(([, rows]) => rows > 0).toSorted((a, b) => b[1] - a[1]) : all;
  return (
    <div class="group node-panel" data-testid="node-panel">
      <h2>
        Node {number}{" "}
        <span class="quiet">
          level {node.level}
          {node.short ? `, ${votesShort(node.short)}` : ""}
        </span>
      </h2>
      <p class="node-rows wrap">
        {reaching.slice(0, CLASSES_SHOWN).map(([place, rows]) => (
          <span key={view.classes[place]}>
            <i
              style={{ background: classColor(place, room.positive.value, view.classes.length) }}
            />
            {count(rows)} {view.classes[place]}
          </span>
        ))}
        {reaching.length > CLASSES_SHOWN && (
          <span class="quiet">and {reaching.length - CLASSES_SHOWN} more classes</span>
        )}
      </p>
      {ends ? (
        <p>
          Rows end here as <b>{view.classes[node.label]}</b>.{" "}
          {node.frozen && <span class="quiet">Frozen: {WHY[node.frozen]}.</span>}
        </p>
      ) : (
        <>
          <LocalMatrix room={room} view={view} node={node} number={number} />
          <Advantages room={room} view={view} node={node} />
          <Strongest room={room} view={view} />
        </>
      )}
    </div>
  );
}

/** The matrix of the rows that pass the node; a typed number turns the node alone. */
function LocalMatrix(props: {
  room: MatrixStore;
  view: MatrixView;
  node: ProgramNode;
  number: number;
}) {
  const { room, view, node, number } = props;
  const rows = rowSums(node.matrix);
  const names = (row: number, column: number) => [view.classes[row]!, view.classes[column]!];
  const many = view.classes.length > 6;
  return (
    <div class="cost-scroll">
      <ClassTable
        classes={view.classes}
        kind={`cost-grid ${many ? "cost-grid-many" : ""} ${view.classes.length <= NARROW_COLUMNS ? "cost-grid-narrow" : ""}`}
        corner="is ↓ voted →"
        label={`Votes at node ${number}`}
        cellClass={(row, column) => (row === column ? "mini-right" : "")}
        cell={(row, column) => (
          <NumberField
            label={`Node ${number}, ${names(row, column).join(" voted ")}: 0 to ${rows[row]}`}
            testid={`local-${row}-${column}`}
            value={node.matrix[row]![column]!}
            shown={String(node.matrix[row]![column]!)}
            range={{ low: 0, high: rows[row]!, whole: true }}
            onSet={(count) => {
              const [truth, said] = names(row, column);
              room.send({
                action: "edit-node",
                node: number,
                true: truth!,
                predicted: said!,
                count,
              });
            }}
          />
        )}
      />
    </div>
  );
}

/** Accuracy above one half on each class: what martingale boosting lives on. */
function Advantages({
  room,
  view,
  node,
}: {
  room: MatrixStore;
  view: MatrixView;
  node: ProgramNode;
}) {
  const threshold = view.program!.threshold;
  return (
    <div class="advantages">
      <h3>
        <Term name="advantage">Advantage</Term> over a coin
      </h3>
      {view.classes.map((name, place) => {
        const value = node.advantages[place] ?? null;
        const weak = value !== null && value < threshold;
        return (
          <div key={name} class="advantage">
            <span class="advantage-name clip">{name}</span>
            <span class="advantage-track">
              <span
                style={{
                  width: `${Math.max(0, value ?? 0) * 200}%`,
                  background: classColor(place, room.positive.value, view.classes.length),
                }}
              />
              <i style={{ left: `${threshold * 200}%` }} />
            </span>
            <span class={weak ? "advantage-weak" : ""}>
              {value === null ? "–" : value.toFixed(2).replace("-", "−")}
            </span>
          </div>
        );
      })}
    </div>
  );
}

function Strongest({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const detail = room.nodeDetail.value;
  if (!detail) return null;
  if (detail.features.length === 0) {
    return (
      <p class="quiet">
        This node compares rows with rows it learned from; no single feature decides.
      </p>
    );
  }
  const longest = Math.max(...detail.features.map(({ push }) => Math.abs(push)));
  return (
    <div data-testid="node-features">
      <h3>What it looks at most</h3>
      {detail.features.map(({ name, class: pushed, push }) => (
        <div key={name} class="feature" title={`${name} speaks for ${pushed}`}>
          <span
            class="feature-bar"
            style={{
              width: `${(Math.abs(push) / longest) * 40}%`,
              background: classColor(
                view.classes.indexOf(pushed),
                room.positive.value,
                view.classes.length,
              ),
            }}
          />
          <span class="feature-name clip">{name}</span>
        </div>
      ))}
    </div>
  );
}

/** Node by node, what the program thought of one example. */
function PathList({ room, view, path }: { room: MatrixStore; view: MatrixView; path: PathFrame }) {
  const end = path.steps.at(-1);
  const right = end?.label === path.true;
  return (
    <div class="group path-panel" data-testid="path">
      <div class="examples-head spread">
        <h2>Row {path.row}</h2>
        <IconButton
          icon="close"
          label="Stop following"
          onClick={() => {
            room.path.value = null;
          }}
        />
      </div>
      <p>
        is <b>{path.true}</b>, called <b data-testid="path-label">{end?.label}</b>
        {right ? "" : ": an error"}
      </p>
      <ol class="path-steps">
        {path.steps.map((step) => {
          const voted = step.voted ?? step.label ?? "";
          const place = view.classes.indexOf(voted);
          return (
            <li key={step.node} data-testid="path-step">
              <button type="button" class="text-button" onClick={() => room.chooseNode(step.node)}>
                <i
                  style={{
                    background: classColor(
                      Math.max(0, place),
                      room.positive.value,
                      view.classes.length,
                    ),
                  }}
                />
                {step.label === undefined ? `voted ${voted}` : `ends as ${step.label}`}
                <span class="quiet"> · node {step.node}</span>
              </button>
              {step.voted !== undefined && step.voted !== path.true && (
                <span class="path-off small">astray</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
