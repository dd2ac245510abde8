import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { TERMS, type TermName } from "./terms";

interface Tip {
  text: string;
  x: number;
  y: number;
  below: boolean;
}

const tip = signal<Tip | null>(null);
const TIP_HALF_WIDTH = 132;

function show(element: Element, text: string): void {
  const box = element.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  const x = Math.min(window.innerWidth - TIP_HALF_WIDTH - 8, Math.max(TIP_HALF_WIDTH + 8, middle));
  const below = box.top < 120;
  tip.value = { text, x, y: below ? box.bottom + 6 : box.top - 6, below };
}

function hide(): void {
  tip.value = null;
}

/** Handlers that show a sentence while the pointer or the focus is on an element. */
export function tipHandlers(text: string) {
  return {
    onPointerEnter: (event: PointerEvent) => show(event.currentTarget as Element, text),
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => {
      const element = event.currentTarget as Element;
      if (element.matches(":focus-visible")) show(element, text);
    },
    onBlur: hide,
  };
}

/** A term of art with its sentence. */
export function Term(props: { name: TermName; children: ComponentChildren }) {
  const sentence = TERMS[props.name];
  return (
    <span class="term" {...tipHandlers(sentence)}>
      {props.children}
      <span class="unseen">: {sentence}</span>
    </span>
  );
}

/** The one floating sentence of the page. */
export function TipLayer() {
  const shown = tip.value;
  if (!shown) return null;
  return (
    <div
      class={`tip ${shown.below ? "tip-below" : ""}`}
      role="tooltip"
      style={{ left: `${shown.x}px`, top: `${shown.y}px` }}
    >
      {shown.text}
    </div>
  );
}
