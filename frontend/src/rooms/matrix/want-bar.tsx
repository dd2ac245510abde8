import type { Fault } from "../../session/store";
import { sentence } from "../../ui/format";
import type { MatrixView } from "../../wire/matrix";
import type { MatrixStore } from "./store";
import { WANT } from "./words";

const CHIPS = 2;
const LONGEST_HINT = 200;

/** A want in words, with completion and examples. */
export function WantBar({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const fault = room.wantFault.value;
  const text = room.wantText.value;
  const known = room.completions.value;
  const offered = text !== "" && known ? known.completions : view.examples;
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
          placeholder={view.examples[0]?.text}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault ? "want-fault" : undefined}
          value={text}
          onInput={(event) => room.writeWant(event.currentTarget.value)}
          onKeyDown={(event) => {
            const typed = event.currentTarget.value.trim();
            if (event.key !== "Enter" || event.isComposing || !typed) return;
            // With the list of completions open, a browser may not submit the form by itself.
            event.preventDefault();
            room.want(typed);
          }}
        />
        <datalist id="want-completions" data-testid="want-completions">
          {offered.map((each) => (
            <option key={each.text} value={each.text} label={each.meaning} />
          ))}
        </datalist>
        <button type="submit" class="button" data-testid="steer" disabled={!text.trim()}>
          {WANT.steer}
        </button>
      </form>
      {text === "" && (
        <p class="want-examples row note">
          {WANT.examples}
          {view.examples.slice(0, CHIPS).map((each) => (
            <button
              key={each.text}
              type="button"
              class="chip"
              title={each.meaning}
              data-testid="want-example"
              onClick={() => room.writeWant(each.text)}
            >
              {each.text}
            </button>
          ))}
        </p>
      )}
      {fault && <WantFault text={text} fault={fault} />}
    </div>
  );
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
