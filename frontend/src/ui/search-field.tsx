import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Icon } from "./icons";

const PAUSE_MS = 200;

/** Words to look for in a list; it is searched once the hand rests. */
export function SearchField(props: {
  search: Signal<string>;
  label: string;
  testid: string;
  /** What may be written there. */
  hint?: string;
  onSearch: () => void;
}) {
  const timer = useRef(0);
  return (
    <label class="search">
      <Icon name="search" size={14} />
      <input
        placeholder={props.hint ?? "Search them"}
        aria-label={props.label}
        data-testid={props.testid}
        value={props.search.value}
        onInput={(event) => {
          props.search.value = event.currentTarget.value;
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(props.onSearch, PAUSE_MS);
        }}
      />
    </label>
  );
}
