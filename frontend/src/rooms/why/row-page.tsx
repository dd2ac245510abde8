import { visible } from "../../ui/format";
import { titleOf, useSay } from "../../ui/naming";
import { RowPicture } from "../../ui/row-picture";
import { Term } from "../../ui/term";
import type { Explanation, Field, Flip } from "../../wire/why";
import { type WhyStore, wordOf } from "./store";
import { absentText, Waterfall } from "./waterfall";
import { number, ROW, WHAT_IF } from "./words";

/** One row: from the base value to its score, and its values to change. */
export function RowPage({ room }: { room: WhyStore }) {
  const explanation = room.explanation.value;
  const open = room.open.value;
  if (open === undefined) return <NoRow room={room} />;
  return (
    <section class="why-row" aria-label={ROW.title} data-testid="why-row">
      <RowHead room={room} />
      {explanation ? (
        <>
          <Verdict room={room} explanation={explanation} />
          {explanation.pushes === null ? (
            <p class="quiet">{ROW.asking}</p>
          ) : (
            <Waterfall explanation={explanation} />
          )}
          {explanation.absent_words.length > 0 && (
            <p class="note" data-testid="absent-words">
              {ROW.missing} {absentText(explanation.absent_words)}
            </p>
          )}
          <p class="note-faint">{explanation.exact ? ROW.exact : ROW.shapley}</p>
        </>
      ) : (
        <p class="quiet">{ROW.asking}</p>
      )}
      <WhatIf room={room} />
    </section>
  );
}

function NoRow({ room }: { room: WhyStore }) {
  return (
    <section class="why-row why-no-row" aria-label={ROW.title}>
      <h3>{ROW.empty}</h3>
      <p class="quiet">{ROW.emptyHint}</p>
      <button type="button" class="button" data-testid="new-row" onClick={() => room.startNew()}>
        {ROW.tryNew}
      </button>
    </section>
  );
}

function RowHead({ room }: { room: WhyStore }) {
  const say = useSay();
  const row = room.row.value;
  return (
    <header class="why-row-head row">
      {row?.picture && <RowPicture picture={row.picture} size={48} />}
      <h3 class="clip">
        <Term name="contribution">{ROW.title}</Term>: {row ? titleOf(row.id, say) : ROW.newRow}
      </h3>
      {row && (
        <span class="quiet" data-testid="row-labels">
          {ROW.part[row.part]}, {ROW.actual} <b>{visible(row.actual)}</b>
        </span>
      )}
      <button
        type="button"
        class="text-button why-new"
        data-testid="new-row"
        onClick={() => room.startNew()}
      >
        {ROW.tryNew}
      </button>
    </header>
  );
}

function Verdict({ room, explanation }: { room: WhyStore; explanation: Explanation }) {
  const before = room.row.value?.explanation;
  const turned = room.changed.value && before && before.predicted !== explanation.predicted;
  const over = explanation.predicted === explanation.category;
  return (
    <p
      class={`why-verdict ${over ? "why-verdict-for" : ""}`}
      data-testid="verdict"
      data-predicted={explanation.predicted}
      data-score={explanation.score}
      aria-live="polite"
    >
      {ROW.predicted} <b>{visible(explanation.predicted)}</b>
      <span class="quiet">
        {" "}
        · {ROW.score} {number(explanation.score)}, {ROW.away(explanation)}
      </span>
      {turned && (
        <span class="why-turned" data-testid="turned">
          {WHAT_IF.turned(before.predicted, explanation.predicted)}
        </span>
      )}
    </p>
  );
}

function WhatIf({ room }: { room: WhyStore }) {
  const fields = room.fields.value;
  const unknown = room.tried.value?.unknown ?? [];
  if (!room.explanation.value) return null;
  return (
    <section class="what-if" aria-label={WHAT_IF.title}>
      <div class="what-if-head row">
        <h3>{WHAT_IF.title}</h3>
        <span class="quiet clip">{fields.length ? WHAT_IF.hint : WHAT_IF.unusable}</span>
        {fields.length > 0 && (
          <button
            type="button"
            class="button"
            title={WHAT_IF.flipHint}
            data-testid="find-flips"
            disabled={room.flipping.value}
            onClick={() => room.findFlips()}
          >
            {room.flipping.value ? WHAT_IF.searching : WHAT_IF.flip}
          </button>
        )}
        {room.changed.value && (
          <button type="button" class="button" data-testid="reset-row" onClick={() => room.reset()}>
            {WHAT_IF.reset}
          </button>
        )}
      </div>
      <Flips room={room} />
      <div class="what-if-fields">
        {fields.map((field) => (
          <FieldEditor key={field.name} room={room} field={field} />
        ))}
      </div>
      {unknown.length > 0 && <p class="note">{WHAT_IF.unknown(unknown)}</p>}
    </section>
  );
}

function FieldEditor({ room, field }: { room: WhyStore; field: Field }) {
  const edited = room.edits.value[field.name];
  const value = edited ?? field.value;
  const bad = field.kind === "number" && value.trim() !== "" && !Number.isFinite(Number(value));
  const common = {
    class: `field what-if-field ${edited === undefined ? "" : "what-if-edited"} ${bad ? "refused" : ""}`,
    id: `field-${field.name}`,
    "data-testid": `field-${field.name}`,
    value,
    onInput: (event: { currentTarget: { value: string } }) =>
      room.edit(field.name, event.currentTarget.value),
  };
  const hint = bad
    ? WHAT_IF.notNumber
    : field.kind === "number"
      ? WHAT_IF.range(field.low, field.high)
      : undefined;
  return (
    <div class={`what-if-label what-if-${field.kind}`} title={hint}>
      <label class="clip quiet" for={common.id}>
        {visible(field.name)}
      </label>
      {field.kind === "text" && <textarea {...common} rows={5} spellcheck={false} />}
      {field.kind === "category" && (
        <select {...common}>
          {!field.options.includes(value) && <option value={value}>{value || "–"}</option>}
          {field.options.map((option) => (
            <option key={option} value={option}>
              {visible(option) || "–"}
            </option>
          ))}
        </select>
      )}
      {field.kind === "number" && <input {...common} inputMode="decimal" aria-invalid={bad} />}
      {field.kind === "date" && <input {...common} type="date" />}
    </div>
  );
}

function Flips({ room }: { room: WhyStore }) {
  const found = room.flips.value;
  const texts = room.fields.value.filter(({ kind }) => kind === "text").length;
  if (!found) return null;
  if (found.flips.length === 0) {
    return (
      <p class="note" data-testid="no-flip">
        {WHAT_IF.none}
      </p>
    );
  }
  return (
    <div class="what-if-flips" data-testid="flips">
      <p class="note">{WHAT_IF.flips(found.decided)}</p>
      <ul>
        {found.flips.map((flip) => (
          <li key={flipText(flip, texts)} class="row">
            <span class="clip">{flipText(flip, texts)}</span>
            <button
              type="button"
              class="text-button"
              data-testid="apply-flip"
              onClick={() => room.apply(flip.changes)}
            >
              {WHAT_IF.apply}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The changes in words; of several texts, that in which a word changes is named. */
function flipText({ changes }: Flip, texts: number): string {
  return changes
    .map(({ kind, name, fields, before, value }) => {
      if (kind !== "word") return WHAT_IF.change.number(visible(name), before, value);
      const place = texts > 1 && fields.length === 1 ? visible(fields[0]!) : "";
      const { add, remove } = WHAT_IF.change;
      return value === "0" ? remove(wordOf(name), place) : add(wordOf(name), place);
    })
    .join(", ");
}
