import { useRef } from "preact/hooks";
import { KeyBurst } from "./key-burst";
import { moves } from "./moves";
import { NumberField } from "./number-field";
import { type NumberRange, rangeWords } from "./number-range";
import { roundedValue, type Scale, shownValue, trackPosition, valueAt } from "./scale";
import { tipHandlers } from "./term";

export interface Tick {
  value: number;
  kind: "default" | "training" | "validation";
  title: string;
}

export interface SliderProps extends Scale {
  name: string;
  label: string;
  help: string;
  /** The document, and the part of it, that says more. */
  page?: string;
  value: number;
  ticks: Tick[];
  shown?: (value: number) => string;
  /** Whole numbers only. */
  whole?: boolean;
  /** What may be typed, where that is more than the track holds. */
  typed?: NumberRange;
  disabled?: boolean;
  newGesture: () => number;
  /** `dragging` while the pointer holds the thumb and more values will follow. */
  onMove: (value: number, gesture: number, dragging: boolean) => void;
  onReset: (gesture: number) => void;
  /** The pointer was released. */
  onRelease?: () => void;
}

const ARROW_STEP = 0.01;
const FINE = 0.1;

const KEY_STEPS: Record<string, number> = {
  ArrowRight: ARROW_STEP,
  ArrowUp: ARROW_STEP,
  ArrowLeft: -ARROW_STEP,
  ArrowDown: -ARROW_STEP,
  PageUp: 0.1,
  PageDown: -0.1,
  Home: -1,
  End: 1,
};

/** Drag, arrow keys, a typed number; double-click resets, Shift is fine control. */
export function Slider(props: SliderProps) {
  const shown = props.shown ?? shownValue;
  const position = trackPosition(props, props.value);
  const track = useRef<HTMLDivElement>(null);
  const drag = useDrag(props, position, track);
  const onKeyDown = useKeys(props, position);
  const { low, high, whole } = props;
  const range = props.typed ?? { low, high, whole };
  const words = `${props.label}: ${rangeWords(range)}`;
  return (
    <div class="slider">
      <label
        class="slider-label term"
        for={`value-${props.name}`}
        {...tipHandlers(props.help, props.page)}
      >
        {props.label}
      </label>
      <div
        ref={track}
        class="slider-track"
        role="slider"
        tabIndex={props.disabled ? -1 : 0}
        data-testid={`knob-${props.name}`}
        aria-label={props.label}
        aria-description={props.help}
        aria-valuemin={props.low}
        aria-valuemax={props.high}
        aria-valuenow={props.value}
        aria-valuetext={shown(props.value)}
        aria-disabled={props.disabled}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <div class="slider-travel">
          <div class="slider-rail" />
          <div class="slider-fill" style={{ transform: `scaleX(${position})` }} />
          {props.ticks.map((tick) => (
            <span
              key={tick.kind}
              class={`slider-tick slider-tick-${tick.kind}`}
              style={{ left: `${trackPosition(props, tick.value) * 100}%` }}
              title={`${tick.title}: ${shown(tick.value)}`}
            />
          ))}
          <div class="slider-thumb" style={{ left: `${position * 100}%` }} />
        </div>
      </div>
      <div class="slider-cell">
        <NumberField
          id={`value-${props.name}`}
          testid={`value-${props.name}`}
          label={words}
          title={words}
          value={props.value}
          shown={shown(props.value)}
          range={range}
          disabled={props.disabled}
          onSet={(value) => props.onMove(value, props.newGesture(), false)}
          onDone={() => track.current?.focus()}
        />
      </div>
    </div>
  );
}

function settledValue(props: SliderProps, position: number, fine: boolean): number {
  const value = valueAt(props, position);
  return props.whole ? Math.round(value) : roundedValue(props, value, fine);
}

function useDrag(
  props: SliderProps,
  position: number,
  track: { current: HTMLDivElement | null },
): Record<string, (event: PointerEvent & MouseEvent) => void> {
  const held = useRef<{ gesture: number; x: number; position: number; value: number } | null>(null);
  const lastGesture = useRef(0);
  const width = () => track.current?.clientWidth || 1;
  const release = (event: PointerEvent) => {
    if (!held.current) return;
    held.current = null;
    track.current?.releasePointerCapture?.(event.pointerId);
    props.onRelease?.();
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || props.disabled) return;
      track.current?.setPointerCapture?.(event.pointerId);
      track.current?.focus({ preventScroll: true });
      const box = track.current!.getBoundingClientRect();
      const at = (event.clientX - box.left) / width();
      const onThumb = Math.abs(at - position) * width() <= 10;
      const gesture = event.detail > 1 ? lastGesture.current : props.newGesture();
      lastGesture.current = gesture;
      held.current = {
        gesture,
        x: event.clientX,
        position: onThumb ? position : at,
        value: onThumb ? props.value : settledValue(props, at, event.shiftKey),
      };
      if (!onThumb) props.onMove(held.current.value, gesture, false);
      event.preventDefault();
    },
    ...moves((event) => {
      const hold = held.current;
      if (!hold) return;
      const speed = event.shiftKey ? FINE : 1;
      const next = hold.position + ((event.clientX - hold.x) / width()) * speed;
      hold.x = event.clientX;
      hold.position = Math.min(1.2, Math.max(-0.2, next));
      const value = settledValue(props, hold.position, event.shiftKey);
      if (value === hold.value) return;
      hold.value = value;
      props.onMove(value, hold.gesture, true);
    }),
    onPointerUp: release,
    onPointerCancel: release,
    onDblClick: () => {
      if (!props.disabled) props.onReset(lastGesture.current || props.newGesture());
    },
  };
}

function useKeys(props: SliderProps, position: number): (event: KeyboardEvent) => void {
  const burst = useRef(new KeyBurst());
  return (event) => {
    const step = KEY_STEPS[event.key];
    const resets = event.key === "Delete" || event.key === "Backspace";
    if ((step === undefined && !resets) || props.disabled || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const gesture = burst.current.gesture(props.newGesture);
    if (step === undefined) {
      props.onReset(gesture);
      return;
    }
    const fine = event.shiftKey && Math.abs(step) < 1;
    let value = settledValue(props, position + step * (fine ? FINE : 1), fine);
    if (props.whole && value === props.value) value += Math.sign(step);
    const inside = Math.min(props.high, Math.max(props.low, value));
    if (inside !== props.value) props.onMove(inside, gesture, false);
  };
}
