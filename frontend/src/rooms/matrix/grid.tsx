import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { count, visible } from "../../ui/format";
import { classColor } from "../../ui/palette";
import type { MatrixView } from "../../wire/matrix";
import { CellBody, type CellFacts, cellFacts, type Size, spoken } from "./cell";
import { shownOrder } from "./class-order";
import { rowSums } from "./matrix-figures";
import type { MatrixStore, Place } from "./store";
import { CELL, GRID, percent, referredSpoken } from "./words";

const STEP_PAUSE_MS = 500;
const SHORT_NAME = 4;
const LONG_NAME = 11;
const DENSE = 16;
const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const STEPS: Record<string, number> = {
  "+": 1,
  "=": 1,
  "-": -1,
  "−": -1,
  PageUp: 10,
  PageDown: -10,
};

function sizeFor(classes: number): Size {
  if (classes <= 3) return "large";
  return classes <= 7 ? "medium" : "small";
}

/** The confusion matrix of the tuning rows: rows actual, columns predicted. */
export function MatrixGrid({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const grid = useRef<HTMLTableElement>(null);
  const editing = useSignal<Place | null>(null);
  const onKeyDown = useGridKeys(room, view, grid, editing);
  const size = sizeFor(view.classes.length);
  const upright = size === "small" && view.classes.some((name) => name.length > SHORT_NAME);
  const long = view.classes.some((name) => name.length > LONG_NAME);
  const { referred } = view.shown;
  const totals = rowSums(view.shown.matrix).map((sum, row) => sum + (referred[row] ?? 0));
  const order = shownOrder(view.classes);
  const chosen = room.cell.value ?? { row: order[0]!, column: order[0]! };
  const positive = room.positive.value;
  return (
    <table
      ref={grid}
      class={`matrix-grid matrix-${size} ${upright ? "matrix-upright" : ""} ${view.classes.length > DENSE ? "matrix-dense" : ""} ${long ? "matrix-long" : ""} ${referred.length > 0 ? "matrix-referring" : ""} ${room.asked.value ? "matrix-asking" : ""}`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that takes keys
      role="grid"
      aria-label={GRID.label}
      data-testid="matrix"
      style={{ "--classes": view.classes.length }}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          <th class="matrix-corner note-faint" scope="col">
            <span class="unseen">{GRID.cornerSpoken}</span>
            <span aria-hidden="true">{GRID.corner}</span>
          </th>
          {order.map((column) => (
            <th
              key={column}
              class="matrix-column-name clip"
              scope="col"
              title={`predicted ${view.classes[column]}`}
            >
              <span>{visible(view.classes[column]!)}</span>
            </th>
          ))}
          {referred.length > 0 && (
            <th
              class="matrix-column-name matrix-referred-name clip"
              scope="col"
              title={GRID.referredHint}
            >
              <span>{GRID.referred}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {order.map((row) => (
          <tr key={row}>
            <th class="matrix-row-name" scope="row" title={view.classes[row]}>
              <i style={{ background: classColor(row, positive, view.classes.length) }} />
              <span>{visible(view.classes[row]!)}</span>
              <small>{count(totals[row]!)}</small>
            </th>
            {order.map((column) => (
              <GridCell
                key={column}
                room={room}
                view={view}
                place={{ row, column }}
                size={size}
                chosen={chosen.row === row && chosen.column === column}
                editing={editing}
              />
            ))}
            {referred.length > 0 && (
              <ReferredCell room={room} view={view} row={row} total={totals[row]!} />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows of a class that go to a person: a count to look at, not to edit. */
function ReferredCell(props: { room: MatrixStore; view: MatrixView; row: number; total: number }) {
  const { room, view, row, total } = props;
  const column = view.classes.length;
  const value = view.shown.referred[row]!;
  const chosen = room.cell.value?.row === row && room.cell.value.column === column;
  const before = view.outcome ? (view.outcome.referred_before[row] ?? 0) : value;
  const share = percent(value / Math.max(1, total));
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid takes keys
      role="gridcell"
      tabIndex={0}
      class="matrix-cell cell-referred"
      data-testid={`referred-${row}`}
      data-count={value}
      aria-selected={chosen}
      style={{ "--share": value / Math.max(1, total) }}
      onFocus={() => room.choose({ row, column })}
    >
      <span class="unseen">{referredSpoken(view.classes[row]!, value, total)}</span>
      <div class="cell-head" aria-hidden="true">
        <span class="cell-count">{count(value)}</span>
        <span class="cell-note note">
          {share}
          {before !== value && ` · ${CELL.was} ${count(before)}`}
        </span>
      </div>
    </td>
  );
}

function GridCell(props: {
  room: MatrixStore;
  view: MatrixView;
  place: Place;
  size: Size;
  chosen: boolean;
  editing: Signal<Place | null>;
}) {
  const { room, view, place, size, chosen, editing } = props;
  const { row, column } = place;
  const facts = cellFacts(room, view, place);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid takes keys
      role="gridcell"
      tabIndex={chosen ? 0 : -1}
      class={cellClass(facts)}
      title={size === "small" ? spoken(facts) : undefined}
      style={{
        "--class": classColor(row, room.positive.value, view.classes.length),
        "--share": facts.value / Math.max(1, facts.total),
      }}
      data-testid={`cell-${row}-${column}`}
      data-count={facts.value}
      aria-selected={room.cell.value !== null && chosen}
      onFocus={() => room.choose(place)}
      onDblClick={() => {
        editing.value = place;
      }}
    >
      <span class="unseen">{spoken(facts)}</span>
      <CellBody
        room={room}
        facts={facts}
        size={size}
        editing={editing.value?.row === row && editing.value.column === column}
        onEdited={() => {
          editing.value = null;
        }}
      />
    </td>
  );
}

function cellClass({ right, locked, wanted, value, before }: CellFacts): string {
  const by = before === null ? 0 : value - before;
  return [
    "matrix-cell",
    right ? "cell-right" : "cell-error",
    locked ? "cell-locked" : "",
    wanted === null ? "" : "cell-asked",
    by === 0 ? "" : by > 0 === right ? "cell-better" : "cell-worse",
  ].join(" ");
}

/** Arrows move, Enter types, + and − step, l locks, Escape takes a wish back. */
function useGridKeys(
  room: MatrixStore,
  view: MatrixView,
  grid: { current: HTMLTableElement | null },
  editing: { value: Place | null },
): (event: KeyboardEvent) => void {
  const pause = useRef(0);
  const order = shownOrder(view.classes);
  const last = order.length - 1;
  const moved = (place: number, by: number) =>
    order[Math.min(last, Math.max(0, order.indexOf(place) + by))]!;
  const goTo = (row: number, column: number) => {
    grid.current?.querySelector<HTMLElement>(`[data-testid="cell-${row}-${column}"]`)?.focus();
  };
  const step = (place: Place, by: number) => {
    const total = rowSums(view.shown.matrix)[place.row]!;
    const from = room.draft.peek() ?? room.asked.peek();
    const same = from && from.row === place.row && from.column === place.column;
    const now = same ? from.count : view.shown.matrix[place.row]![place.column]!;
    const next = Math.min(total, Math.max(0, now + by));
    room.draft.value = { ...place, count: next };
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(() => {
      if (room.draft.peek()) room.edit(place, next);
    }, STEP_PAUSE_MS);
  };
  return (event) => {
    const place = room.cell.peek() ?? { row: order[0]!, column: order[0]! };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES[event.key];
    const by = STEPS[event.key];
    if (move) goTo(moved(place.row, move[0]), moved(place.column, move[1]));
    else if (event.key === "Home") goTo(place.row, order[0]!);
    else if (event.key === "End") goTo(place.row, order[last]!);
    else if (by !== undefined) step(place, by);
    else if (event.key === "Enter") {
      window.clearTimeout(pause.current);
      editing.value = place;
    } else if (/^\d$/.test(event.key)) {
      window.clearTimeout(pause.current);
      room.draft.value = { ...place, count: Number(event.key) };
      editing.value = place;
    } else if (event.key === "l") room.lock(place);
    else if (event.key === "Escape" && room.draft.peek()) {
      window.clearTimeout(pause.current);
      room.draft.value = null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
