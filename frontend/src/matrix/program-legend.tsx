import { count, plural } from "../ui/format";
import { Term } from "../ui/term";
import { classColor } from "./colors";
import type { MatrixDesk } from "./desk";
import { LevelsChart } from "./levels-chart";
import { drawn } from "./program-layout";
import type { MatrixView, Program } from "./wire";

const MANY = 12;

/** What the marks mean, a class to follow, accuracy by levels. */
export function ProgramLegend(props: { desk: MatrixDesk; view: MatrixView; program: Program }) {
  const { desk, view, program } = props;
  const frozen = Object.entries(program.frozen).filter(
    ([name]) => name !== "fitted" && name !== "saved",
  );
  const hidden = drawn(program).filter((each) => !each).length;
  const total = frozen.reduce((sum, [, value]) => sum + value, 0);
  return (
    <div class="program-legend">
      {view.classes.length > MANY ? (
        <FollowMenu desk={desk} view={view} />
      ) : (
        <FollowChips desk={desk} view={view} />
      )}
      <p class="quiet">
        <span class="key-square" /> <Term name="frozen">frozen</Term> {count(total)} ·{" "}
        <span class="key-ring" /> <Term name="weak">weak</Term>, the thicker the needier ·{" "}
        {plural(program.frozen.fitted ?? 0, "node decides", "nodes decide")},{" "}
        {count(program.frozen.saved ?? 0)} saved
        {hidden > 0 &&
          ` · ${plural(hidden, "node that no row reaches is", "nodes that no row reaches are")} not drawn`}
        {desk.followed.value !== null && " · dashed: a vote for another class"}
      </p>
      <LevelsChart desk={desk} />
    </div>
  );
}

/** A class to follow, a chip each. */
function FollowChips({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  return (
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
          <i style={{ background: classColor(place, desk.positive.value, view.classes.length) }} />{" "}
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The same where there are too many for chips. */
function FollowMenu({ desk, view }: { desk: MatrixDesk; view: MatrixView }) {
  return (
    <label>
      <span class="quiet">follow </span>
      <select
        class="field field-small"
        data-testid="follow-class"
        value={desk.followed.value ?? ""}
        onChange={(event) => {
          const { value } = event.currentTarget;
          desk.followed.value = value === "" ? null : Number(value);
        }}
      >
        <option value="">no class</option>
        {view.classes.map((name, place) => (
          <option key={name} value={place}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
