import { type Signal, signal } from "@preact/signals";
import { keepOpen, keptOpen } from "../desk";
import type { Session } from "../session";
import { type Asked, START } from "./spaces";

/** What can be drawn or left away. */
export interface Show {
  traces: boolean;
  sides: boolean;
  bisector: boolean;
}

export interface DemoAsked {
  /** P(f1|c), P(f1|not c), P(f2|c), ... */
  rates: number[];
  prior: number;
  normalized: boolean;
  logarithmic: boolean;
}

export const DEMO_START: DemoAsked = {
  rates: [0.8, 0.3, 0.4, 0.65, 0.55, 0.45],
  prior: 0.5,
  normalized: false,
  logarithmic: false,
};

/** What the room holds while other rooms are looked at. */
export interface RoomState {
  page: Signal<"spaces" | "objects">;
  asked: Signal<Asked>;
  show: Signal<Show>;
  demo: Signal<DemoAsked>;
}

const kept = new WeakMap<Session, RoomState>();

export function roomState(session: Session): RoomState {
  let state = kept.get(session);
  if (!state) {
    state = {
      page: signal<"spaces" | "objects">("spaces"),
      asked: signal(START),
      show: signal({ traces: true, sides: true, bisector: true }),
      demo: signal(DEMO_START),
    };
    kept.set(session, state);
  }
  return state;
}

/** A reload finds the page of the room that was open. */
export function keepBayes(session: Session): void {
  const { page } = roomState(session);
  const storage = "steersman-bayes";
  if (keptOpen<{ page: string }>(storage)?.page === "objects") page.value = "objects";
  keepOpen(storage, () => ({ page: page.value }));
}
