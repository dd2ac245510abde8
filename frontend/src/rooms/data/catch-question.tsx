import { shares, visible } from "../../ui/format";
import { Select } from "../../ui/select";
import type { Class, FileView } from "../../wire/data";
import { ClassName } from "./class-name";
import type { DataStore } from "./store";
import { CATCH, ofRows } from "./words";

/** Up to so many classes stand side by side; more are chosen from a list. */
const FEW = 4;

/** The one question that matters: which class to catch, with a suggestion. */
export function CatchQuestion({ room, view }: { room: DataStore; view: FileView }) {
  const [labels] = view.labels;
  if (!view.positive || !labels || view.labels.length > 1) return null;
  const { label, reason } = view.positive;
  const chosen = labels.balance.find((each) => each.label === label);
  const parts = shares(
    labels.balance.map(({ rows }) => rows),
    labels.rows,
  );
  const figures = (bar: Class, place: number) => ofRows(bar.rows, labels.rows, parts[place]!);
  const choose = (next: string) => {
    if (next !== label) room.send({ action: "choose-positive", label: next });
  };
  return (
    <section class="data-catch" data-testid="catch-question">
      <h3>{CATCH.question}</h3>
      {labels.classes <= FEW ? (
        <div class="data-catch-classes row" role="radiogroup" aria-label={CATCH.question}>
          {labels.balance.map((bar, place) => (
            <div key={bar.label} class="data-catch-class row" data-chosen={bar.label === label}>
              <label class="row">
                <input
                  type="radio"
                  name="catch"
                  data-testid="catch-class"
                  data-name={bar.label}
                  checked={bar.label === label}
                  onChange={() => choose(bar.label)}
                />
                <b dir="auto">{visible(bar.name)}</b>
                <span class="quiet">{figures(bar, place)}</span>
              </label>
              <ClassName room={room} bar={bar} />
            </div>
          ))}
        </div>
      ) : (
        <Select
          label={CATCH.question}
          testid="catch-select"
          value={label}
          options={labels.balance.map(
            (bar, place) => [bar.label, `${visible(bar.name)} · ${figures(bar, place)}`] as const,
          )}
          onChoose={(value) => choose(value)}
        />
      )}
      <p class="quiet">
        {CATCH.reasons[reason]} {CATCH.about(visible(chosen?.name ?? label))}{" "}
        {labels.classes > 2 ? CATCH.allAlike : CATCH.anyTime}
      </p>
    </section>
  );
}
