import "./guide.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { roomNamed } from "../rooms";
import { once } from "../session/once";
import type { Workbench } from "../session/workbench";
import { IconButton } from "../ui/icons";
import { type Box, besideTarget, sameBox } from "./guide-place";
import { type GuideStep, guideNamed } from "./guides";
import { GUIDE } from "./words";

/** A guided path: a ring around the control of the step, and beside it what to do there. */
export function Guide({ workbench, root }: { workbench: Workbench; root: () => Element | null }) {
  const now = workbench.guide.value;
  const steps = now && guideNamed(now.name);
  const step = steps?.[now!.step];
  if (!now || !steps || !step) return null;
  const go = () => {
    workbench.guide.value = now.step + 1 < steps.length ? { ...now, step: now.step + 1 } : null;
  };
  return (
    <Step
      key={`${now.name} ${now.step}`}
      workbench={workbench}
      step={step}
      place={now.step + 1}
      of={steps.length}
      root={root}
      onDone={go}
    />
  );
}

interface StepProps {
  workbench: Workbench;
  step: GuideStep;
  place: number;
  of: number;
  root: () => Element | null;
  onDone: () => void;
}

function Step({ workbench, step, place, of, root, onDone }: StepProps) {
  const ring = useSignal<Box | null>(null);
  const card = useRef<HTMLElement>(null);
  const at = useSignal<{ left: number; top: number } | null>(null);
  const find = () =>
    step.target
      .map((name) => root()?.querySelector(`[data-testid="${name}"]`))
      .find((each) => each?.checkVisibility?.() ?? each) ?? null;
  useEffect(() => followTarget(find, card, ring, at), []);
  useEffect(() => awaitDone(workbench, step, find, onDone), []);
  const last = place === of;
  const away = workbench.room.value !== step.room;
  return (
    <>
      {ring.value && !away && (
        <div
          class="guide-ring"
          data-testid="guide-ring"
          aria-hidden="true"
          style={{
            left: `${ring.value.left}px`,
            top: `${ring.value.top}px`,
            width: `${ring.value.width}px`,
            height: `${ring.value.height}px`,
          }}
        />
      )}
      <aside
        ref={card}
        class="guide floating"
        aria-label={GUIDE.label}
        data-testid="guide"
        data-step={place}
        style={at.value ? placedAt(at.value) : undefined}
      >
        <div role="status">
          <p class="note-faint">{GUIDE.step(place, of)}</p>
          <p>{step.text}</p>
        </div>
        <div class="guide-buttons row">
          {away ? (
            <button
              type="button"
              class="button button-main"
              data-testid="guide-back"
              onClick={() => {
                workbench.room.value = step.room;
              }}
            >
              {GUIDE.back(roomNamed(step.room)?.title ?? "")}
            </button>
          ) : (
            <button
              type="button"
              class="button button-main"
              data-testid="guide-next"
              onClick={onDone}
            >
              {last ? GUIDE.done : step.done ? GUIDE.skip : GUIDE.next}
            </button>
          )}
        </div>
        <IconButton
          icon="close"
          label={GUIDE.leave}
          testid="guide-leave"
          onClick={() => {
            workbench.guide.value = null;
          }}
        />
      </aside>
    </>
  );
}

const RING_PX = 4;

/** Keeps the ring and the card where the control is, whatever moves it. */
function followTarget(
  find: () => Element | null,
  card: { current: HTMLElement | null },
  ring: { value: Box | null; peek(): Box | null },
  at: { value: { left: number; top: number } | null; peek(): { left: number; top: number } | null },
): () => void {
  let frame = 0;
  let seen = false;
  const follow = () => {
    frame = requestAnimationFrame(follow);
    const target = find();
    if (target && !seen) {
      seen = true;
      target.scrollIntoView?.({ block: "nearest" });
    }
    const box = target?.getBoundingClientRect();
    const next = box && {
      left: box.left - RING_PX,
      top: box.top - RING_PX,
      width: box.width + 2 * RING_PX,
      height: box.height + 2 * RING_PX,
    };
    if (!sameBox(next ?? null, ring.peek())) ring.value = next ?? null;
    const size = card.current?.getBoundingClientRect();
    if (!size) return;
    const window_ = { width: window.innerWidth, height: window.innerHeight };
    const spot = besideTarget(next ?? null, size, window_);
    const now = at.peek();
    if (spot.left !== now?.left || spot.top !== now?.top) at.value = spot;
  };
  follow();
  return () => cancelAnimationFrame(frame);
}

/** Goes on when the person has done what the step asks. */
function awaitDone(
  workbench: Workbench,
  { done }: GuideStep,
  find: () => Element | null,
  onDone: () => void,
): (() => void) | undefined {
  if (typeof done === "function") return once(() => done(workbench), onDone);
  if (done !== "click") return;
  const onClick = (event: Event) => {
    if (find()?.contains(event.target as Node)) onDone();
  };
  window.addEventListener("click", onClick, true);
  return () => window.removeEventListener("click", onClick, true);
}

function placedAt({ left, top }: { left: number; top: number }) {
  return { left: `${left}px`, top: `${top}px`, right: "auto", bottom: "auto" };
}
