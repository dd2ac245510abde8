import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { count } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { rangeWords, takenNumber } from "../../ui/number-range";
import { sayAt } from "../../ui/term";
import type { MatrixView, Outcome } from "../../wire/matrix";
import { along, barSpan, countAt } from "./bar-span";
import { rowSums } from "./matrix-figures";
import type { MatrixStore, Place } from "./store";
import { askedCells, CELL, cellName, GRID, percent, reachText, signedCount } from "./words";

export type Size = "large" | "medium" | "small";

/** Everything that one cell shows. */
export interface CellFacts extends Place {
  value: number;
  total: number;
  range: [number, number];
  /** With the best of all models, once that was asked for. */
  best: [number, number] | null;
  /** Before the last steering, null when nothing was steered. */
  before: number | null;
  wanted: number | null;
  atMost: boolean;
  locked: boolean;
  right: boolean;
  name: string;
}

export function cellFacts(room: MatrixStore, view: MatrixView, place: Place): CellFacts {
  const { row, column } = place;
  const outcome = view.outcome;
  const target = outcome ? outcome.wanted[row]![column]! : null;
  const before = outcome ? outcome.before[row]![column]! : null;
  const best = room.best.value;
  const asked = outcome !== null && isAsked(outcome, view, place) && target !== before;
  return {
    ...place,
    value: view.shown.matrix[row]![column]!,
    total: rowSums(view.shown.matrix)[row]!,
    range: view.ranges[row]![column]!,
    best: best?.ranges[row]?.[column] ?? null,
    before,
    wanted: asked ? Math.round(target!) : null,
    atMost: row !== column,
    locked: room.isLocked(place),
    right: row === column,
    name: cellName(view.classes[row]!, view.classes[column]!, view.positive),
  };
}

/** Whether the last want was about this cell. */
function isAsked(outcome: Outcome, view: MatrixView, { row, column }: Place): boolean {
  if (outcome.node !== null || outcome.lowest_cost !== null) return false;
  const cells = askedCells(outcome);
  const [truth, said] = [view.classes[row], view.classes[column]];
  return !cells || cells.some(({ classes }) => classes[0] === truth && classes[1] === said);
}

/** What a screen reader says of a cell. */
export function spoken(facts: CellFacts): string {
  const parts = [
    `${facts.name}: ${facts.value} of ${facts.total}, ${percent(facts.value / facts.total)}`,
    reachText(facts.range, facts.best, facts.right),
  ];
  if (facts.before !== null && facts.before !== facts.value) parts.push(`was ${facts.before}`);
  if (facts.wanted !== null) {
    parts.push(`wanted ${facts.atMost ? "at most" : "at least"} ${facts.wanted}`);
  }
  if (facts.locked) parts.push("locked");
  return parts.join(". ");
}

interface CellProps {
  room: MatrixStore;
  facts: CellFacts;
  size: Size;
  /** The number being typed, or null. */
  editing: boolean;
  onEdited: () => void;
}

/** The inside of a cell: number, change, lock, bar. */
export function CellBody({ room, facts, size, editing, onEdited }: CellProps) {
  const draft = lockedCount(room, facts);
  const shown = draft ?? facts.value;
  const change = facts.before === null ? 0 : facts.value - facts.before;
  return (
    <>
      {size === "large" && (
        <p class="cell-name clip" title={facts.name} aria-hidden="true">
          {facts.name}
        </p>
      )}
      <div class="cell-head">
        {editing ? (
          <CellField room={room} facts={facts} onEdited={onEdited} />
        ) : (
          <span
            class={`cell-count ${draft !== null ? "cell-count-wished" : ""}`}
            aria-hidden="true"
          >
            {size === "small" && shown === 0 ? "·" : count(shown)}
          </span>
        )}
        {size === "large" && !editing && (
          <span class="cell-note note" aria-hidden="true">
            {shareText(facts)}
          </span>
        )}
        {size === "medium" && draft === null && !editing && change !== 0 && (
          <Change by={change} right={facts.right} />
        )}
        {size !== "small" && <LockButton room={room} facts={facts} />}
      </div>
      {size !== "small" && <CellBar room={room} facts={facts} />}
      {size === "large" && (
        <p class="cell-reach note row">
          {draft === null && !editing && change !== 0 && <Change by={change} right={facts.right} />}
          <span class="clip" aria-hidden="true">
            {note(facts, draft)}
          </span>
        </p>
      )}
      {size === "small" && facts.locked && <span class="cell-lock-dot" />}
      {size === "small" && draft === null && !editing && change !== 0 && (
        <span class="cell-moved" aria-hidden="true">
          {signedCount(change)}
        </span>
      )}
    </>
  );
}

/** What the hand holds or has asked for in this cell. */
function lockedCount(room: MatrixStore, { row, column }: Place): number | null {
  for (const wish of [room.draft.value, room.asked.value]) {
    if (wish && wish.row === row && wish.column === column) return wish.count;
  }
  return null;
}

/** "of 1,205 · 0.1 %" */
function shareText({ value, total }: CellFacts): string {
  return `of ${count(total)} · ${percent(value / total)}`;
}

/** What is wanted of the cell, or else what it could be. */
function note(facts: CellFacts, draft: number | null): string {
  if (draft !== null) return `is ${count(facts.value)}, wanted ${count(draft)}`;
  if (facts.wanted === null) return reachText(facts.range, facts.best, facts.right);
  const sign = facts.atMost ? "≤" : "≥";
  // A change beside it says what it was.
  return `${CELL.wanted} ${sign} ${count(facts.wanted)}`;
}

/** By how much a cell changed: better is blue and points to less of an error. */
export function Change({ by, right }: { by: number; right: boolean }) {
  const worse = right ? by < 0 : by > 0;
  return (
    <span class={`delta small ${worse ? "delta-worse" : "delta-better"}`}>
      {signedCount(by)}
      <span class="unseen">{worse ? GRID.worse : GRID.better}</span>
    </span>
  );
}

function LockButton({ room, facts }: { room: MatrixStore; facts: CellFacts }) {
  const label = facts.locked ? GRID.unlock : GRID.lock;
  return (
    <button
      type="button"
      class="cell-lock bare"
      tabIndex={-1}
      aria-pressed={facts.locked}
      aria-label={`${label} (${facts.name})`}
      title={`${label} (l)`}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        room.lock(facts);
      }}
    >
      <Icon name={facts.locked ? "lock" : "unlock"} size={14} />
    </button>
  );
}

/** Type what the cell should be. */
function CellField({ room, facts, onEdited }: Omit<CellProps, "size" | "editing">) {
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const [text, setText] = useState(String(room.draft.peek()?.count ?? facts.value));
  useLayoutEffect(() => {
    const begun = room.draft.peek() !== null; // its first digit was typed: more may follow
    if (begun) field.current?.setSelectionRange(text.length, text.length);
    else field.current?.select();
    field.current?.focus(); // at once: the next key may already be on its way
  }, []);
  const range = { low: 0, high: facts.total, whole: true };
  const leave = (take: boolean) => {
    if (done.current) return;
    done.current = true;
    const value = takenNumber(text, range);
    const cell = field.current?.closest("td");
    onEdited();
    if (take && value !== null) room.edit(facts, value);
    else room.draft.value = null;
    if (take && value === null && text.trim() !== "" && cell) {
      sayAt(cell, `Not “${text.trim()}”: ${rangeWords(range)}. No change made.`);
    }
  };
  return (
    <input
      ref={field}
      class="cell-field"
      inputMode="numeric"
      autocomplete="off"
      data-testid="cell-field"
      aria-label={`${facts.name}: a whole number from 0 to ${facts.total}`}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={() => leave(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" || event.key === "Escape") {
          const cell = event.currentTarget.closest<HTMLElement>("td");
          leave(event.key === "Enter");
          cell?.focus();
        }
      }}
    />
  );
}

/** The bar to drag, with the band of what can be attained. */
export function CellBar({ room, facts }: { room: MatrixStore; facts: CellFacts }) {
  const track = useRef<HTMLDivElement>(null);
  const span = barSpan(facts.total, facts.value, facts.best ?? facts.range, facts.right);
  const wish = lockedCount(room, facts);
  const place = (value: number) => `${along(span, value) * 100}%`;
  const set = (event: PointerEvent) => {
    const box = track.current!.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    room.draft.value = { row: facts.row, column: facts.column, count: countAt(span, share) };
  };
  const holding = useRef(false);
  const release = (take: boolean) => {
    if (!holding.current) return;
    holding.current = false;
    const draft = room.draft.peek();
    if (take && draft) room.edit(facts, draft.count);
    else room.draft.value = null;
  };
  return (
    <div
      ref={track}
      class="cell-bar"
      data-testid={`bar-${facts.row}-${facts.column}`}
      title={rangeText(facts)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture?.(event.pointerId);
        holding.current = true;
        set(event);
      }}
      onPointerMove={(event) => {
        if (holding.current) set(event);
      }}
      onPointerUp={() => release(true)}
      onPointerCancel={() => release(false)}
    >
      {facts.best && (
        <span
          class="cell-best"
          style={{ left: place(facts.best[0]), right: `calc(100% - ${place(facts.best[1])})` }}
        />
      )}
      <span
        class="cell-range"
        style={{ left: place(facts.range[0]), right: `calc(100% - ${place(facts.range[1])})` }}
      />
      <span class="cell-fill" style={{ width: place(wish ?? facts.value) }} />
      {facts.before !== null && facts.before !== facts.value && (
        <span class="cell-before" style={{ left: place(facts.before) }} />
      )}
      {facts.wanted !== null && <span class="cell-wanted" style={{ left: place(facts.wanted) }} />}
      <span class="cell-thumb" style={{ left: place(wish ?? facts.value) }} />
    </div>
  );
}

function rangeText(facts: CellFacts): string {
  const [low, high] = facts.range;
  const own = `This model can reach ${count(low)} to ${count(high)} for at most five points of accuracy.`;
  if (!facts.best) return `${own} Drag to set a limit.`;
  return `${own} All models: ${count(facts.best[0])} to ${count(facts.best[1])}.`;
}
