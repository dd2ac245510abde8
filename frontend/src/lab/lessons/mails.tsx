import { useEffect } from "preact/hooks";
import type { Session } from "../../session";
import { Chart, type Place } from "./chart";
import { lessonDesk } from "./desk";
import { START } from "./examples";
import { chance, figure } from "./numbers";
import { Awaiting, Cell, Checks, Group, Knob, Lesson } from "./parts";
import type { Fraction, MailModel, MailsAnswer, MailsAsked } from "./wire";

const KIND = "lesson-mails";

type Change = (next: Partial<MailsAsked>, dragging?: boolean) => void;

/** The lecture's four mails, by a line and by naive Bayes. */
export function MailsLesson({ session }: { session: Session }) {
  const desk = lessonDesk(session);
  const asked = desk.asked[KIND].value;
  const shown = desk.answers[KIND].value;
  useEffect(() => desk.open(KIND), [desk]);
  const change: Change = (next, dragging) => desk.ask(KIND, next, dragging);
  if (!shown) return <Awaiting what="Counting four mails" />;
  return (
    <Lesson
      name="mails"
      main={
        <>
          <div class="mails-top">
            <MailTable asked={asked} shown={shown} change={change} />
            <MailPlane asked={asked} shown={shown} change={change} />
          </div>
          <div class="mail-models">
            {shown.models.map((model) => (
              <ModelCard key={model.name} model={model} mail={asked.mail} />
            ))}
          </div>
        </>
      }
      aside={<Controls session={session} asked={asked} shown={shown} change={change} />}
    />
  );
}

interface Shared {
  asked: MailsAsked;
  shown: MailsAnswer;
  change: Change;
}

/** Every mail with the line's sum and each model's P(spam); the last row is the new one. */
function MailTable({ asked, shown, change }: Shared) {
  const [w1, w2] = asked.weights;
  return (
    <table class="lesson-working mail-table" data-testid="mail-table">
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
          <b data-testid={`posterior-${name.replace(" ", "-")}`}>{chance(posterior)}</b>
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

/** The mails in the plane of the two tests, with both lines. */
function MailPlane({ asked, shown, change }: Shared) {
  const most = Math.max(1, ...asked.rows.flat(), ...asked.mail);
  const domain = { x0: -0.35, x1: most + 0.6, y0: -0.35, y1: most + 0.6 };
  const { centres } = shown;
  const ticks = Array.from({ length: most + 1 }, (_, i) => i);
  return (
    <figure class="mail-plane">
      <Chart
        name="mails"
        description={`The mails in the plane; the line is right about ${shown.line.right} of ${asked.rows.length}`}
        width={250}
        height={236}
        domain={domain}
        xTicks={ticks}
        yTicks={ticks}
        xName="x₁"
        yName="x₂"
        onTake={() => 0}
        onMove={(_, [x, y], dragging) => {
          const whole = (value: number) => Math.max(0, Math.round(value));
          const mail = [whole(x), whole(y)];
          if (String(mail) !== String(asked.mail) || !dragging) change({ mail }, dragging);
        }}
      >
        {(place) => (
          <>
            <Boundary place={place} w={asked.weights} t={asked.threshold} name="line" />
            <Boundary place={place} w={centres.w} t={centres.t} name="bisector" />
            <Centre place={place} at={centres.spam} name="spam" />
            <Centre place={place} at={centres.ham} name="ham" />
            {asked.rows.map(([x, y], i) => (
              <g key={i} transform={`translate(${place.x(x!)} ${place.y(y!)})`}>
                {asked.spam[i] ? (
                  <circle class="mark-in" r={7} />
                ) : (
                  <rect class="mark-out" x={-6} y={-6} width={12} height={12} />
                )}
              </g>
            ))}
            <circle
              class="mail-new-ring"
              cx={place.x(asked.mail[0]!)}
              cy={place.y(asked.mail[1]!)}
              r={11}
            />
          </>
        )}
      </Chart>
      <figcaption class="mail-legend">
        <span class="mail-key mail-key-line">
          the weights: right about {shown.line.right} of {asked.rows.length}
        </span>
        <span class="mail-key mail-key-centres">
          half-way between the centres: w = ({centres.w.map((each) => figure(each, 3)).join(", ")}),
          t = <b data-testid="centres-t">{figure(centres.t, 4)}</b>
        </span>
      </figcaption>
    </figure>
  );
}

/** w · x = t. */
function Boundary(props: { place: Place; w: number[]; t: number; name: string }) {
  const [a, b] = props.w as [number, number];
  if (a === 0 && b === 0) return null;
  const far = 40;
  const ends: [number, number][] =
    Math.abs(b) > Math.abs(a)
      ? [-far, far].map((x) => [x, (props.t - a * x) / b])
      : [-far, far].map((y) => [(props.t - b * y) / a, y]);
  const [from, to] = ends as [[number, number], [number, number]];
  return (
    <line
      class={props.name}
      x1={props.place.x(from[0])}
      y1={props.place.y(from[1])}
      x2={props.place.x(to[0])}
      y2={props.place.y(to[1])}
    />
  );
}

function Centre({ place, at, name }: { place: Place; at: number[]; name: string }) {
  const [x, y] = [place.x(at[0]!), place.y(at[1]!)];
  return (
    <path
      class={`mail-centre mail-centre-${name}`}
      d={`M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}`}
    />
  );
}

const ABOUT: Record<string, string> = {
  Bernoulli: "which words are there: shares of mails",
  multinomial: "how often: shares of words, the lecture's estimate",
  "as printed": "the slide to the letter: presence, with shares of words",
};

/** The estimates as fractions, and the product for the new mail. */
function ModelCard({ model, mail }: { model: MailModel; mail: number[] }) {
  return (
    <section class="mail-model" aria-label={model.name}>
      <h3>
        {model.name} <span class="quiet">{ABOUT[model.name]}</span>
      </h3>
      <table>
        <thead>
          <tr>
            <th />
            <th scope="col">P(y)</th>
            <th scope="col">word 1</th>
            <th scope="col">word 2</th>
            <th scope="col">new mail</th>
          </tr>
        </thead>
        <tbody>
          {model.classes.map((each) => (
            <tr key={each.name} class={`kind-row-${each.name}`}>
              <th scope="row">{each.name}</th>
              <td>
                {each.prior[0]}/{each.prior[1]}
              </td>
              {each.rates.map((rate, i) => (
                <td key={i} title={`${figure(rate.value, 4)}`}>
                  {fractionText(rate)}
                </td>
              ))}
              <td>
                <b>{figure(each.product, 3)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="mail-product">
        {model.posterior === null
          ? "Both products are 0: one estimate of 0 has silenced all the others. Never say never: smooth."
          : `P(spam) = ${figure(model.classes[1]!.product, 3)} / (${model.classes.map(({ product }) => figure(product, 3)).join(" + ")}) = ${chance(model.posterior)}`}
      </p>
      <p class="quiet mail-steps">{steps(model, mail)}</p>
    </section>
  );
}

function fractionText({ top, bottom }: Fraction): string {
  return bottom === 0 ? "0/0" : `${figure(top, 3)}/${figure(bottom, 3)}`;
}

/** The factors of the spam product in words. */
function steps(model: MailModel, mail: number[]): string {
  const spam = model.classes[1]!;
  const factors = spam.rates.map((rate, i) => {
    const held = mail[i]!;
    const text = fractionText(rate);
    if (model.name === "multinomial") {
      if (held === 0) return null;
      return held === 1 ? text : `(${text})^${held}`;
    }
    return held > 0 ? text : `(1 − ${text})`;
  });
  const parts = [`${spam.prior[0]}/${spam.prior[1]}`, ...factors.filter(Boolean)];
  return `spam: ${parts.join(" × ")} = ${figure(spam.product, 3)}`;
}

function Controls({ session, asked, shown, change }: Shared & { session: Session }) {
  const start = START[KIND];
  const fits = asked.rows.every((_, i) => shown.line.flagged[i] === asked.spam[i]);
  return (
    <>
      <Group title="Naive Bayes">
        <Knob
          session={session}
          name="smoothing"
          label="smoothing"
          help="Added to every count. The lecture adds 1; at 0 a word never seen forbids a class."
          low={0}
          high={5}
          value={asked.smoothing}
          start={start.smoothing}
          onMove={(smoothing, dragging) => change({ smoothing }, dragging)}
        />
      </Group>
      <Group title="The line">
        {[0, 1].map((i) => (
          <Knob
            key={i}
            session={session}
            name={`weight-${i + 1}`}
            label={`weight ${i + 1}`}
            help="The score of a test that succeeds."
            low={0}
            high={8}
            value={asked.weights[i]!}
            start={start.weights[i]!}
            onMove={(value, dragging) =>
              change({ weights: asked.weights.with(i, value) }, dragging)
            }
          />
        ))}
        <Knob
          session={session}
          name="threshold"
          label="threshold"
          help="A mail whose sum is above it is called spam."
          low={0}
          high={12}
          value={asked.threshold}
          start={start.threshold}
          onMove={(threshold, dragging) => change({ threshold }, dragging)}
        />
        <p class="quiet" data-testid="line-fits">
          {fits
            ? "All four are right. With equal weights that holds above 2.5 and up to 5."
            : `Right about ${shown.line.right} of ${asked.rows.length}.`}
        </p>
      </Group>
      <section class="group">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="mails-reset"
            onClick={() => change(start)}
          >
            the lecture's mails
          </button>
          <button
            type="button"
            class="button"
            title="Two words that no mail holds together, and no smoothing"
            data-testid="mails-never"
            onClick={() =>
              change({
                rows: [
                  [1, 0],
                  [1, 0],
                  [0, 1],
                  [0, 1],
                ],
                spam: [true, true, false, false],
                mail: [1, 1],
                smoothing: 0,
              })
            }
          >
            never say never
          </button>
        </div>
      </section>
      <Group title="The lecture's table">
        <Checks checks={shown.checks} />
        <ul class="lesson-remarks">
          <li>
            The spam slide defines Xₖ by presence and estimates it by shares of words: a mixture of
            the first two models. It is the third.
          </li>
          <li>
            Both words are as frequent in ham as in spam, so counting them says nothing, and the
            prior decides; only presence tells the four mails apart.
          </li>
          <li>
            The perceptron slide trains while y w·x &lt; 0. From w = 0 that is never true, and
            nothing is learnt: it has to be ≤ 0.
          </li>
        </ul>
      </Group>
    </>
  );
}
