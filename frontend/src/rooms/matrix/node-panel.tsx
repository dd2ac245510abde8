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
import { NODE } from "./program-words";
import type { MatrixStore } from "./store";

const NEEDIEST_SHOWN = 12;
const CLASSES_SHOWN = 10;
const NARROW_COLUMNS = 10;
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
      <p class="quiet">{NODE.choose}</p>
      {weak.length > 0 && <h2>{NODE.weakest}</h2>}
      {weak.slice(0, NEEDIEST_SHOWN).map(({ number, short, level }) => (
        <button
          key={number}
          type="button"
          class="needy small bare"
          data-testid={`needy-${number}`}
          onClick={() => room.chooseNode(number)}
        >
          <span>
            {NODE.node(number)} <span class="quiet">{NODE.level(level)}</span>
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
        {NODE.title(number)}{" "}
        <span class="quiet">
          {NODE.level(node.level)}
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
          <span class="quiet">{NODE.more(reaching.length - CLASSES_SHOWN)}</span>
        )}
      </p>
      {ends ? (
        <p>
          {NODE.ends} <b>{view.classes[node.label]}</b>.{" "}
          {node.frozen && <span class="quiet">{NODE.stopped(NODE.why[node.frozen] ?? "")}</span>}
          {!node.frozen && tied(node) && (
            <span class="quiet" data-testid="tie">
              {room.choice.value?.published ? NODE.tieFirst : NODE.tie}
            </span>
          )}
        </p>
      ) : (
        <>
          {view.program!.kind === "votes" ? (
            <LocalMatrix room={room} view={view} node={node} number={number} />
          ) : (
            <ClassTable
              classes={view.classes}
              kind="cost-grid"
              corner={NODE.corner}
              label={NODE.votes(number)}
              cellClass={(row, column) => (row === column ? "mini-right" : "")}
              cell={(row, column) => count(node.matrix[row]![column]!)}
            />
          )}
          <Advantages room={room} view={view} node={node} />
          <Strongest room={room} view={view} />
        </>
      )}
    </div>
  );
}

/** Whether two classes have the most votes. */
function tied({ votes }: ProgramNode): boolean {
  const most = Math.max(...votes);
  return votes.filter((each) => each === most).length > 1;
}

/** The matrix of the rows that pass the node; a typed number changes this node alone. */
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
        corner={NODE.corner}
        label={NODE.votes(number)}
        cellClass={(row, column) => (row === column ? "mini-right" : "")}
        cell={(row, column) => (
          <NumberField
            label={NODE.cell(number, view.classes[row]!, view.classes[column]!, rows[row]!)}
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

/** Accuracy above one half on each class: what martingale boosting needs. */
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
        <Term name="advantage">{NODE.advantage}</Term> {NODE.overCoin}
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
    return <p class="quiet">{NODE.noFeature}</p>;
  }
  const longest = Math.max(...detail.features.map(({ push }) => Math.abs(push)));
  return (
    <div data-testid="node-features">
      <h3>{NODE.features}</h3>
      {detail.features.map(({ name, class: pushed, push }) => (
        <div key={name} class="feature" title={NODE.speaks(name, pushed)}>
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

/** Node by node, what the program decided about one example. */
function PathList({ room, view, path }: { room: MatrixStore; view: MatrixView; path: PathFrame }) {
  const end = path.steps.at(-1);
  const right = end?.label === path.true;
  return (
    <div class="group path-panel" data-testid="path">
      <div class="examples-head spread">
        <h2>{NODE.row(path.row)}</h2>
        <IconButton
          icon="close"
          label={NODE.stopFollowing}
          onClick={() => {
            room.path.value = null;
          }}
        />
      </div>
      <p>
        {NODE.actual} <b>{path.true}</b>
        {NODE.predicted} <b data-testid="path-label">{end?.label}</b>
        {right ? "" : NODE.error}
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
                {step.label === undefined ? NODE.voted(voted) : NODE.endsAs(step.label)}
                <span class="quiet"> · {NODE.node(step.node)}</span>
              </button>
              {step.voted !== undefined && step.voted !== path.true && (
                <span class="path-off small">{NODE.wrongVote}</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
