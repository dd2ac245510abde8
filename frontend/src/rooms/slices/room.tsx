import type { Workbench } from "../../session/workbench";
import { visible } from "../../ui/format";
import { Select } from "../../ui/select";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import type { Slice, SliceTableFrame } from "../../wire/slices";
import { ModelAwaited, useCurrentModel } from "../matrix/model-room";
import { ROOM as MATRIX } from "../matrix/words";
import type { SlicesStore } from "./store";
import {
  chanceText,
  limitHint,
  limitText,
  measureTitle,
  overallText,
  percent,
  pointsText,
  ROOM,
  TABLE,
  verdictText,
} from "./words";

const SIGNIFICANT = 0.05;

/** Where the current model fails: the worst slices, with intervals and corrected p-values. */
export function SlicesRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.slices;
  const view = useCurrentModel(workbench, room);
  const table = room.table.value;
  if (!view || !table) {
    return (
      <ModelAwaited workbench={workbench} view={view} hint={ROOM.hint} opening={ROOM.opening} />
    );
  }
  return (
    <div class="slices-room pane" data-testid="slices-room" data-model={table.model}>
      <RoomHead room={room} view={view} table={table} />
      <SliceRows workbench={workbench} table={table} />
    </div>
  );
}

function RoomHead(props: { room: SlicesStore; view: MatrixView; table: SliceTableFrame }) {
  const { room, view, table } = props;
  return (
    <header class="room-top row">
      <h2 class="room-model clip">{view.shown.family}</h2>
      <label class="row">
        <span class="quiet">{ROOM.measure}:</span>
        <Select
          testid="slices-measure"
          value={table.measure}
          options={table.measures.map((each) => [each.text, measureTitle(each)] as const)}
          onChoose={(value) => {
            room.measure.value = value;
          }}
        />
      </label>
      <label class="row">
        <span class="quiet">{ROOM.groups}:</span>
        <Select
          class="field slices-column"
          testid="slices-column"
          value={table.column}
          options={[
            ["", ROOM.search],
            ...table.groupings.map((name) => [name, visible(name)] as const),
          ]}
          onChoose={(value) => {
            room.column.value = value;
          }}
        />
      </label>
      <p class="room-facts note clip">
        <Term name="heldOut">{MATRIX.tuning}</Term> · {overallText(table)}
      </p>
    </header>
  );
}

function SliceRows({ workbench, table }: { workbench: Workbench; table: SliceTableFrame }) {
  if (table.slices.length === 0) return <p class="group quiet">{ROOM.none}</p>;
  const worse = table.slices.filter(({ adjusted }) => adjusted <= SIGNIFICANT).length;
  return (
    <div class="slices-scroll">
      <p class="slices-verdict" data-testid="slices-verdict">
        {verdictText(worse, table.tried)}
      </p>
      <table class="slices-table" aria-label={ROOM.table} data-testid="slices">
        <thead>
          <tr>
            <th scope="col">{TABLE.name}</th>
            <th scope="col" class="slices-number">
              {TABLE.rows}
            </th>
            <th scope="col">{measureName(table)}</th>
            <th scope="col" class="slices-number">
              {TABLE.rest}
            </th>
            <th scope="col" class="slices-number">
              {TABLE.difference}
            </th>
            <th scope="col" class="slices-number" title={TABLE.chanceHint}>
              {TABLE.chance}
            </th>
            <th scope="col">
              <span class="unseen">{TABLE.limit}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {table.slices.map((slice) => (
            <SliceRow key={slice.name} workbench={workbench} table={table} slice={slice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function measureName({ measures, measure }: SliceTableFrame): string {
  const found = measures.find(({ text }) => text === measure);
  return found ? measureTitle(found) : measure;
}

function SliceRow(props: { workbench: Workbench; table: SliceTableFrame; slice: Slice }) {
  const { workbench, table, slice } = props;
  const room = workbench.rooms.slices;
  const want = limitText(table, slice);
  const sure = slice.adjusted <= SIGNIFICANT;
  return (
    <tr
      class={room.chosen.value === slice.name ? "slices-chosen" : ""}
      data-testid="slice"
      data-significant={sure}
    >
      <th scope="row">
        <button
          type="button"
          class="bare slices-name clip"
          title={visible(slice.name)}
          onClick={() => room.choose(slice.name)}
        >
          {visible(slice.name)}
        </button>
      </th>
      <td class="slices-number">{slice.rows.toLocaleString("en")}</td>
      <td>
        <RateBar table={table} slice={slice} sure={sure} />
      </td>
      <td class="slices-number">{slice.rest === null ? "–" : percent(slice.rest)}</td>
      <td class={`slices-number ${sure ? "slices-sure" : ""}`}>
        {slice.rest === null ? "–" : pointsText(slice.value - slice.rest)}
      </td>
      <td class={`slices-number ${sure ? "slices-sure" : "quiet"}`}>
        {chanceText(slice.adjusted)}
      </td>
      <td>
        {want && (
          <button
            type="button"
            class="chip"
            title={limitHint(want)}
            data-testid="slice-limit"
            onClick={() => {
              workbench.rooms.matrix.want(want);
              workbench.room.value = "matrix";
            }}
          >
            {TABLE.limit}
          </button>
        )}
      </td>
    </tr>
  );
}

/** The rate with its interval, and the rate of all rows as a tick; the longest bar is full. */
function RateBar(props: { table: SliceTableFrame; slice: Slice; sure: boolean }) {
  const { table, slice, sure } = props;
  const longest = Math.max(table.value, ...table.slices.map((each) => each.high), 0.01);
  const [low, high, all, at] = [slice.low, slice.high, table.value, slice.value].map(
    (share) => (100 * share) / longest,
  ) as [number, number, number, number];
  return (
    <span
      class="slices-rate row"
      title={TABLE.intervalHint(percent(slice.low), percent(slice.high))}
    >
      <b class={sure ? "slices-sure" : ""}>{percent(slice.value)}</b>
      <svg class="slices-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect class="slices-all" x={all - 0.4} y="0" width="0.8" height="12" />
        <rect
          class="slices-interval"
          x={low}
          y="4.5"
          width={Math.max(0.5, high - low)}
          height="3"
        />
        <rect
          class={`slices-dot ${sure ? "slices-dot-sure" : ""}`}
          x={Math.min(98.5, Math.max(0, at - 0.75))}
          y="1.500"
          width="1.500"
          height="9"
        />
      </svg>
    </span>
  );
}
