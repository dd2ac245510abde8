import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/**
 * Draws now and whenever what `draw` reads changes, no oftener than once a frame: the first change
 * at once, so that the picture is ready when the frame comes, further ones with the frame.
 */
export function drawing(draw: () => void): () => void {
  const frames = signal(0);
  let drawn = false;
  let missed = false;
  const framed = () => {
    drawn = false;
    if (missed) frames.value += 1;
  };
  return effect(() => {
    frames.value;
    missed = drawn;
    if (drawn) return;
    drawn = true;
    requestAnimationFrame(framed);
    draw();
  });
}

/** `drawing` for as long as a component is there. */
export function useDrawing(draw: () => void): void {
  const latest = useRef(draw);
  latest.current = draw;
  useEffect(() => drawing(() => latest.current()), []);
}
