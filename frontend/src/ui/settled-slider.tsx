import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Slider, type SliderProps } from "./slider";

const SETTLE_MS = 350;

type SettledProps = Omit<SliderProps, "onMove" | "onReset" | "onRelease" | "ticks"> & {
  start: number;
  onSettle: (value: number) => void;
};

/** A slider for what takes a moment to do: it acts when the hand lets go. */
export function SettledSlider({ start, onSettle, ...props }: SettledProps) {
  const held = useSignal<number | null>(null);
  const timer = useRef(0);
  const settle = () => {
    window.clearTimeout(timer.current);
    const value = held.value;
    held.value = null;
    if (value !== null && value !== props.value) onSettle(value);
  };
  const move = (value: number, waits: boolean) => {
    held.value = value;
    window.clearTimeout(timer.current);
    if (!waits) timer.current = window.setTimeout(settle, SETTLE_MS);
  };
  return (
    <Slider
      {...props}
      value={held.value ?? props.value}
      ticks={[{ kind: "default", value: start, title: "Default" }]}
      onMove={(value, _gesture, dragging) => move(value, dragging)}
      onReset={() => move(start, false)}
      onRelease={settle}
    />
  );
}
