/** One of a few, all of them visible. */
export function Choice<Name extends string>(props: {
  label: string;
  testid: string;
  options: readonly { name: Name; title: string; hint?: string }[];
  chosen: Name | null;
  onChoose: (name: Name) => void;
}) {
  return (
    <fieldset class="segments lesson-choice">
      <legend class="unseen">{props.label}</legend>
      {props.options.map(({ name, title, hint }) => (
        <button
          key={name}
          type="button"
          title={hint}
          aria-pressed={props.chosen === name}
          data-testid={`${props.testid}-${name}`}
          onClick={() => props.onChoose(name)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
