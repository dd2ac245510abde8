import { signal } from "@preact/signals";
import type { Host } from "../../session/room-store";
import type { SliceExamplesFrame, SlicesAction, SliceTableFrame } from "../../wire/slices";
import type { Frame } from "../../wire/types";
import { ModelRoomStore } from "../matrix/model-room";

const ALL_ERRORS = "error rate";

/** What is open in the room; the tables are the server's. */
export class SlicesStore extends ModelRoomStore<SlicesAction> {
  readonly table = signal<SliceTableFrame | null>(null);
  readonly examples = signal<SliceExamplesFrame | null>(null);
  /** The rate that slices are compared by. */
  readonly measure = signal(ALL_ERRORS);
  /** The column whose groups are compared; empty for a search over all slices. */
  readonly column = signal("");
  /** The slice whose rows are shown. */
  readonly chosen = signal<string | null>(null);

  private asked = "";
  private question = "";

  constructor(host: Host) {
    super(host);
    this.begin(this.followModel, this.followFault);
  }

  choose(name: string): void {
    this.chosen.value = name;
    this.send({
      action: "slice-examples",
      measure: this.measure.peek(),
      column: this.column.peek(),
      name,
    });
  }

  /** Another current model, measure or column: asks for its slices. */
  private followModel(): void {
    const view = this.matrix.value;
    const state = this.store.state.value;
    const here = this.host.room.value === "slices";
    if (!view || !state || !here) return;
    const question = JSON.stringify([state.dataset, state.category, state.seed, view.all_classes]);
    if (question !== this.question) {
      this.question = question;
      this.measure.value = ALL_ERRORS;
      this.column.value = "";
    }
    const measure = this.measure.value;
    const column = this.column.value;
    const asked = JSON.stringify([question, view.shown.number, measure, column]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.chosen.value = null;
    this.examples.value = null;
    this.send({ action: "ask-slices", measure, column });
  }

  private followFault(): void {
    if (this.store.fault.value) this.asked = "";
  }

  protected override receive(frame: Frame): void {
    if (frame.kind === "slice-table") this.table.value = frame;
    if (frame.kind === "slice-examples" && frame.name === this.chosen.peek())
      this.examples.value = frame;
  }
}
