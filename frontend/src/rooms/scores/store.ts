import { computed, signal } from "@preact/signals";
import type { Host } from "../../session/room-store";
import type { MatrixAction } from "../../wire/matrix";
import type { Calibration, ModelScoresFrame, ScoresAction } from "../../wire/scores";
import type { Frame } from "../../wire/types";
import { ModelRoomStore } from "../matrix/model-room";

const SETTLE_MS = 350;

/** What is open in the room; the curves are the server's, the cut-off in hand is the page's. */
export class ScoresStore extends ModelRoomStore<ScoresAction | MatrixAction> {
  readonly scores = signal<ModelScoresFrame | null>(null);
  /** The class that the curves are about, where all are asked about. */
  readonly focus = signal("");
  /** The place of the cut-off in hand, until the model at it has arrived. */
  readonly held = signal<number | null>(null);
  /** The place of the cut-off that is drawn. */
  readonly place = computed(() => this.held.value ?? this.scores.value?.tuning.now ?? 0);

  private asked = "";
  private timer = 0;

  constructor(host: Host) {
    super(host);
    this.begin(this.followModel, this.followFault);
  }

  override close(): void {
    window.clearTimeout(this.timer);
    super.close();
  }

  /** Moves the cut-off in hand; the model follows when the hand lets go. */
  hold(place: number): void {
    const last = (this.scores.peek()?.tuning.settings.length ?? 1) - 1;
    this.held.value = Math.min(last, Math.max(0, place));
    window.clearTimeout(this.timer);
  }

  /** The same by keys, which nobody lets go of. */
  step(by: number): void {
    this.hold(this.place.peek() + by);
    this.timer = window.setTimeout(() => this.release(), SETTLE_MS);
  }

  /** Lets the model decide at the cut-off in hand. */
  release(): void {
    const scores = this.scores.peek();
    const place = this.held.peek();
    if (!scores || place === null) return;
    if (place === scores.tuning.now) {
      this.held.value = null;
      return;
    }
    const setting = scores.tuning.settings[place]!;
    this.send({ action: "move-cutoff", setting, focus: scores.focus });
  }

  calibrate(method: Calibration): void {
    if (method !== this.scores.peek()?.calibration)
      this.send({ action: "calibrate-model", method });
  }

  /** Another current model or class: asks for its scores. */
  private followModel(): void {
    const view = this.matrix.value;
    const state = this.store.state.value;
    const here = this.host.room.value === "scores";
    if (!view || !state || !here) return;
    if (!view.classes.includes(this.focus.value)) this.focus.value = "";
    const seen = view.test.seen.join();
    const asked = JSON.stringify([
      [state.dataset, state.category, state.seed, state.corrections, view.all_classes],
      [view.shown.number, seen, this.focus.value],
    ]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.send({ action: "ask-scores", focus: this.focus.value });
  }

  private followFault(): void {
    if (!this.store.fault.value) return;
    this.held.value = null;
    this.asked = "";
  }

  protected override receive(frame: Frame): void {
    if (frame.kind !== "model-scores") return;
    this.scores.value = frame;
    this.held.value = null;
  }
}
