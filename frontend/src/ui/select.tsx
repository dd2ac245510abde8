interface SelectProps {
  testid?: string;
  value: string | undefined;
  /** The values with their texts, in order. */
  options: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
  /** For people who do not see it, where no label is around it. */
  label?: string;
  class?: string;
}

/** A choice from a list that drops down. */
export function Select(props: SelectProps) {
  return (
    <select
      class={props.class ?? "field"}
      aria-label={props.label}
      data-testid={props.testid}
      value={props.value}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    >
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
