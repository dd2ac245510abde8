import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Something wide that is scrolled sideways: its edge fades and words say so where it is cut. */
export function Sideways(props: {
  class?: string;
  label: string;
  /** What there is to see, e.g. "34 categories". */
  holds: string;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState({ any: false, right: false });
  const look = () => {
    const { scrollWidth, clientWidth, scrollLeft } = box.current!;
    const any = scrollWidth > clientWidth + 1;
    const right = any && scrollLeft + clientWidth < scrollWidth - 1;
    setHidden((before) => (before.any === any && before.right === right ? before : { any, right }));
  };
  useLayoutEffect(look);
  useLayoutEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div class={`sideways pane ${hidden.right ? "sideways-cut" : ""}`}>
      {hidden.any && (
        <p class="sideways-hint" data-testid="sideways-hint">
          {props.holds}, wider than the page: scroll sideways.
        </p>
      )}
      <section
        ref={box}
        class={`sideways-box ${props.class ?? ""}`}
        aria-label={props.label}
        tabIndex={hidden.any ? 0 : undefined}
        onScroll={look}
      >
        {props.children}
      </section>
    </div>
  );
}
