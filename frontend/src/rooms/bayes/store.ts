import { signal } from "@preact/signals";
import { type Host, RoomStore, savedUi, saveUi } from "../../session/room-store";
import { ValueSteps } from "../../session/value-steps";
import type { BayesDemoFrame, BayesPlaneFrame, Frame } from "../../wire/types";
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
export class BayesStore extends RoomStore {
  readonly page = signal<"spaces" | "objects">("spaces");
  readonly asked = signal(START);
  readonly show = signal<Show>({ traces: true, sides: true, bisector: true });
  readonly demo = signal(DEMO_START);
  /** What the server says to what is asked about one object, and about eight. */
  readonly plane = signal<BayesPlaneFrame | null>(null);
  readonly objects = signal<BayesDemoFrame | null>(null);

  /** The changes of both pages, undone here and nowhere else. */
  readonly steps = new ValueSteps(
    () => ({ asked: this.asked.value, demo: this.demo.value }),
    ({ asked, demo }) => {
      this.asked.value = asked;
      this.demo.value = demo;
      this.ask();
    },
  );

  constructor(host: Host) {
    super(host);
    this.begin();
  }

  /** Changes what is asked about one object. */
  change(next: Partial<Asked>, dragging = false): void {
    this.note(`object ${Object.keys(next).join()}`);
    this.asked.value = { ...this.asked.value, ...next };
    this.askPlane(dragging);
  }

  /** Changes what is asked about the eight objects. */
  changeDemo(next: Partial<DemoAsked>, dragging = false): void {
    this.note(`objects ${Object.keys(next).join()}`);
    this.demo.value = { ...this.demo.value, ...next };
    this.askDemo(dragging);
  }

  ask(): void {
    if (this.page.value === "spaces") this.askPlane();
    else this.askDemo();
  }

  private note(of: string): void {
    this.steps.note({ asked: this.asked.value, demo: this.demo.value }, of);
  }

  private askPlane(dragging = false): void {
    const { positive, negative, prior, cost } = this.asked.value;
    const likelihoods = { positive_likelihood: positive, negative_likelihood: negative };
    this.store.send({ action: "bayes-plane", ...likelihoods, prior, cost_ratio: cost }, dragging);
  }

  private askDemo(dragging = false): void {
    this.store.send({ action: "bayes-demo", ...this.demo.value }, dragging);
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
