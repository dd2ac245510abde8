import { useSignal } from "@preact/signals";
import type { Fault } from "../../session/store";
import { count, sentence } from "../../ui/format";
import { tipHandlers } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { classWritten, percent, rowSums, rowsNeeded, tightestRate } from "./words";

const CONFIDENCE = 0.95;

/** A want in words, and whether it has to hold on new data. */
export function WantBar({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const typed = useSignal<string | null>(null);
  const fault = room.wantFault.value;
  const text = typed.value ?? room.wantText.value;
  const example = view.positive
    ? "fp <= 5, or recall >= 95% and precision >= 80%"
    : exampleFor(view);
  return (
    <div class="want">
      <form
        class="want-form row"
        onSubmit={(event) => {
          event.preventDefault();
          typed.value = null;
          room.want(text.trim());
        }}
      >
        <label for="want-text">I want</label>
        <input
          id="want-text"
          class={`field want-text ${fault ? "refused" : ""}`}
          data-testid="want"
          placeholder={example}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault ? "want-fault" : undefined}
          value={text}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            room.wantText.value = event.currentTarget.value;
            room.wantFault.value = null;
          }}
        />
        <button
          type="submit"
          class="button button-main"
          data-testid="steer"
          disabled={!text.trim()}
        >
          Steer
        </button>
        <ConfidenceSwitch room={room} view={view} />
      </form>
      {fault && <WantFault text={text} fault={fault} />}
      {!fault && room.choice.value?.confidence !== null && (
        <p class="quiet want-rows" data-testid="rows-needed">
          {rowsHint(view)}
        </p>
      )}
    </div>
  );
}

function exampleFor(view: MatrixView): string {
  const [first = "a", second = "b"] = view.classes;
  const [one, other] = [classWritten(first), classWritten(second)];
  return `recall(${one}) >= 95%, or cell(${one}, ${other}) <= 3`;
}

/** The want again with a caret under the place that could not be read. */
function WantFault({ text, fault }: { text: string; fault: Fault }) {
  const { what, todo, position } = fault;
  return (
    <div class="want-fault" id="want-fault" role="alert" data-testid="want-fault">
      {position !== undefined && (
        <pre aria-hidden="true">
          {text}
          {"\n"}
          {" ".repeat(position)}
          <b>^</b>
        </pre>
      )}
      <p>
        <b>{sentence(what)}</b> {todo && sentence(shortText(todo))}
      </p>
    </div>
  );
}

function shortText(todo: string): string {
  return todo.length > 140
    ? "Use fp, fn, recall, precision, f1, accuracy, cost or cell(a, b)"
    : todo;
}

/** How many rows a promise takes, and what the rows at hand can promise. */
function rowsHint(view: MatrixView): string {
  const fewest = Math.min(...rowSums(view.shown.matrix));
  const needed = count(rowsNeeded(0.01, CONFIDENCE));
  const tightest = percent(tightestRate(fewest, CONFIDENCE));
  return `To promise a rate of 1 % takes ${needed} held out rows of a class without an error. Your smallest class has ${count(fewest)}: it can promise ${tightest} at best.`;
}

function ConfidenceSwitch({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const on = room.choice.value?.confidence !== null;
  const hint = `A rate then has to hold on new rows with 95 % probability, whatever they look like. ${rowsHint(view)}`;
  return (
    <label class="toggle want-promise small" {...tipHandlers(hint)}>
      <input
        type="checkbox"
        data-testid="confidence"
        checked={on}
        aria-description={hint}
        onChange={(event) =>
          room.send({
            action: "set-confidence",
            confidence: event.currentTarget.checked ? CONFIDENCE : null,
          })
        }
      />
      hold on new data with 95 %
    </label>
  );
}
