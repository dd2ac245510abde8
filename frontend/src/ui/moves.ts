const LEAST_BETWEEN_MS = 6;

let last = 0; // there is one hand

type Handler = (event: PointerEvent & MouseEvent) => void;

/**
 * Handlers of a pointer's movements as soon as the hand makes them. A browser holds `pointermove`
 * back until the next frame; where it tells the raw movement, too, the answer can be there by then.
 */
export function moves(handle: Handler): Record<string, Handler> {
  return {
    onPointerRawUpdate: (event) => {
      if (event.timeStamp - last < LEAST_BETWEEN_MS) return;
      last = event.timeStamp;
      handle(event);
    },
    onPointerMove: handle,
  };
}
