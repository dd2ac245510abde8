import { useRef } from "preact/hooks";
import { count, plural } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { rangeWords, takenNumber } from "../../ui/number-range";
import { Scroller } from "../../ui/scroller";
import { sayAt } from "../../ui/term";
import type { FileView, LookFrame, TextChoice } from "../../wire/data";
import type { DataStore } from "./store";

/** How documents become counts, with a live look at what one of them becomes. */
export function TextPage({ room, view }: { room: DataStore; view: FileView }) {
  const text = room.choice.value!.text;
  const look = room.look.value;
  return (
    <div class="text-page" data-testid="text-page">
      <Options room={room} view={view} text={text} />
      <section class="text-look pane" aria-label="What a document becomes">
        <LookHead room={room} view={view} />
        {look && <Look look={look} text={text} />}
      </section>
    </div>
  );
}

function Options({ room, view, text }: { room: DataStore; view: FileView; text: TextChoice }) {
  const gesture = useRef(0);
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
      <legend class="unseen">How words are counted</legend>
      <Menu
        name="language"
        title="Language"
        chosen={text.language}
        items={view.languages.map(({ name, title }) => ({ value: name, label: title }))}
        onChoose={(language) => room.setText({ language })}
      />
      {toggle("stop_words", "leave out function words")}
      {toggle("stems", "count stems")}
      <label>
        runs of up to
        <select
          class="field field-small"
          data-testid="text-ngrams"
          value={String(text.ngrams)}
          onChange={(event) => room.setText({ ngrams: Number(event.currentTarget.value) })}
        >
          {[1, 2, 3, 4, 5].map((n) => (
            <option key={n} value={String(n)}>
              {plural(n, "word", "words")}
            </option>
          ))}
        </select>
      </label>
      <label>
        in at least
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
            if (least === null)
              sayAt(event.currentTarget, `Take ${rangeWords(range)}. It stays as it was.`);
            else if (least !== text.min_documents)
              room.setText({ min_documents: least }, gesture.current);
          }}
        />
        {text.min_documents === 1 ? "document" : "documents"}
      </label>
      <label>
        count
        <select
          class="field field-small"
          data-testid="text-binary"
          value={text.binary ? "once" : "often"}
          onChange={(event) => room.setText({ binary: event.currentTarget.value === "once" })}
        >
          <option value="often">how often</option>
          <option value="once">whether at all</option>
        </select>
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
      <h3>What becomes of</h3>
      <IconButton
        icon="left"
        label="Previous document"
        testid="look-previous"
        onClick={() => go(-1)}
      />
      <span class="text-look-row" data-testid="look-row">
        {typed === null ? `row ${count(room.lookRow.value + 1)}` : "what you type"}
      </span>
      <IconButton icon="right" label="Next document" testid="look-next" onClick={() => go(1)} />
      <input
        class="field data-field"
        data-testid="look-typed"
        aria-label="Words of your own to look at"
        placeholder="or type some words"
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
      <Scroller class="text-tokens wrap scrolls" label="Its words" testid="tokens">
        {look.tokens.length === 0 && <p class="quiet">No words.</p>}
        {look.tokens.map((token, i) =>
          token.why ? (
            <del key={i} title={`left out: ${token.why}`}>
              {token.word}
            </del>
          ) : (
            <span key={i} class="text-token" title={`${token.word} is counted as ${token.term}`}>
              <b>{token.term}</b>
              {endingOf(token.word, token.term)}
            </span>
          ),
        )}
        {!look.typed && look.document.endsWith("…") && (
          <p class="quiet">… of a long document only the beginning is looked at here.</p>
        )}
        {hidden > 0 && <p class="quiet">and {plural(hidden, "more word", "more words")}</p>}
      </Scroller>
      <Scroller class="text-counts scrolls" label="What is counted">
        <h3>
          {plural(look.terms_in_all, "term", "terms")}{" "}
          <span class="quiet">{text.binary ? "whether at all" : "how often"}</span>
        </h3>
        <ul data-testid="counts">
          {look.counts.map(({ term, count: times, documents }) => (
            <li
              key={term}
              class={`${term.includes(" ") ? "text-run" : ""} ${
                documents < text.min_documents ? "text-rare" : ""
              }`}
              title={`in ${count(documents)} of the first ${plural(look.documents, "document", "documents")}`}
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
