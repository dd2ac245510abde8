import { count } from "../../ui/format";
import { shownValue } from "../../ui/scale";
import { Select } from "../../ui/select";
import type { GroupCutoffs, MatrixView, Outcome } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { accuracyText, GROUPS, groupedName, onePer, onePerNote, spanText } from "./words";

/** One cut-off for all rows, or one for each group of a column. */
export function CutoffChoice({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const chosen = room.choice.value?.cutoff_column ?? "";
  const named = view.outcome ? limitedColumns(view.outcome) : [];
  const columns = [...new Set([...named, ...(chosen ? [chosen] : []), ...view.group_columns])];
  if (view.positive === null || columns.length === 0) return null;
  return (
    <>
      <label class="builder-cutoffs row" title={GROUPS.hint}>
        {GROUPS.label}
        <Select
          testid="group-cutoffs"
          value={chosen}
          options={[
            ["", GROUPS.forAll],
            ...columns.map((column) => [column, onePer(column)] as const),
          ]}
          onChoose={(value) => room.send({ action: "set-group-cutoffs", column: value })}
        />
      </label>
      {chosen && (
        <p class="note builder-cutoffs-note" data-testid="group-cutoffs-note">
          {onePerNote(chosen)}
        </p>
      )}
    </>
  );
}

/** The columns that the limits of an answer are about. */
function limitedColumns({ bounds }: Outcome): string[] {
  return [...new Set(bounds.map((each) => each.each_group || each.gap_over).filter(Boolean))];
}

/** An offer to steer again with a cut-off for each group, where the limits are about one column. */
export function CutoffOffer(props: { room: MatrixStore; view: MatrixView; outcome: Outcome }) {
  const { room, view, outcome } = props;
  const [column, ...others] = limitedColumns(outcome);
  const chosen = room.choice.value?.cutoff_column ?? "";
  if (view.positive === null || !column || others.length > 0 || chosen || !outcome.asked) {
    return null;
  }
  return (
    <button
      type="button"
      class="chip"
      data-testid="cutoff-per-group"
      title={onePerNote(column)}
      onClick={() => {
        room.send({ action: "set-group-cutoffs", column });
        room.want(outcome.asked);
      }}
    >
      {GROUPS.tryOnePer} {column}
    </button>
  );
}

/** The cut-off of each group, its rows and its rate. */
export function CutoffTable({ cutoffs, view }: { cutoffs: GroupCutoffs; view: MatrixView }) {
  return (
    <div class="cutoff-table">
      <table data-testid="cutoff-table">
        <thead>
          <tr>
            <th scope="col">{cutoffs.column}</th>
            <th scope="col" class="cutoff-number">
              {GROUPS.rows}
            </th>
            <th scope="col" class="cutoff-number" title={GROUPS.cutoffHint}>
              {GROUPS.cutoff}
            </th>
            <th scope="col" class="cutoff-number">
              {groupedName(cutoffs.rate, view)}
            </th>
            <th scope="col">{GROUPS.interval}</th>
          </tr>
        </thead>
        <tbody>
          {cutoffs.groups.map((each) => (
            <tr key={each.group} data-testid="group-cutoff">
              <th scope="row">{each.group}</th>
              <td class="cutoff-number">{count(each.rows)}</td>
              <td class="cutoff-number">{each.cutoff === null ? "–" : shownValue(each.cutoff)}</td>
              <td class="cutoff-number">
                <b>{each.value === null ? "–" : accuracyText(each.value)}</b>
              </td>
              <td class="quiet">{spanText(each.low, each.high)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
