import type { Workbench } from "../../session/workbench";
import { count, sentence, visible } from "../../ui/format";
import { Term } from "../../ui/term";
import type { FeatureShift, Limit, UseView } from "../../wire/use";
import { EvidenceChart, RateChart } from "./limit-chart";
import type { UseStore } from "./store";
import { evidenceText, LIMIT, NEXT, SHIFT, STATES, valueText } from "./words";

/** Each limit with its state, rate and evidence over time; then what shifted without labels. */
export function WatchPage({ workbench, view }: { workbench: Workbench; view: UseView }) {
  const room = workbench.rooms.use;
  return (
    <div class="use-watch scrolls" data-testid="use-watch" data-state={view.state}>
      {view.limits.map((limit, place) => (
        <LimitCard key={limit.bound} room={room} view={view} limit={limit} place={place} />
      ))}
      <Shifts view={view} />
    </div>
  );
}

function LimitCard(props: { room: UseStore; view: UseView; limit: Limit; place: number }) {
  const { room, view, limit, place } = props;
  const text = (value: number | null) => valueText(value, limit.is_share);
  return (
    <section class={`use-card use-${limit.state}`} data-testid="use-limit" data-state={limit.state}>
      <header>
        <p class="use-state row">
          <StateMark state={limit.state} />
          <strong>
            {limit.broken_since !== null
              ? LIMIT.since(limit.broken_since, limit.broken_time)
              : STATES[limit.state]}
          </strong>
        </p>
        <h2 class="use-words">{sentence(limit.words)}</h2>
        <p class="note">
          {limit.reason
            ? sentence(limit.reason)
            : limit.estimate === null
              ? LIMIT.noRows
              : sentence(
                  LIMIT.found(text(limit.estimate), limit.rows, text(limit.low), text(limit.high)),
                )}
        </p>
        <NextStep room={room} view={view} limit={limit} />
      </header>
      {limit.row_numbers.length > 0 && !limit.reason && (
        <div class="use-charts">
          <figure>
            <figcaption class="note">
              <Term name="confidenceSequence">{LIMIT.rate}</Term>
            </figcaption>
            <RateChart limit={limit} times={view.times} name={`${place}`} />
          </figure>
          <figure>
            <figcaption class="note">
              <Term name="eValue">{LIMIT.evidence}</Term>
            </figcaption>
            <EvidenceChart limit={limit} times={view.times} name={`${place}`} />
          </figure>
        </div>
      )}
    </section>
  );
}

/** A shape for each state, so that color is not all that tells them apart. */
export function StateMark({ state }: { state: Limit["state"] }) {
  const path = {
    holds: "M2.500 6.500 5 9.500 10 3",
    undecided: "M3 6.500h7",
    broken: "M3 3l7 7 M10 3l-7 7",
  };
  return (
    <svg class={`use-mark use-mark-${state}`} viewBox="0 0 13 13" aria-hidden="true">
      <path d={path[state]} />
    </svg>
  );
}

function NextStep({ room, view, limit }: { room: UseStore; view: UseView; limit: Limit }) {
  if (limit.state === "holds" || limit.reason) return null;
  const enough = Object.values(view.repair.by_class).every((rows) => rows > 0);
  const broken = limit.state === "broken";
  return (
    <div class="use-next row">
      <span>{broken ? NEXT.broken : NEXT.undecided(view.open_rows)}</span>
      {view.open_rows > 0 && (
        <button
          type="button"
          class="button"
          data-testid="use-go-label"
          onClick={() => {
            room.page.value = "label";
          }}
        >
          {NEXT.label}
        </button>
      )}
      {broken && enough && (
        <button
          type="button"
          class="button button-main"
          data-testid="use-repair"
          onClick={() => room.repair()}
        >
          {NEXT.repair(view.repair.rows)}
        </button>
      )}
    </div>
  );
}

function Shifts({ view }: { view: UseView }) {
  if (view.rows === 0) return null;
  const shown = view.shifts.filter(({ kind, since }) => kind !== "column" || since !== null);
  const quiet = view.shifts.length - shown.length;
  return (
    <section class="use-card" data-testid="use-shifts">
      <h3>{SHIFT.title}</h3>
      {view.shifts.length === 0 && <p class="note">{SHIFT.none}</p>}
      {shown.length > 0 && (
        <table class="figures use-shifts">
          <thead>
            <tr>
              <th>{SHIFT.what}</th>
              <th>{SHIFT.before}</th>
              <th>{SHIFT.now}</th>
              <th>{SHIFT.evidence}</th>
              <th>{SHIFT.state}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((shift) => (
              <ShiftRow key={`${shift.kind} ${shift.about}`} shift={shift} />
            ))}
          </tbody>
        </table>
      )}
      {quiet > 0 && <p class="note">{SHIFT.quiet(quiet)}</p>}
      {view.effects.map((effect) => (
        <p key={effect}>{sentence(effect)}</p>
      ))}
      {view.notes.map((note) => (
        <p key={note} class="note">
          {sentence(note)}
        </p>
      ))}
    </section>
  );
}

function ShiftRow({ shift }: { shift: FeatureShift }) {
  const { kind, about, part, since } = shift;
  const prefix = SHIFT.names[kind];
  const name = kind === "score" ? prefix : `${prefix} ${visible(about)}`.trim();
  const share = (value: number | null) => (value === null ? "" : valueText(value, true));
  return (
    <tr class={since === null ? "" : "use-shifted"} data-shifted={since !== null}>
      <th>
        {name}
        {part && <span class="note"> {visible(part)}</span>}
      </th>
      <td>{share(shift.before)}</td>
      <td>{share(shift.now)}</td>
      <td>
        {evidenceText(shift.e_value)}{" "}
        <span class="note-faint">/ {count(Math.round(shift.alarm_at))}</span>
      </td>
      <td>{since === null ? SHIFT.no : SHIFT.since(since)}</td>
    </tr>
  );
}
