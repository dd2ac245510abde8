import type { MailsAnswer } from "../../../wire/lessons";
import type { Change, LessonAsked } from "./kinds";
import { chance, figure } from "./numbers";
import { Cell } from "./parts";

/** What the parts of the lesson are given. */
export interface Shared {
  asked: LessonAsked["lesson-mails"];
  shown: MailsAnswer;
  change: Change<"lesson-mails">;
}

/** Every mail with the line's sum and each model's P(spam); the last row is the new one. */
export function MailTable({ asked, shown, change }: Shared) {
  const [w1, w2] = asked.weights;
  return (
    <table class="figures mail-table" data-testid="mail-table">
      <thead>
        <tr>
          <th scope="col">mail</th>
          <th scope="col">x₁</th>
          <th scope="col">x₂</th>
          <th scope="col">kind</th>
          <th scope="col">
            {figure(w1, 3)} x₁ + {figure(w2, 3)} x₂
          </th>
          {shown.models.map(({ name }) => (
            <th key={name} scope="col">
              <span class="quiet">P(spam)</span> {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {asked.rows.map((row, i) => (
          <tr key={i}>
            <th scope="row">{i + 1}</th>
            {row.map((value, column) => (
              <td key={column}>
                <Cell
                  label={`mail ${i + 1}, word ${column + 1}`}
                  testid={`mail-${i}-${column}`}
                  value={value}
                  onChange={(next) => change({ rows: asked.rows.with(i, row.with(column, next)) })}
                />
              </td>
            ))}
            <td>
              <button
                type="button"
                class={`kind-toggle ${asked.spam[i] ? "kind-spam" : "kind-ham"}`}
                aria-label={`mail ${i + 1} is ${asked.spam[i] ? "spam" : "ham"}: change`}
                data-testid={`kind-${i}`}
                onClick={() => change({ spam: asked.spam.with(i, !asked.spam[i]) })}
              >
                {asked.spam[i] ? "spam" : "ham"}
              </button>
            </td>
            <Decided
              flagged={shown.line.flagged[i]!}
              right={shown.line.flagged[i] === asked.spam[i]}
            >
              {figure(shown.line.sums[i], 3)}
            </Decided>
            {shown.models.map(({ name, mails }) => (
              <Decided
                key={name}
                flagged={(mails[i] ?? 0) > 0.5}
                right={mails[i] !== null && mails[i]! > 0.5 === asked.spam[i]}
              >
                {chance(mails[i])}
              </Decided>
            ))}
          </tr>
        ))}
        <NewMail asked={asked} shown={shown} change={change} />
      </tbody>
    </table>
  );
}

function NewMail({ asked, shown, change }: Shared) {
  return (
    <tr class="mail-new">
      <th scope="row">new</th>
      {asked.mail.map((value, column) => (
        <td key={column}>
          <Cell
            label={`new mail, word ${column + 1}`}
            testid={`new-${column}`}
            value={value}
            onChange={(next) => change({ mail: asked.mail.with(column, next) })}
          />
        </td>
      ))}
      <td class="quiet">?</td>
      <td>
        <b>{figure(shown.line.new, 3)}</b>
      </td>
      {shown.models.map(({ name, posterior }) => (
        <td key={name}>
          <b data-testid={`posterior-${name}`}>{chance(posterior)}</b>
        </td>
      ))}
    </tr>
  );
}

function Decided(props: { flagged: boolean; right: boolean; children: string }) {
  return (
    <td class={`mail-decided ${props.flagged ? "mail-decided-spam" : ""}`}>
      {props.children}
      <span class={props.right ? "mail-right" : "mail-wrong"}>
        {props.right ? "✓" : "✗"}
        <span class="unseen">{props.right ? "right" : "wrong"}</span>
      </span>
    </td>
  );
}
