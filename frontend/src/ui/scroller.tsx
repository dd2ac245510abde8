import type { ComponentChildren } from "preact";

/** A part of the page that scrolls by itself and can be reached by keyboard. */
export function Scroller(props: {
  class: string;
  label: string;
  testid?: string;
  children: ComponentChildren;
}) {
  return (
    <section
      class={props.class}
      aria-label={props.label}
      data-testid={props.testid}
      dir="auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
    >
      {props.children}
    </section>
  );
}
