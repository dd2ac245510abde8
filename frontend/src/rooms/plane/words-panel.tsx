import { useEffect } from "preact/hooks";
import { count, visible } from "../../ui/format";
import { useSay } from "../../ui/naming";
import { NumberField } from "../../ui/number-field";
import { SearchField } from "../../ui/search-field";
import { Select } from "../../ui/select";
import { Slider } from "../../ui/slider";
import { Term } from "../../ui/term";
import { pageOf, TERMS } from "../../ui/terms";
import type { WordFrame, WordOrder, WordRow } from "../../wire/types";
import { PriorShape } from "./prior-shape";
import { priorText, shareText } from "./shares";
import type { PlaneStore } from "./store";
import { WORDS, weightText } from "./words";

/** Every word with its counts, prior and weight; the chosen one can be set by hand. */
export function WordsPanel({ plane }: { plane: PlaneStore }) {
  const say = useSay();
  const found = plane.words.value;
  useEffect(() => plane.askWords(), [plane]);
  return (
    <section class="words-panel" data-testid="words-panel">
      <ChosenWord plane={plane} />
      <div class="words-head">
        <SearchField
          search={plane.search}
          label={say(WORDS.search)}
          hint={say(WORDS.hint)}
          testid="words-search"
          onSearch={() => plane.askWords()}
        />
        <Select
          class=""
          label={say(WORDS.orderLabel)}
          testid="words-order"
          value={plane.order.value}
          options={Object.entries(WORDS.orders).map(([order, text]) => [order, say(text)] as const)}
          onChoose={(value) => {
            plane.order.value = value as WordOrder;
            plane.askWords();
          }}
        />
      </div>
      {found && <WordTable plane={plane} />}
    </section>
  );
}

function WordTable({ plane }: { plane: PlaneStore }) {
  const say = useSay();
  const found = plane.words.value!;
  const widest = Math.max(1e-9, ...found.words.map(({ weight }) => Math.abs(weight)));
  return (
    <>
      <table class="figures words-table" data-testid="words-table" data-set={found.set}>
        <thead>
          <tr>
            <th scope="col">{say(WORDS.word)}</th>
            <th scope="col" title={say(WORDS.inside(count(found.positives)))}>
              {WORDS.c}
            </th>
            <th scope="col" title={say(WORDS.outside(count(found.negatives)))}>
              {WORDS.notC}
            </th>
            <th scope="col">
              <Term name="alpha">α</Term>
            </th>
            <th scope="col">
              <Term name="beta">β</Term>
            </th>
            <th scope="col">
              <Term name="wordWeight">{WORDS.weight}</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {found.words.map((row) => (
            <Row key={row.word} plane={plane} row={row} widest={widest} />
          ))}
        </tbody>
      </table>
      <p class="note-faint words-count">
        {say(WORDS.listed(found.words.length, found.found))}
        {found.set > 0 && (
          <>
            {" "}
            {say(WORDS.set(found.set))}{" "}
            <button
              type="button"
              class="text-button"
              data-testid="words-reset"
              onClick={() => plane.send({ action: "reset-word" })}
            >
              {WORDS.resetAll}
            </button>
          </>
        )}
      </p>
    </>
  );
}

function Row(props: { plane: PlaneStore; row: WordRow; widest: number }) {
  const { plane, row, widest } = props;
  const chosen = plane.chosen.value === row.word;
  const share = (50 * Math.abs(row.weight)) / widest;
  const side = row.weight >= 0 ? { left: "50%" } : { right: "50%" };
  return (
    <tr
      class={`word-row word-${row.source} ${chosen ? "word-chosen" : ""}`}
      data-testid="word-row"
      data-word={row.word}
    >
      <th scope="row">
        <button
          type="button"
          class="bare clip word-name"
          aria-pressed={chosen}
          title={visible(row.label)}
          onClick={() => plane.chooseWord(chosen ? null : row.word)}
        >
          {visible(row.label)}
        </button>
      </th>
      <td>{count(row.positive)}</td>
      <td>{count(row.negative)}</td>
      <td>{priorText(row.alpha)}</td>
      <td>{priorText(row.beta)}</td>
      <td class="word-weight" data-value={row.weight}>
        <span
          class={`word-fill ${row.weight >= 0 ? "bar-for" : "bar-against"}`}
          style={{ ...side, width: `${share}%` }}
        />
        <span class="word-weight-text">{weightText(row.weight)}</span>
      </td>
    </tr>
  );
}

/** The chosen word: its prior, what each class makes of it, and the sliders that set it. */
function ChosenWord({ plane }: { plane: PlaneStore }) {
  const say = useSay();
  const shown = plane.word.value;
  if (!plane.chosen.value || !shown) {
    return <p class="quiet words-hint">{say(WORDS.choose)}</p>;
  }
  const { word } = shown;
  return (
    <div class="word-detail" data-testid="word-detail" data-word={word.word}>
      <h3>
        <b>{visible(word.label)}</b>{" "}
        <span class="note-faint" data-testid="word-source">
          {say(WORDS.sources[word.source])}
        </span>
      </h3>
      <p class="note">
        {say(
          WORDS.counts(
            `${count(word.positive)} of ${count(shown.positives)}`,
            `${count(word.negative)} of ${count(shown.negatives)}`,
          ),
        )}
      </p>
      <PriorShape
        testid="word-shape"
        description={WORDS.shape(visible(word.label), shareText(shown.theta[0]))}
        top={shown.top}
        outlines={[
          { kind: "prior", shares: shown.prior },
          { kind: "negative", shares: shown.negative },
          { kind: "positive", shares: shown.positive },
        ]}
        marks={[
          { kind: "negative", at: shown.theta[1], title: shareText(shown.theta[1]) },
          { kind: "positive", at: shown.theta[0], title: shareText(shown.theta[0]) },
        ]}
      />
      <p class="note-faint word-legend">
        <span class="prior-key prior-key-prior" /> {WORDS.prior}
        <span class="prior-key prior-key-positive" /> P({WORDS.c}) {shareText(shown.theta[0])}
        <span class="prior-key prior-key-negative" /> {WORDS.notC} {shareText(shown.theta[1])}
      </p>
      <WordSliders plane={plane} shown={shown} />
    </div>
  );
}

const RANGES = { alpha: { low: 1e-5, high: 1e4 }, beta: { low: 1e-2, high: 1e6 } };

function WordSliders({ plane, shown }: { plane: PlaneStore; shown: WordFrame }) {
  const say = useSay();
  const { word } = shown;
  const now = plane.heldWord.value ?? word;
  const knobs = plane.store.state.value?.plane.knobs;
  return (
    <>
      {(["alpha", "beta"] as const).map((name) => (
        <Slider
          key={name}
          name={`word-${name}`}
          label={name}
          help={say(TERMS[name])}
          page={pageOf(name)}
          low={Math.min(RANGES[name].low, now[name])}
          high={Math.max(RANGES[name].high, now[name])}
          scale="log"
          typed={{ above: 0 }}
          value={now[name]}
          shown={priorText}
          ticks={[{ kind: "default", value: knobs?.[name] ?? 1, title: WORDS.shared }]}
          newGesture={() => plane.store.newGesture()}
          onMove={(value, gesture, dragging) =>
            plane.setWord({ ...now, [name]: value }, gesture, dragging)
          }
          onReset={() => plane.resetWord()}
          onRelease={() => plane.releaseWord()}
        />
      ))}
      <div class="slider word-weigh">
        <label class="slider-label" for="value-word-weight">
          <Term name="wordWeight">{WORDS.weight}</Term>
        </label>
        <NumberField
          id="value-word-weight"
          testid="value-word-weight"
          label={WORDS.weight}
          value={word.weight}
          shown={weightText(word.weight)}
          onSet={(weight) => plane.weighWord(word.word, weight)}
        />
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="word-silence"
          title={say(WORDS.silenceHint)}
          onClick={() => plane.weighWord(word.word, 0)}
        >
          {WORDS.silence}
        </button>
        <button
          type="button"
          class="button"
          data-testid="word-reset"
          disabled={word.source !== "hand"}
          onClick={() => plane.resetWord()}
        >
          {WORDS.reset}
        </button>
      </div>
    </>
  );
}
