import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface Size {
  width: number;
  height: number;
}

/** An element to draw into and its size in pixels, which follows the page. */
export function useSize<T extends HTMLElement>(first: Size): [RefObject<T>, Size] {
  const box = useRef<T>(null);
  const [size, setSize] = useState(first);
  useEffect(() => {
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
