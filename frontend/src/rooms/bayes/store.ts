import { signal } from "@preact/signals";
import { type Host, RoomStore, savedUi, saveUi } from "../../session/room-store";
import type { BayesDemoFrame, BayesPlaneFrame, Frame } from "../../wire/types";
import { START } from "./spaces";

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
export class BayesStore extends RoomStore {
  readonly page = signal<"spaces" | "objects">("spaces");
  readonly asked = signal(START);
  readonly show = signal<Show>({ traces: true, sides: true, bisector: true });
  readonly demo = signal(DEMO_START);
  /** What the server says to what is asked about one object, and about eight. */
  readonly plane = signal<BayesPlaneFrame | null>(null);
  readonly objects = signal<BayesDemoFrame | null>(null);

  constructor(host: Host) {
    super(host);
    this.begin();
  }

  override restoreUi(): void {
    if (savedUi<{ page: string }>("bayes")?.page === "objects") this.page.value = "objects";
    this.endWith(saveUi("bayes", () => ({ page: this.page.value })));
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "bayes-plane") this.plane.value = frame;
    if (frame.kind === "bayes-demo") this.objects.value = frame;
  }
}
