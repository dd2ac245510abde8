import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { TextChoice } from "../../wire/data";
import type { DataStore } from "./store";
import { STOP_WORDS } from "./words";

/** The stop words of the language: each can be counted after all, and others can be added. */
export function StopWords({ room, text }: { room: DataStore; text: TextChoice }) {
  const listed = room.stopWords.value;
  const known = listed?.language === text.language ? listed.words : null;
  const { extra_stop_words: extra, keep_words: kept } = text;
  useEffect(() => {
    if (!known) room.send({ action: "list-stop-words", language: text.language });
  }, [known, text.language, room]);
  if (!known) return <p class="quiet">{STOP_WORDS.loading}</p>;
  const all = [...known, ...extra.filter((word) => !known.includes(word))].sort();
  const toggle = (word: string) => {
    if (extra.includes(word)) room.setText({ extra_stop_words: without(extra, word) });
    else if (kept.includes(word)) room.setText({ keep_words: without(kept, word) });
    else room.setText({ keep_words: [...kept, word] });
  };
  return (
    <section class="stop-words" aria-label={STOP_WORDS.title} data-testid="stop-words">
      <p class="quiet">{STOP_WORDS.hint(count(all.length - kept.length))}</p>
      <AddWord
        onAdd={(word) => {
          if (kept.includes(word)) room.setText({ keep_words: without(kept, word) });
          else if (!all.includes(word)) room.setText({ extra_stop_words: [...extra, word] });
        }}
      />
      <ul class="stop-words-list scrolls">
        {all.map((word) => (
          <li key={word}>
            <button
              type="button"
              class="stop-word"
              data-testid="stop-word"
              data-name={word}
              data-added={extra.includes(word)}
              aria-pressed={!kept.includes(word)}
              title={kept.includes(word) ? STOP_WORDS.removeAgain(word) : STOP_WORDS.keep(word)}
              onClick={() => toggle(word)}
            >
              {word}
              {!kept.includes(word) && <Icon name="close" size={10} />}
            </button>
          </li>
        ))}
      </ul>
      {(extra.length > 0 || kept.length > 0) && (
        <button
          type="button"
          class="text-button"
          data-testid="stop-words-reset"
          onClick={() => room.setText({ extra_stop_words: [], keep_words: [] })}
        >
          {STOP_WORDS.reset}
        </button>
      )}
    </section>
  );
}

function AddWord({ onAdd }: { onAdd: (word: string) => void }) {
  const typed = useSignal("");
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const word = typed.value.trim().toLowerCase();
        if (word) onAdd(word);
        typed.value = "";
      }}
    >
      <input
        class="field field-small data-field"
        data-testid="add-stop-word"
        aria-label={STOP_WORDS.add}
        placeholder={STOP_WORDS.add}
        autocomplete="off"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" disabled={!typed.value.trim()}>
        {STOP_WORDS.addButton}
      </button>
    </form>
  );
}

function without(words: string[], word: string): string[] {
  return words.filter((each) => each !== word);
}
