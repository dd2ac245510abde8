import { useSignal } from "@preact/signals";
import { type NumberRange, rangeWords, takenNumber } from "./number-range";
import { sayAt, takeBackRefusal } from "./term";

/**
 * A number that counts when it is committed: Enter or leaving the field; Escape takes it back. What
 * cannot be there is refused in a word at the field, and the value stays as it was.
 */
export function NumberField(props: {
  label: string;
  testid: string;
  value: number;
  shown: string;
  range?: NumberRange;
  id?: string;
  kind?: string;
  title?: string;
  disabled?: boolean;
  onSet: (value: number) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** Enter took the number, or there was none to take. */
  onDone?: (field: HTMLInputElement) => void;
}) {
  const range = props.range ?? {};
  const typed = useSignal<string | null>(null);
  const refused = useSignal(false);
  const commit = (field: HTMLInputElement): boolean => {
    const text = typed.value;
    typed.value = null;
    if (text === null || text.trim() === "") return true;
    const value = takenNumber(text, range);
    refused.value = value === null;
    if (value === null)
      sayAt(field, `Not “${text.trim()}”: ${rangeWords(range)}. It stays as it was.`);
    else if (value !== props.value) props.onSet(value);
    return value !== null;
  };
  return (
    <input
      id={props.id}
      class={`${props.kind ?? "slider-value"} ${refused.value ? "refused" : ""}`}
      inputMode={range.whole ? "numeric" : "decimal"}
      autocomplete="off"
      aria-label={props.label}
      aria-invalid={refused.value}
      title={props.title}
      data-testid={props.testid}
      disabled={props.disabled}
      value={typed.value ?? props.shown}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
        refused.value = false;
        takeBackRefusal();
      }}
      onPaste={props.onPaste}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        const field = event.currentTarget;
        event.stopPropagation();
        if (event.key === "Enter" && commit(field)) props.onDone?.(field);
        if (event.key === "Escape") {
          typed.value = null;
          refused.value = false;
          props.onDone?.(field);
        }
      }}
    />
  );
}
