import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icons";

interface MenuItem {
  value: string;
  label: string;
  note?: string;
  /** Why it cannot be chosen, where it cannot. */
  why?: string;
}

interface MenuProps {
  name: string;
  title: string;
  items: MenuItem[];
  chosen: string;
  empty?: string;
  /** Said after what is chosen. */
  note?: string;
  onChoose: (value: string) => void;
  /** Something else to do, below the list. */
  footer?: { label: string; testid: string; onChoose: () => void };
}

const SEARCH_FROM = 8;
const NEAREST: ScrollIntoViewOptions = { block: "nearest" };

/** A button that opens a list to choose from, with a search when the list is long. */
export function Menu(props: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = props.items.find((item) => item.value === props.chosen);
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <div class="menu">
      <button
        ref={button}
        type="button"
        class="menu-button bare row"
        data-testid={props.name}
        data-value={props.chosen}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={[`${props.title}: ${chosen?.label ?? props.chosen}`, props.note]
          .join(" ")
          .trim()}
        title={props.title}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            event.stopPropagation();
            setOpen(true);
          }
        }}
      >
        <span class="menu-chosen clip">{chosen?.label ?? props.chosen}</span>
        {props.note && (
          <>
            {" "}
            <span class="menu-chosen-note">{props.note}</span>
          </>
        )}
        <Icon name="down" size={12} />
      </button>
      {open && <MenuList {...props} onClose={close} />}
    </div>
  );
}

function matching(items: MenuItem[], query: string): MenuItem[] {
  const wanted = query.trim().toLowerCase();
  return wanted ? items.filter((item) => item.label.toLowerCase().includes(wanted)) : items;
}

function MenuList(props: MenuProps & { onClose: (refocus: boolean) => void }) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const items = matching(props.items, query);
  const start = Math.max(
    0,
    items.findIndex((item) => item.value === props.chosen),
  );
  const [active, setActive] = useState(start);
  // At once, in this and other places that take the focus: the next key may already be on its way.
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>("input, [role=listbox]")?.focus();
    if (root.current?.closest(".inspector-body")) root.current.scrollIntoView?.(NEAREST);
    const outside = (event: PointerEvent) => {
      if (!root.current?.parentElement?.contains(event.target as Node)) props.onClose(false);
    };
    window.addEventListener("pointerdown", outside);
    return () => window.removeEventListener("pointerdown", outside);
  }, []);
  useEffect(() => {
    root.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.(NEAREST);
  }, [active, query]);
  const choose = (item: MenuItem | undefined) => {
    if (!item || item.why) return;
    props.onClose(true);
    if (item.value !== props.chosen) props.onChoose(item.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) {
      event.preventDefault();
      setActive(Math.min(items.length - 1, Math.max(0, active + step)));
    } else if (event.key === "Enter") {
      event.preventDefault(); // the button that has the focus next must not take it too
      choose(items[active]);
    } else if (event.key === "Escape") props.onClose(true);
    else if (event.key === "Tab" && !props.footer) props.onClose(false);
  };
  return (
    <div ref={root} class="menu-list floating" onKeyDown={onKeyDown} role="presentation">
      {props.items.length >= SEARCH_FROM && (
        <input
          class="menu-search bare"
          placeholder={`Search ${count(props.items.length)}`}
          aria-label={`Search: ${props.title}`}
          aria-controls={id}
          data-testid={`${props.name}-search`}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
        />
      )}
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={props.title}
        aria-activedescendant={`${id}-${active}`}
      >
        {items.length === 0 && (
          <p class="menu-empty note-faint clip">{props.empty ?? "Nothing has that name."}</p>
        )}
        {items.map((item, i) => (
          <div
            key={item.value}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            class={`menu-item spread ${item.value === props.chosen ? "menu-item-chosen" : ""} ${item.why ? "menu-item-off" : ""}`}
            aria-selected={i === active}
            aria-disabled={item.why ? true : undefined}
            data-testid={`${props.name}-option`}
            data-value={item.value}
            onPointerMove={() => setActive(i)}
            onClick={() => choose(item)}
            onKeyDown={onKeyDown}
          >
            <span class="menu-label clip" title={item.label}>
              {item.label}
            </span>
            {item.note && (
              <span class="menu-note note-faint clip" title={item.why}>
                {item.note}
              </span>
            )}
          </div>
        ))}
      </div>
      {props.footer && (
        <button
          type="button"
          class="menu-footer bare"
          data-testid={props.footer.testid}
          onClick={() => {
            props.onClose(true);
            props.footer!.onChoose();
          }}
        >
          {props.footer.label}
        </button>
      )}
    </div>
  );
}

function count(items: number): string {
  return `${items} names`;
}
