import type { ComponentChildren } from "preact";

interface TabsProps<Name extends string> {
  tabs: readonly { name: Name; title: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** What the test ids of the tabs begin with. */
  testid?: string;
  class?: string;
}

/** Names side by side, one of them open: tabs of an inspector, pages of a room. */
export function TabList<Name extends string>(
  props: TabsProps<Name> & {
    label?: string;
    /** One stop of the Tab key, the arrows go on from there. */
    arrows?: boolean;
  },
) {
  const { tabs, chosen, onChoose, arrows } = props;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (tabs.findIndex(({ name }) => name === chosen) + by + tabs.length) % tabs.length;
    onChoose(tabs[next]!.name);
    const buttons = (event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]");
    buttons[next]?.focus();
  };
  return (
    <div
      class={props.class ?? "tabs"}
      role="tablist"
      aria-label={props.label}
      onKeyDown={arrows ? step : undefined}
    >
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={chosen === name}
          tabIndex={arrows && chosen !== name ? -1 : undefined}
          data-testid={`${props.testid ?? "tab"}-${name}`}
          onClick={() => onChoose(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** The pages of a room, in its head. */
export function PageSwitch<Name extends string>(props: {
  pages: readonly { name: Name; title: string }[];
  open: { value: Name };
  label: string;
  testid: string;
}) {
  return (
    <TabList
      class="segments"
      tabs={props.pages}
      chosen={props.open.value}
      onChoose={(name) => {
        props.open.value = name;
      }}
      label={props.label}
      testid={props.testid}
    />
  );
}

/** The inspector of a room: tabs above, what the open one shows below. */
export function TabbedInspector<Name extends string>({
  tabs,
  open,
  shown,
  children,
  ...looks
}: Pick<TabsProps<Name>, "tabs" | "testid" | "class"> & {
  /** The tab that was chosen; while it is not there the first one is open. */
  open: { value: Name };
  /** What is shown below: when it becomes another, it starts at its top. */
  shown?: string;
  children: (tab: Name) => ComponentChildren;
}) {
  const { name } = tabs.find((tab) => tab.name === open.value) ?? tabs[0]!;
  const choose = (chosen: Name) => {
    open.value = chosen;
  };
  return (
    <aside class="inspector" aria-label="Inspector">
      <h2 class="unseen">Inspector</h2>
      <TabList tabs={tabs} chosen={name} onChoose={choose} {...looks} />
      <div key={shown} class="inspector-body" role="tabpanel" tabIndex={-1}>
        {children(name)}
      </div>
    </aside>
  );
}
