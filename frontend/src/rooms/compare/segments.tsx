import { tipHandlers } from "../../ui/term";

interface SegmentsProps<Value extends string> {
  legend: string;
  chosen: Value;
  items: { value: Value; title: string; hint?: string }[];
  onChoose: (value: Value) => void;
}

/** A few choices side by side, one of them pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{props.legend}</legend>
      {props.items.map(({ value, title, hint }) => (
        <button
          key={value}
          type="button"
          aria-pressed={props.chosen === value}
          data-testid={`segment-${value}`}
          onClick={() => {
            if (value !== props.chosen) props.onChoose(value);
          }}
          {...(hint ? tipHandlers(hint) : {})}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
