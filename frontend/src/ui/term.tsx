import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useSay } from "./naming";
import { pageOf, TERMS, type TermName } from "./terms";

interface Tip {
  /** What the sentence is about: it goes when that goes. */
  element: Element;
  text: string;
  /** The address of the page that says more. */
  page: string | null;
  x: number;
  y: number;
  below: boolean;
  /** Whether it answers what was typed: then it is read out at once. */
  refusal?: boolean;
}

const tip = signal<Tip | null>(null);
const TIP_HALF_WIDTH = 132;
const REACH_MS = 250;
const SAID_MS = 5000;
let hiding = 0;

/** Where the documents are; null where nobody serves them, as in a notebook. */
export const documents = signal<string | null>(null);

function addressOf(page: string | undefined): string | null {
  return page && documents.value !== null ? `${documents.value}${page}` : null;
}

function show(element: Element, text: string, page?: string): void {
  window.clearTimeout(hiding);
  const box = element.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  const x = Math.min(window.innerWidth - TIP_HALF_WIDTH - 8, Math.max(TIP_HALF_WIDTH + 8, middle));
  const below = box.top < 120;
  const y = below ? box.bottom + 6 : box.top - 6;
  tip.value = { element, text, page: addressOf(page), x, y, below };
}

/** Says a sentence at an element for a while: why what was typed there was not taken. */
export function sayAt(element: Element, text: string): void {
  show(element, text);
  tip.value = { ...tip.value!, refusal: true };
  hiding = window.setTimeout(hide, SAID_MS);
}

/** What was typed next is another matter: a refusal that is still said goes away. */
export function takeBackRefusal(): void {
  if (tip.value?.refusal) hide();
}

function hide(): void {
  window.clearTimeout(hiding);
  tip.value = null;
}

let rested: [number, number] | null = null;
if (typeof window !== "undefined") {
  const rest = (event: PointerEvent) => {
    rested = [event.clientX, event.clientY];
  };
  window.addEventListener("pointermove", rest, { capture: true, passive: true });
}

/** What comes to lie under a resting pointer waits until the pointer moves. */
function enter(event: PointerEvent, text: string, page?: string): void {
  const element = event.currentTarget as Element;
  const moved = event.clientX !== rested?.[0] || event.clientY !== rested?.[1];
  if (moved) show(element, text, page);
  else element.addEventListener("pointermove", () => show(element, text, page), { once: true });
}

/** A sentence with a link waits for the pointer to reach it. */
function leave(): void {
  if (tip.value?.page) hiding = window.setTimeout(hide, REACH_MS);
  else hide();
}

/** Handlers that show a sentence while the pointer or the focus is on an element. */
export function tipHandlers(text: string, page?: string) {
  return {
    onPointerEnter: (event: PointerEvent) => enter(event, text, page),
    onPointerLeave: leave,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => {
      const element = event.currentTarget as Element;
      if (element.matches(":focus-visible")) show(element, text, page);
    },
    onBlur: hide,
  };
}

/** A term of art with its sentence, and a link to the page about it. */
export function Term(props: { name: TermName; children: ComponentChildren }) {
  const sentence = useSay()(TERMS[props.name]);
  const page = pageOf(props.name);
  const address = addressOf(page);
  const content = (
    <>
      {props.children}
      <span class="unseen">: {sentence}</span>
    </>
  );
  if (address === null) {
    return (
      <span class="term" {...tipHandlers(sentence)}>
        {content}
      </span>
    );
  }
  return (
    <a class="term" href={address} target="steersman-docs" {...tipHandlers(sentence, page)}>
      {content}
    </a>
  );
}

/** The one floating sentence of the page. */
export function TipLayer() {
  const shown = tip.value;
  useEffect(() => {
    if (!shown) return;
    const gone = () => shown.element.isConnected || hide();
    const watching = new MutationObserver(gone);
    watching.observe(document.body, { childList: true, subtree: true });
    return () => watching.disconnect();
  }, [shown]);
  if (!shown) return null;
  return (
    <div
      class={`tip ${shown.below ? "tip-below" : ""} ${shown.page ? "tip-linked" : ""}`}
      role={shown.refusal ? "alert" : "tooltip"}
      data-testid={shown.refusal ? "refusal" : undefined}
      style={{ left: `${shown.x}px`, top: `${shown.y}px` }}
      onPointerEnter={() => window.clearTimeout(hiding)}
      onPointerLeave={hide}
    >
      {shown.text}
      {shown.page && (
        <a href={shown.page} target="steersman-docs" tabIndex={-1}>
          Read more
        </a>
      )}
    </div>
  );
}
