import { useSignal } from "@preact/signals";
import { visible } from "../../ui/format";
import { Select } from "../../ui/select";
import type { MatrixView } from "../../wire/matrix";
import {
  type BuiltWant,
  builtText,
  firstBuilt,
  goalOf,
  percentTyped,
  priorTyped,
  usualPercent,
} from "./built-want";
import { shownOrder } from "./class-order";
import { CutoffChoice } from "./group-cutoffs";
import type { MatrixStore } from "./store";
import {
  BUILDER,
  catchText,
  FEWEST_ERRORS,
  inUseLabel,
  inUseText,
  type Limited,
  nextText,
  percentNumber,
  tightestText,
  tooTightText,
  verb,
} from "./words";

const CONFIDENCE = 0.95;

/** "Lose at most 0.5 % of ham, then catch as much spam as possible", to choose from. */
export function Builder({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const built = room.built.value ?? firstBuilt(view);
  const set = (change: Partial<BuiltWant>) => {
    room.built.value = { ...built, ...change };
  };
  const text = builtText(built, view);
  return (
    <section class="builder" aria-label={BUILDER.label} data-testid="builder">
      <form
        class="builder-sentence row"
        onSubmit={(event) => {
          event.preventDefault();
          if (text !== null) room.want(text);
        }}
      >
        <VerbChoice view={view} built={built} onSet={set} />
        <span>{BUILDER.atMost}</span>
        <RateField built={built} refused={text === null} onSet={set} />
        <span>% {built.limited === "called" ? BUILDER.amongCalled : BUILDER.of}</span>
        <ClassChoice
          view={view}
          label={BUILDER.which}
          testid="builder-class"
          place={built.place}
          onChoose={(place) => set({ place, percent: usualPercent(view, place) })}
        />
        <GoalChoice view={view} built={built} onSet={set} />
        <button
          type="submit"
          class="button button-go"
          data-testid="builder-steer"
          disabled={text === null}
        >
          {BUILDER.steer}
        </button>
      </form>
      <Guarantee room={room} view={view} built={built} onSet={set} />
    </section>
  );
}

interface PartProps {
  view: MatrixView;
  built: BuiltWant;
  onSet: (change: Partial<BuiltWant>) => void;
}

/** Lose, Miss or Allow: of two classes, the first two are the rows of one class each. */
function VerbChoice({ view, built, onSet }: PartProps) {
  const positive = view.positive === null ? null : view.classes.indexOf(view.positive);
  const choices: { value: string; limited: Limited; place: number; title: string }[] = [];
  const add = (limited: Limited, place: number, isPositive: boolean) =>
    choices.push({
      value: `${limited} ${place}`,
      limited,
      place,
      title: verb(limited, isPositive),
    });
  if (positive === null) {
    add("missed", built.place, true);
    add("called", built.place, true);
  } else {
    add("missed", 1 - positive, false);
    add("missed", positive, true);
    add("called", built.limited === "called" ? built.place : positive, true);
  }
  return (
    <Select
      label={BUILDER.verb}
      testid="builder-verb"
      value={`${built.limited} ${built.place}`}
      options={choices.map(({ value, title }) => [value, title] as const)}
      onChoose={(value) => {
        const chosen = choices.find((each) => each.value === value)!;
        onSet({
          limited: chosen.limited,
          place: chosen.place,
          percent: usualPercent(view, chosen.place),
        });
      }}
    />
  );
}

function RateField(props: {
  built: BuiltWant;
  refused: boolean;
  onSet: (change: Partial<BuiltWant>) => void;
}) {
  const { built, refused, onSet } = props;
  return (
    <input
      class={`field builder-rate ${refused ? "refused" : ""}`}
      inputMode="decimal"
      autocomplete="off"
      aria-label={BUILDER.rate}
      aria-invalid={refused}
      aria-describedby="builder-line"
      data-testid="builder-rate"
      value={built.percent}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => onSet({ percent: event.currentTarget.value })}
    />
  );
}

function ClassChoice(props: {
  view: MatrixView;
  label: string;
  testid: string;
  place: number;
  onChoose: (place: number) => void;
}) {
  const { view, label, testid, place, onChoose } = props;
  return (
    <Select
      class="field builder-class"
      label={label}
      testid={testid}
      value={String(place)}
      options={shownOrder(view.classes).map(
        (each) => [String(each), visible(view.classes[each]!)] as const,
      )}
      onChoose={(value) => onChoose(Number(value))}
    />
  );
}

/** What is improved next: of two classes that follows from the limit, of several it is chosen. */
function GoalChoice({ view, built, onSet }: PartProps) {
  const goal = goalOf(built, view);
  const name = goal === null ? "" : view.classes[goal]!;
  if (view.classes.length === 2) {
    return (
      <>
        <span class="builder-comma">,</span>
        <span data-testid="builder-goal">{nextText(name, name === view.positive)}</span>
      </>
    );
  }
  return (
    <>
      <span class="builder-comma">,</span>
      <span>{BUILDER.next}</span>
      <Select
        class="field builder-goal"
        label={BUILDER.goal}
        testid="builder-goal"
        value={goal === null ? "" : String(goal)}
        options={[
          ["", FEWEST_ERRORS],
          ...shownOrder(view.classes).map(
            (each) => [String(each), catchText(view.classes[each]!)] as const,
          ),
        ]}
        onChoose={(value) => onSet({ goal: value === "" ? null : Number(value) })}
      />
    </>
  );
}

/** The switch of the guarantee, and what can be guaranteed with the rows at hand. */
function Guarantee(props: PartProps & { room: MatrixStore }) {
  const { room, view, built, onSet } = props;
  const on = room.choice.value?.confidence !== null;
  return (
    <div class="builder-guarantee row">
      <label class="toggle guarantee-switch">
        <input
          type="checkbox"
          role="switch"
          data-testid="confidence"
          checked={on}
          aria-checked={on}
          onChange={(event) =>
            room.send({
              action: "set-confidence",
              confidence: event.currentTarget.checked ? CONFIDENCE : null,
            })
          }
        />
        {BUILDER.guarantee}
      </label>
      <AskAPerson view={view} built={built} onSet={onSet} />
      {view.positive !== null && built.refer === null && (
        <InUse room={room} positive={view.positive} />
      )}
      <CutoffChoice room={room} view={view} />
      <BuilderLine view={view} built={built} guaranteed={on} />
    </div>
  );
}

const USUAL_REFERRAL = "5";

/** Whether rows may go to a person, and how many; one more limit of the sentence. */
function AskAPerson({ built, onSet }: PartProps) {
  const on = built.refer !== null;
  const refused = on && percentTyped(built.refer!) === null;
  return (
    <span class="builder-refer row" title={BUILDER.referHint}>
      <label class="toggle">
        <input
          type="checkbox"
          data-testid="refer"
          checked={on}
          onChange={(event) =>
            onSet({ refer: event.currentTarget.checked ? USUAL_REFERRAL : null })
          }
        />
        {BUILDER.refer}
      </label>
      {on ? (
        <>
          <input
            class={`field field-small ${refused ? "refused" : ""}`}
            inputMode="decimal"
            autocomplete="off"
            aria-label={BUILDER.referRate}
            aria-invalid={refused}
            data-testid="refer-rate"
            value={built.refer!}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => onSet({ refer: event.currentTarget.value })}
          />
          {BUILDER.rows}
        </>
      ) : (
        <span class="quiet">…</span>
      )}
    </span>
  );
}

/** How many of the rows in use will be of the class to catch, where that is known. */
function InUse({ room, positive }: { room: MatrixStore; positive: string }) {
  const prior = room.choice.value?.prior ?? null;
  const typed = useSignal<string | null>(null);
  const shown = prior === null ? "" : percentNumber(prior);
  const refused = typed.value !== null && typed.value.trim() !== "" && !priorTyped(typed.value);
  const commit = () => {
    const text = typed.value;
    typed.value = null;
    if (text === null || text.trim() === shown) return;
    const share = priorTyped(text);
    if (share !== null || text.trim() === "") room.send({ action: "set-prior", prior: share });
  };
  return (
    <label class="builder-in-use row" title={BUILDER.inUseHint}>
      {BUILDER.inUse}
      <input
        class={`field field-small ${refused ? "refused" : ""}`}
        inputMode="decimal"
        autocomplete="off"
        placeholder={BUILDER.sameShare}
        aria-label={inUseLabel(positive)}
        aria-invalid={refused}
        data-testid="prior"
        value={typed.value ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape") typed.value = null;
        }}
      />
      {inUseText(positive)}
    </label>
  );
}

function BuilderLine(props: { view: MatrixView; built: BuiltWant; guaranteed: boolean }) {
  const { view, built, guaranteed } = props;
  const percent = percentTyped(built.percent);
  const tightest = view.tightest[built.place]!;
  const tooTight =
    guaranteed && built.limited === "missed" && percent !== null && percent / 100 < tightest;
  const words =
    percent === null
      ? BUILDER.notARate
      : tooTight
        ? tooTightText(view.classes[built.place]!, percent / 100, tightest)
        : tightestText(view);
  return (
    <p
      id="builder-line"
      class={`note ${percent === null || tooTight ? "builder-warning" : ""}`}
      data-testid="rows-needed"
    >
      {words}
    </p>
  );
}
