import { useSignal } from "@preact/signals";
import { typedNumber } from "./scale";

/** A number that counts when it is committed: Enter or leaving the field; Escape takes it back. */
export function NumberField(props: {
  label: string;
  testid: string;
  value: number;
  shown: string;
  whole?: boolean;
  /** The number to take for what was typed; null refuses it. */
  within?: (value: number) => number | null;
  onSet: (value: number) => void;
  onPaste?: (event: ClipboardEvent) => void;
}) {
  const typed = useSignal<string | null>(null);
  const commit = () => {
    const given = typed.value === null ? null : typedNumber(typed.value);
    typed.value = null;
    const value = given === null || !props.within ? given : props.within(given);
    if (value !== null && value !== props.value) props.onSet(value);
  };
  return (
    <input
      class="slider-value"
      inputMode={props.whole ? "numeric" : "decimal"}
      autocomplete="off"
      aria-label={props.label}
      data-testid={props.testid}
      value={typed.value ?? props.shown}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
      }}
      onPaste={props.onPaste}
      onBlur={commit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") commit();
        if (event.key === "Escape") typed.value = null;
      }}
    />
  );
}
