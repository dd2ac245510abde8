import { count } from "../../ui/format";
import { classColor } from "../../ui/palette";
import { Select } from "../../ui/select";
import { Term } from "../../ui/term";
import type { ErrorBound, MatrixView, Program } from "../../wire/matrix";
import { LevelsChart } from "./levels-chart";
import { drawn } from "./program-layout";
import { BOUND, LEGEND } from "./program-words";
import type { MatrixStore } from "./store";
import { accuracyText } from "./words";

const MANY = 12;

/** What the marks mean, a class to follow, accuracy by levels. */
export function ProgramLegend(props: { room: MatrixStore; view: MatrixView; program: Program }) {
  const { room, view, program } = props;
  const frozen = Object.entries(program.frozen).filter(
    ([name]) => name !== "fitted" && name !== "saved",
  );
  const hidden = drawn(program).filter((each) => !each).length;
  const total = frozen.reduce((sum, [, value]) => sum + value, 0);
  return (
    <div class="program-legend row small">
      {view.classes.length > MANY ? (
        <FollowMenu room={room} view={view} />
      ) : (
        <FollowChips room={room} view={view} />
      )}
      <p class="quiet">
        <span class="key-square" /> <Term name="frozen">{LEGEND.frozen}</Term> {count(total)} ·{" "}
        {program.kind === "votes" && (
          <>
            <span class="key-ring" /> <Term name="weak">{LEGEND.weak}</Term>
            {LEGEND.thicker} ·{" "}
          </>
        )}
        {LEGEND.decide(program.frozen.fitted ?? 0)}
        {program.kind === "votes" && `, ${LEGEND.saved(program.frozen.saved ?? 0)}`}
        {hidden > 0 && LEGEND.hidden(hidden)}
        {room.followed.value !== null && LEGEND.dashed}
      </p>
      {program.bound && <ProvenError bound={program.bound} stopped={total > 0} />}
      <LevelsChart room={room} />
    </div>
  );
}

/** What martingale boosting proves, from the least advantage of any node. */
function ProvenError({ bound, stopped }: { bound: ErrorBound; stopped: boolean }) {
  const { advantage, node, majority } = bound;
  const number = advantage.toFixed(2).replace("-", "−");
  return (
    <p class="quiet" data-testid="proven-error">
      <Term name="bound">{BOUND.title}</Term>:{" "}
      {stopped
        ? BOUND.early
        : advantage > 0
          ? BOUND.most(accuracyText(majority), number)
          : BOUND.none(node, number)}
    </p>
  );
}

/** A class to follow, a chip each. */
function FollowChips({ room, view }: { room: MatrixStore; view: MatrixView }) {
  return (
    <fieldset class="filters wrap">
      <legend class="unseen">{LEGEND.followLabel}</legend>
      <span class="quiet">{LEGEND.follow}</span>
      {view.classes.map((name, place) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-pressed={room.followed.value === place}
          data-testid={`follow-class-${place}`}
          onClick={() => {
            room.followed.value = room.followed.value === place ? null : place;
          }}
        >
          <i style={{ background: classColor(place, room.positive.value, view.classes.length) }} />{" "}
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The same where there are too many for chips. */
function FollowMenu({ room, view }: { room: MatrixStore; view: MatrixView }) {
  return (
    <label>
      <span class="quiet">{LEGEND.follow} </span>
      <Select
        class="field field-small"
        testid="follow-class"
        value={String(room.followed.value ?? "")}
        options={[
          ["", LEGEND.noClass],
          ...view.classes.map((name, place) => [String(place), name] as const),
        ]}
        onChoose={(value) => {
          room.followed.value = value === "" ? null : Number(value);
        }}
      />
    </label>
  );
}
