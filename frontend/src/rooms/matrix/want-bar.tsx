import type { Fault } from "../../session/store";
import { sentence } from "../../ui/format";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { WANT, wantExamples } from "./words";

const CHIPS = 3;
const LONGEST_HINT = 200;
const LAST_BOUND = /^(.*\b(?:and|subject to)\s+|)([\s\S]*)$/i;

/** A want in words, with completion and examples. */
export function WantBar({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const fault = room.wantFault.value;
  const text = room.wantText.value;
  const examples = wantExamples(view, (room.choice.value?.costs ?? []).length > 0);
  const write = (next: string) => {
    room.wantText.value = next;
    room.wantFault.value = null;
  };
  return (
    <div class="want">
      <form
        class="want-form row"
        onSubmit={(event) => {
          event.preventDefault();
          room.want(text.trim());
        }}
      >
        <label for="want-text">{WANT.label}</label>
        <input
          id="want-text"
          class={`field want-text ${fault ? "refused" : ""}`}
          data-testid="want"
          list="want-completions"
          placeholder={examples.slice(0, 2).join(" and ")}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault ? "want-fault" : undefined}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
        />
        <datalist id="want-completions">
          {completions(text, examples).map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <button type="submit" class="button" data-testid="steer" disabled={!text.trim()}>
          {WANT.steer}
        </button>
        {text === "" && (
          <p class="want-examples row note">
            {WANT.examples}
            {examples.slice(0, CHIPS).map((each) => (
              <button
                key={each}
                type="button"
                class="chip"
                data-testid="want-example"
                onClick={() => write(each)}
              >
                {each}
              </button>
            ))}
          </p>
        )}
      </form>
      {fault && <WantFault text={text} fault={fault} />}
    </div>
  );
}

/** Whole wants that begin with what was typed: the last bound of it is completed. */
export function completions(text: string, examples: string[]): string[] {
  const [, before = "", last = ""] = LAST_BOUND.exec(text) ?? [];
  const begun = last.trim().toLowerCase();
  return examples
    .filter((each) => each.toLowerCase().includes(begun) && each !== last)
    .map((each) => `${before}${each}`);
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
        <b>{sentence(what)}</b> {todo && sentence(todo.length > LONGEST_HINT ? WANT.unknown : todo)}
      </p>
    </div>
  );
}
