import { batch, computed, signal } from "@preact/signals";
import type { Host } from "../../session/room-store";
import type { Action, Frame } from "../../wire/types";
import type {
  DependenceFrame,
  Explanation,
  Field,
  FlipChange,
  FlipsFrame,
  ImportanceFrame,
  PickedRowsFrame,
  TriedRowFrame,
  Which,
  WhyRowFrame,
} from "../../wire/why";
import { ModelRoomStore } from "../matrix/model-room";

const REST_MS = 250;

export type Tab = "rows" | "row";
export type Side = "for" | "against" | "mixed";

/** What is open in the room: a feature, a row, and what was changed in it. */
export class WhyStore extends ModelRoomStore<Action> {
  readonly importance = signal<ImportanceFrame | null>(null);
  readonly search = signal("");
  readonly focus = signal("");
  readonly group = signal<number | null>(null);
  /** The side whose features are shown alone; all while it is null. */
  readonly side = signal<Side | null>(null);
  readonly dependence = signal<DependenceFrame | null>(null);
  readonly which = signal<Which>("wrong");
  readonly rowSearch = signal("");
  readonly picked = signal<PickedRowsFrame | null>(null);
  readonly tab = signal<Tab>("rows");
  /** The number of the open row; null for a new one, undefined while none is open. */
  readonly open = signal<number | null | undefined>(undefined);
  readonly row = signal<WhyRowFrame | null>(null);
  readonly edits = signal<Record<string, string>>({});
  readonly tried = signal<TriedRowFrame | null>(null);
  readonly flips = signal<FlipsFrame | null>(null);
  readonly flipping = signal(false);

  readonly corrections = computed(() => this.store.state.value?.corrections ?? {});
  readonly busy = computed(() => this.store.progress.value !== null);
  readonly fields = computed<Field[]>(
    () => this.tried.value?.fields ?? this.row.value?.fields ?? [],
  );
  readonly changed = computed(() => Object.keys(this.edits.value).length > 0);
  /** What is drawn: of the values being tried, or of the row. */
  readonly explanation = computed<Explanation | null>(
    () => this.tried.value?.explanation ?? this.row.value?.explanation ?? null,
  );

  private asked = "";
  private dataset: string | null = null;
  private timer = 0;

  constructor(host: Host) {
    super(host);
    this.begin(this.followModel, this.followFault);
  }

  override close(): void {
    window.clearTimeout(this.timer);
    super.close();
  }

  measure(): void {
    this.send({ action: "ask-importance", search: this.search.peek(), focus: this.focus.peek() });
  }

  choose(group: number): void {
    this.group.value = group;
    this.send({ action: "ask-dependence", group, focus: this.focus.peek() });
  }

  pick(): void {
    this.send({ action: "pick-rows", which: this.which.peek(), search: this.rowSearch.peek() });
  }

  /** Opens a row, from here or from another room. */
  show(row: number): void {
    this.clearRow();
    this.open.value = row;
    this.tab.value = "row";
    if (this.asked) this.send({ action: "why-row", row });
  }

  /** Opens a row with the usual values. */
  startNew(): void {
    this.clearRow();
    this.open.value = null;
    this.row.value = null;
    this.tryOut(true);
  }

  edit(name: string, value: string): void {
    const own = this.row.peek()?.fields.find((field) => field.name === name);
    const { [name]: _, ...others } = this.edits.peek();
    this.edits.value = own?.value === value ? others : { ...others, [name]: value };
    this.flips.value = null;
    this.tryOut(false);
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.explanation.peek()?.pushes === null) this.tryOut(true);
    }, REST_MS);
  }

  reset(): void {
    this.edits.value = {};
    this.flips.value = null;
    this.tryOut(true);
  }

  /** Makes the changes that turn the decision. */
  apply(changes: FlipChange[]): void {
    for (const { kind, fields, name, value } of changes) {
      const removed = value === "0";
      const word = wordOf(name);
      for (const field of removed ? fields : fields.slice(0, 1)) {
        const text = this.edits.peek()[field] ?? this.fieldValue(field);
        if (kind !== "word") this.edit(field, value);
        else this.edit(field, removed ? withoutWord(text, word) : `${text} ${word}`);
      }
    }
  }

  findFlips(): void {
    this.flipping.value = true;
    this.send({ action: "find-flips", values: this.edits.peek(), row: this.open.peek() ?? null });
  }

  relabel(row: number, label: string): void {
    this.send({ action: "relabel-rows", rows: [row], label });
  }

  private fieldValue(name: string): string {
    return this.fields.peek().find((field) => field.name === name)?.value ?? "";
  }

  private tryOut(explained: boolean): void {
    const values = this.edits.peek();
    this.send({ action: "try-row", values, row: this.open.peek() ?? null, explained }, !explained);
  }

  private clearRow(): void {
    batch(() => {
      this.edits.value = {};
      this.tried.value = null;
      this.flips.value = null;
    });
  }

  /** Another current model, other labels or another class: everything is asked again. */
  private followModel(): void {
    const view = this.matrix.value;
    const state = this.store.state.value;
    if (!view || !state || this.host.room.value !== "why") return;
    const question = [state.dataset, state.category, state.seed, state.corrections];
    const asked = JSON.stringify([question, view.all_classes, view.shown.number]);
    if (asked === this.asked) return;
    const otherData = this.dataset !== null && this.dataset !== state.dataset;
    this.asked = asked;
    this.dataset = state.dataset;
    batch(() => {
      this.importance.value = null;
      this.dependence.value = null;
      this.clearRow();
      if (!view.classes.includes(this.focus.peek())) this.focus.value = "";
      if (otherData) {
        this.open.value = undefined;
        this.row.value = null;
        this.group.value = null;
        this.side.value = null;
        this.which.value = "wrong";
        this.rowSearch.value = "";
        this.search.value = "";
        this.tab.value = "rows";
      }
    });
    this.pick();
    const open = this.open.peek();
    if (typeof open === "number") this.send({ action: "why-row", row: open });
    else if (open === null) this.tryOut(true);
    this.measure();
  }

  private followFault(): void {
    if (!this.store.fault.value) return;
    this.flipping.value = false;
  }

  protected override receive(frame: Frame): void {
    switch (frame.kind) {
      case "importance":
        this.importance.value = frame;
        if (this.group.peek() === null && frame.features[0]) this.choose(frame.features[0].group);
        else if (this.dependence.peek() === null && this.group.peek() !== null)
          this.choose(this.group.peek()!);
        break;
      case "dependence":
        this.dependence.value = frame;
        break;
      case "picked-rows":
        this.picked.value = frame;
        break;
      case "row-why":
        if (frame.row === this.open.peek()) this.row.value = frame;
        break;
      case "tried-row":
        this.receiveTried(frame);
        break;
      case "flips":
        this.flips.value = frame;
        this.flipping.value = false;
        break;
    }
  }

  private receiveTried(frame: TriedRowFrame): void {
    if (frame.row !== (this.open.peek() ?? null)) return;
    const before = this.tried.peek();
    // A quick answer has no parts: those of the values before stay until the hand rests.
    const { explanation } = frame;
    if (explanation.pushes === null && before?.explanation.pushes) {
      const parts = before.explanation;
      this.tried.value = { ...frame, explanation: { ...parts, ...scoreOf(explanation) } };
    } else this.tried.value = frame;
  }
}

function scoreOf({ score, predicted, cutoff, category, against, pushes }: Explanation) {
  return { score, predicted, cutoff, category, against, pushes };
}

/** The word of a feature that may be named after its column: "body: free". */
export function wordOf(name: string): string {
  return name.slice(name.indexOf(": ") + 1).trim();
}

/** The text without a word, in whichever form it is written. */
export function withoutWord(text: string, word: string): string {
  const stem = word.slice(0, Math.max(3, word.length - 3)).replace(/[^\p{L}\p{N}]/gu, "");
  return text
    .replace(new RegExp(`(?<![\\p{L}\\p{N}])${stem}[\\p{L}\\p{N}]*`, "giu"), "")
    .replace(/\s+/g, " ")
    .trim();
}
