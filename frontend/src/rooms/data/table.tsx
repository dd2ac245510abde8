import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { count, plural } from "../../ui/format";
import { Scroller } from "../../ui/scroller";
import { tipHandlers } from "../../ui/term";
import type { Bar, ColumnView, FileView, Role } from "../../wire/data";
import type { DataStore } from "./store";
import { gapWords, ROLES, TABLE } from "./words";

/** The first rows, and above each column what it holds and what it is for. */
export function ColumnTable({ room, view }: { room: DataStore; view: FileView }) {
  const columns = view.columns;
  const more = view.columns_in_all - columns.length;
  useLabelInSight(view);
  return (
    <Scroller class="data-scroll" label={TABLE.label}>
      <table class="data-table" data-testid="preview">
        <caption class="unseen">
          The first {count(view.preview.length)} rows of {view.name}
          {more > 0 && `, the first ${count(columns.length)} of its columns`}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.name} room={room} view={view} column={column} />
            ))}
            {more > 0 && (
              <th scope="col" class="data-more">
                <OtherColumns room={room} view={view} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {view.preview.map((row, r) => (
            <tr key={r}>
              {columns.map((column, c) => (
                <td
                  key={column.name}
                  class={cellClass(column, row[c] ?? "")}
                  title={(row[c]?.length ?? 0) > 24 ? row[c] : undefined}
                  dir="auto"
                >
                  {row[c] || <span class="data-none">{TABLE.missing}</span>}
                </td>
              ))}
              {more > 0 && <td />}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Scrolls to the label when another column has become it. */
function useLabelInSight(view: FileView): void {
  const label = view.labels.length === 1 ? view.labels[0]!.column : "";
  const shown = useRef({ file: view.name, label });
  useEffect(() => {
    const before = shown.current;
    shown.current = { file: view.name, label };
    if (before.file !== view.name || before.label === label || !label) return;
    const columns = document.querySelectorAll<HTMLElement>(".data-column");
    const column = [...columns].find(({ dataset }) => dataset.name === label);
    column?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [view.name, label]);
}

/** Very many columns are not all listed; one that is given a role is. */
function OtherColumns({ room, view }: { room: DataStore; view: FileView }) {
  const name = useSignal("");
  const known = view.other_columns.includes(name.value);
  return (
    <form
      class="data-others"
      onSubmit={(event) => {
        event.preventDefault();
        if (known) room.setRole(name.value, "label");
      }}
    >
      <p>{TABLE.others(view.other_columns.length)}</p>
      <input
        class="field data-field"
        data-testid="other-column"
        list="other-columns"
        aria-label={TABLE.otherName}
        placeholder={TABLE.itsName}
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <datalist id="other-columns">
        {view.other_columns.slice(0, OFFERED).map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div class="data-others-buttons">
        <button type="submit" class="button" disabled={!known}>
          {TABLE.isLabel}
        </button>
        <button
          type="button"
          class="button"
          disabled={!known}
          onClick={() => room.setRole(name.value, "leave")}
        >
          {TABLE.leaveOut}
        </button>
      </div>
    </form>
  );
}

const OFFERED = 2000;

function cellClass(column: ColumnView, value: string): string {
  const parts = [`data-as-${column.role}`];
  if (column.kind === "number" && value) parts.push("data-number");
  return parts.join(" ");
}

interface HeadProps {
  room: DataStore;
  view: FileView;
  column: ColumnView;
}

function ColumnHead({ room, view, column }: HeadProps) {
  const hint = `${column.name}: ${plural(column.distinct, "value", "values")}, such as ${column.examples.join(", ")}`;
  const reading = room.choice.value?.reading;
  const gaps = reading ? gapWords(column.role, reading) : "";
  return (
    <th
      scope="col"
      class={`data-column data-as-${column.role}`}
      data-testid="column"
      data-name={column.name}
      data-role={column.role}
    >
      <div class="data-column-name clip" {...tipHandlers(hint)} dir="auto">
        {column.name || <span class="data-none">{TABLE.noName}</span>}
      </div>
      {view.fixed_roles ? (
        <p class="data-fixed-role note">{ROLES.find(({ role }) => role === column.role)?.title}</p>
      ) : (
        <RoleSelect room={room} view={view} column={column} />
      )}
      <Distribution column={column} />
      <div class="data-column-facts note-faint">
        {column.kind}
        <span class="dot">·</span>
        {plural(column.distinct, "value", "values")}
        {column.missing > 0 && (
          <div class="data-column-missing">
            {count(column.missing)} missing
            {gaps && ` → ${gaps}`}
          </div>
        )}
        {column.role === "date" && <div>{TABLE.dateParts}</div>}
      </div>
    </th>
  );
}

const BESIDE = "label beside";

function RoleSelect({ room, view, column }: HeadProps) {
  const others = view.labels.filter((label) => label.column !== column.name);
  const canJoin = column.role !== "label" && column.distinct <= 2 && others.length > 0;
  return (
    <select
      class="field field-small data-role"
      aria-label={`What ${column.name} is for`}
      data-testid="role"
      data-chosen={column.chosen}
      value={column.role}
      onChange={(event) => {
        const asked = event.currentTarget.value;
        if (asked === BESIDE) room.setRole(column.name, "label", true);
        else room.setRole(column.name, asked as Role);
      }}
    >
      {ROLES.filter(({ role }) => role !== "split" || offersSplit(column)).map(
        ({ role, title }) => (
          <option key={role} value={role}>
            {title}
          </option>
        ),
      )}
      {canJoin && <option value={BESIDE}>one more label</option>}
    </select>
  );
}

/** Only a column of a few words can say which rows are for testing. */
function offersSplit(column: ColumnView): boolean {
  return column.role === "split" || (column.distinct <= 3 && column.kind !== "number");
}

const [WIDTH, HEIGHT] = [112, 26];

/** A small picture of the values: the commonest ones, or how numbers spread. */
function Distribution({ column }: { column: ColumnView }) {
  const most = Math.max(1, ...column.bars.map((bar) => bar.rows));
  const step = WIDTH / Math.max(6, column.bars.length);
  return (
    <svg
      class="data-bars"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={spoken(column.bars)}
    >
      {column.bars.map((bar, i) => {
        const height = bar.rows > 0 ? Math.max(1.5, (bar.rows / most) * (HEIGHT - 2)) : 0;
        return (
          <rect
            key={bar.name}
            x={i * step}
            y={HEIGHT - 1 - height}
            width={Math.max(1, step - 1.5)}
            height={height}
          >
            <title>{`${bar.name}: ${plural(bar.rows, "row", "rows")}`}</title>
          </rect>
        );
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  );
}

function spoken(bars: Bar[]): string {
  if (bars.length === 0) return "no values";
  return bars.map((bar) => `${bar.name}: ${count(bar.rows)}`).join(", ");
}
