import type { ComponentChildren } from "preact";

/** The inspector of a room: tabs above, what the chosen one shows below. */
export function TabbedInspector<Name extends string>(props: {
  tabs: { name: Name; title: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ComponentChildren;
}) {
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="tabs" role="tablist">
        {props.tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={props.chosen === name}
            data-testid={`tab-${name}`}
            onClick={() => props.onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="inspector-body" role="tabpanel" tabIndex={-1}>
        {props.children}
      </div>
    </aside>
  );
}
