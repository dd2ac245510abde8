import { Term } from "../../../ui/term";
import type { PeopleAnswer, PeopleClass } from "../../../wire/lessons";
import { chance, figure, scientific } from "./numbers";
import { COLUMNS } from "./people-columns";

/** prior × density × density × density = product, and the share it has of both. */
export function Working({ shown }: { shown: PeopleAnswer }) {
  return (
    <table class="figures" data-testid="people-working">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">class</span>
          </th>
          <th scope="col">prior</th>
          {COLUMNS.map(({ name }) => (
            <th key={name} scope="col">
              {name}
              <span class="quiet"> mean · σ</span>
            </th>
          ))}
          <th scope="col">
            <Term name="naive">product</Term>
          </th>
          <th scope="col">posterior</th>
        </tr>
      </thead>
      <tbody>
        {shown.classes.map((each) => (
          <WorkingRow key={each.name} each={each} />
        ))}
        <tr class="people-pushes">
          <th scope="row">
            log odds<span class="unseen"> of male against female</span>
          </th>
          <td>{figure(Math.log(shown.classes[0]!.prior / shown.classes[1]!.prior), 3)}</td>
          {shown.pushes.map((push, i) => (
            <td key={COLUMNS[i]!.name}>
              <Push value={push} />
            </td>
          ))}
          <td colSpan={2} class="quiet">
            they add up: right is male, left is female
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function WorkingRow({ each }: { each: PeopleClass }) {
  return (
    <tr class={`sex-${each.name}`}>
      <th scope="row">
        <span class="sex-key" aria-hidden="true" />
        {each.name}
      </th>
      <td>{figure(each.prior, 3)}</td>
      {COLUMNS.map(({ name }, i) => (
        <td key={name}>
          <b data-testid={`density-${each.name}-${name}`}>{figure(each.densities[i], 4)}</b>
          <span class="quiet">
            {figure(each.means[i], 4)} · {figure(each.deviations[i], 4)}
          </span>
        </td>
      ))}
      <td>
        <b data-testid={`joint-${each.name}`}>{scientific(each.joint)}</b>
      </td>
      <td>
        <b data-testid={`posterior-${each.name}`}>{chance(each.posterior)}</b>
      </td>
    </tr>
  );
}

const WIDEST_PUSH = 16;

/** A bar from the middle: how far one column pushes the odds. */
function Push({ value }: { value: number | null }) {
  const share = value === null ? 0 : Math.max(-1, Math.min(1, value / WIDEST_PUSH));
  return (
    <span class="people-push">
      <i
        class={share >= 0 ? "people-push-male" : "people-push-female"}
        style={{
          width: `${50 * Math.abs(share)}%`,
          left: share >= 0 ? "50%" : `${50 + 50 * share}%`,
        }}
      />
      <span>{figure(value, 3)}</span>
    </span>
  );
}
