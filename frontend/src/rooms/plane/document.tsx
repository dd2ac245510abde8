import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { coordinate, visible } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { Term } from "../../ui/term";
import type { DocumentDetail, WordShare } from "../../wire/types";
import { DOCUMENT, OUTCOMES, type OutcomeName } from "./words";

const REFRESH_MS = 150;
const SHOWN_WORDS = 14;

/** The document that was clicked: where it stands, which words push it each way, its text. */
export function DocumentPanel({ workbench }: { workbench: Workbench }) {
  const say = useSay();
  const { store } = workbench;
  const shown = store.document.value;
  useFollowing(workbench);
  if (!shown) return null;
  const close = () => {
    store.document.value = null;
    workbench.rooms.plane.tab.value = "knobs";
  };
  return (
    <article class="document" data-testid="document">
      <header class="document-head">
        <h3 title={shown.id}>{titleOf(shown.id, say)}</h3>
        <IconButton icon="close" label={say(DOCUMENT.close)} onClick={close} />
      </header>
      <Verdict shown={shown} category={store.stateParts.category.value ?? ""} />
      <WordBars workbench={workbench} shown={shown} />
      <pre class="document-text" data-testid="document-text">
        {shown.text || say(DOCUMENT.noText)}
      </pre>
    </article>
  );
}

/** Asks again when the knobs have moved, so that the shares belong to what is shown. */
function useFollowing(workbench: Workbench): void {
  const timer = useRef(0);
  const asked = useRef<unknown>(null);
  useSignalEffect(() => {
    const state = workbench.store.state.value;
    const row = workbench.store.document.peek()?.row;
    if (asked.current === null || row === undefined) {
      asked.current = state;
      return;
    }
    if (asked.current === state) return;
    asked.current = state;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => workbench.store.inspect(row), REFRESH_MS);
  });
}

export function outcome(positive: boolean, decided: boolean): OutcomeName {
  if (positive) return decided ? "tp" : "fn";
  return decided ? "fp" : "tn";
}

function Verdict({ shown, category }: { shown: DocumentDetail; category: string }) {
  const name = outcome(shown.positive, shown.decided);
  return (
    <div class="verdict">
      <p>
        <span class={`chip chip-${name}`}>{name.toUpperCase()}</span>{" "}
        {OUTCOMES[name](visible(category))}
      </p>
      <p class="verdict-numbers">
        <Term name="margin">{DOCUMENT.margin}</Term> <b>{coordinate(shown.margin)}</b>
        <span class="dot">·</span>
        <Term name="likelihood">x</Term> {coordinate(shown.x)}
        <span class="dot">·</span>
        <Term name="likelihood">y</Term> {coordinate(shown.y)}
      </p>
      {shown.labels.length > 0 && (
        <p class="labels">
          {shown.labels.map((label) => (
            <span key={label} class="chip">
              {label}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function WordBars({ workbench, shown }: { workbench: Workbench; shown: DocumentDetail }) {
  const say = useSay();
  const words = shown.words.slice(0, SHOWN_WORDS);
  const rest = restOf(shown, words);
  const longest = Math.max(1e-9, ...words.map((word) => Math.abs(word.margin)));
  return (
    <div class="bars">
      <p class="bars-head spread note-faint">
        <span>{DOCUMENT.against}</span>
        <span>{DOCUMENT.for}</span>
      </p>
      {words.map((word) => (
        <Bar key={word.name} workbench={workbench} share={word} longest={longest} />
      ))}
      <p class="bars-rest spread note-faint">
        {say(DOCUMENT.rest)} <b>{coordinate(rest)}</b>
      </p>
      <p class="bars-rest spread note-faint" data-testid="document-fixed">
        <Term name="fixedPart">{say(DOCUMENT.fixed)}</Term> <b>{coordinate(shown.fixed.margin)}</b>
      </p>
    </div>
  );
}

function restOf(shown: DocumentDetail, words: WordShare[]): number {
  return shown.margin - shown.fixed.margin - words.reduce((sum, word) => sum + word.margin, 0);
}

interface BarProps {
  workbench: Workbench;
  share: WordShare;
  longest: number;
}

/** One word's push; a person may say that it is no evidence, which becomes its prior. */
function Bar({ workbench, share, longest }: BarProps) {
  const { store, rooms } = workbench;
  const category = visible(store.stateParts.category.value ?? "");
  const width = `${(Math.abs(share.margin) / longest) * 50}%`;
  const towards = share.margin >= 0;
  return (
    <div class="bar" data-testid="document-word" title={share.word}>
      <span
        class={`bar-fill ${towards ? "bar-for" : "bar-against"}`}
        style={towards ? { left: "50%", width } : { right: "50%", width }}
      />
      <span class={`bar-word clip ${towards ? "bar-word-for" : "bar-word-against"}`}>
        {share.word}
        {share.source === "hand" && " ✎"}
      </span>
      <span class={`bar-value ${towards ? "bar-value-for" : "bar-value-against"}`}>
        {coordinate(share.margin)}
      </span>
      {(store.stateParts.curve.value ?? 1) === 1 && (
        <button
          type="button"
          class={`bar-silence ${towards ? "bar-silence-left" : ""}`}
          data-testid="not-evidence"
          title={DOCUMENT.silenceHint(share.word, category)}
          onClick={() => rooms.plane.weighWord(share.name, 0)}
        >
          {DOCUMENT.silence}
        </button>
      )}
    </div>
  );
}
