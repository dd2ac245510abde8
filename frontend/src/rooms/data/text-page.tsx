import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { plural } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { rangeWords, takenNumber } from "../../ui/number-range";
import { Scroller } from "../../ui/scroller";
import { Select } from "../../ui/select";
import { sayAt } from "../../ui/term";
import type { FileView, LookFrame, TextChoice } from "../../wire/data";
import { StopWords } from "./stop-words";
import type { DataStore } from "./store";
import { TEXT } from "./words";

/** How documents become counts, with a live look at what one of them becomes. */
export function TextPage({ room, view }: { room: DataStore; view: FileView }) {
  const text = room.choice.value!.text;
  const look = room.look.value;
  return (
    <div class="text-page" data-testid="text-page">
      <Options room={room} view={view} text={text} />
      <section class="text-look pane" aria-label={TEXT.previewLabel}>
        <LookHead room={room} view={view} />
        {look && <Look look={look} text={text} />}
      </section>
    </div>
  );
}

function Options({ room, view, text }: { room: DataStore; view: FileView; text: TextChoice }) {
  const gesture = useRef(0);
  const listing = useSignal(false);
  const toggle = (key: "stop_words" | "stems", title: string) => (
    <label class="toggle">
      <input
        type="checkbox"
        data-testid={`text-${key}`}
        checked={text[key]}
        onChange={(event) => room.setText({ [key]: event.currentTarget.checked })}
      />
      {title}
    </label>
  );
  return (
    <fieldset class="text-options">
      <legend class="unseen">{TEXT.options}</legend>
      <Menu
        name="language"
        title={TEXT.language}
        chosen={text.language}
        items={view.languages.map(({ name, title }) => ({ value: name, label: title }))}
        onChoose={(language) => room.setText({ language })}
      />
      {toggle("stop_words", TEXT.stopWords)}
      {text.stop_words && (
        <button
          type="button"
          class="text-button text-edit-list"
          data-testid="edit-stop-words"
          aria-expanded={listing.value}
          onClick={() => {
            listing.value = !listing.value;
          }}
        >
          {listing.value ? TEXT.closeList : TEXT.editList}
        </button>
      )}
      {text.stop_words && listing.value && <StopWords room={room} text={text} />}
      {toggle("stems", TEXT.stems)}
      <label>
        {TEXT.sequences}
        <Select
          class="field field-small"
          testid="text-ngrams"
          value={String(text.ngrams)}
          options={[1, 2, 3, 4, 5].map((n) => [String(n), plural(n, "word", "words")] as const)}
          onChoose={(value) => room.setText({ ngrams: Number(value) })}
        />
      </label>
      <label>
        {TEXT.atLeast}
        <input
          type="number"
          class="field field-small text-number"
          data-testid="text-min"
          min={1}
          step={1}
          value={text.min_documents}
          onFocus={() => {
            gesture.current = Date.now() % 1_000_000_000;
          }}
          onChange={(event) => {
            const range = { low: 1, whole: true };
            const least = takenNumber(event.currentTarget.value, range);
            event.currentTarget.value = String(least ?? text.min_documents);
            if (least === null) sayAt(event.currentTarget, TEXT.refused(rangeWords(range)));
            else if (least !== text.min_documents)
              room.setText({ min_documents: least }, gesture.current);
          }}
        />
        {text.min_documents === 1 ? TEXT.document : TEXT.documents}
      </label>
      <label>
        {TEXT.count}
        <Select
          class="field field-small"
          testid="text-binary"
          value={text.binary ? "once" : "often"}
          options={[
            ["often", TEXT.often],
            ["once", TEXT.once],
          ]}
          onChoose={(value) => room.setText({ binary: value === "once" })}
        />
      </label>
    </fieldset>
  );
}

function LookHead({ room, view }: { room: DataStore; view: FileView }) {
  const rows = view.preview.length;
  const typed = room.lookTyped.value;
  const go = (step: number) => {
    room.lookTyped.value = null;
    room.lookRow.value = (room.lookRow.value + step + rows) % rows;
  };
  return (
    <header class="text-look-head row">
      <h3>{TEXT.preview}</h3>
      <IconButton icon="left" label={TEXT.previous} testid="look-previous" onClick={() => go(-1)} />
      <span class="text-look-row" data-testid="look-row">
        {typed === null ? TEXT.row(room.lookRow.value + 1) : TEXT.typed}
      </span>
      <IconButton icon="right" label={TEXT.next} testid="look-next" onClick={() => go(1)} />
      <input
        class="field data-field"
        data-testid="look-typed"
        aria-label={TEXT.typedLabel}
        placeholder={TEXT.typedHint}
        autocomplete="off"
        value={typed ?? ""}
        onInput={(event) => {
          room.lookTyped.value = event.currentTarget.value || null;
        }}
      />
    </header>
  );
}

function Look({ look, text }: { look: LookFrame; text: TextChoice }) {
  const most = Math.max(1, ...look.counts.map(({ count: times }) => times));
  const hidden = look.tokens_in_all - look.tokens.length;
  return (
    <div class="text-look-body">
      <Scroller class="text-tokens wrap scrolls" label={TEXT.words} testid="tokens">
        {look.tokens.length === 0 && <p class="quiet">{TEXT.noWords}</p>}
        {look.tokens.map((token, i) =>
          token.why ? (
            <del key={i} title={TEXT.removed(token.why)}>
              {token.word}
            </del>
          ) : (
            <span key={i} class="text-token" title={TEXT.countedAs(token.word, token.term)}>
              <b>{token.term}</b>
              {endingOf(token.word, token.term)}
            </span>
          ),
        )}
        {!look.typed && look.document.endsWith("…") && <p class="quiet">{TEXT.cut}</p>}
        {hidden > 0 && <p class="quiet">{TEXT.moreWords(hidden)}</p>}
      </Scroller>
      <Scroller class="text-counts scrolls" label={TEXT.counted}>
        <h3>
          {TEXT.terms(look.terms_in_all)}{" "}
          <span class="quiet">{text.binary ? TEXT.once : TEXT.often}</span>
        </h3>
        <ul data-testid="counts">
          {look.counts.map(({ term, count: times, documents }) => (
            <li
              key={term}
              class={`${term.includes(" ") ? "text-run" : ""} ${
                documents < text.min_documents ? "text-rare" : ""
              }`}
              title={TEXT.inDocuments(documents, look.documents)}
            >
              <span dir="auto">{term}</span>
              <span class="text-count-bar" style={{ width: `${(times / most) * 56}px` }} />
              <span class="text-count">{times}</span>
            </li>
          ))}
        </ul>
      </Scroller>
    </div>
  );
}

/** What the stem took off the word, or the word itself where the stem is no beginning of it. */
function endingOf(word: string, term: string) {
  if (word === term) return null;
  if (word.startsWith(term)) return <s>{word.slice(term.length)}</s>;
  return <s> {word}</s>;
}
