import { computed, signal } from "@preact/signals";

const MOST_STEPS = 200;
const BURST_MS = 600;

/** The changes of a value on the page, to be undone one by one; nothing of it is the project's. */
export class ValueSteps<Value> {
  private readonly past = signal<Value[]>([]);
  private readonly future = signal<Value[]>([]);
  readonly canUndo = computed(() => this.past.value.length > 0);
  readonly canRedo = computed(() => this.future.value.length > 0);
  private last: { of: string; at: number } | null = null;

  constructor(
    private readonly read: () => Value,
    private readonly write: (value: Value) => void,
  ) {}

  /** Notes what the value was before a change `of` some part: quick changes of one are one step. */
  note(before: Value, of: string, now = performance.now()): void {
    const goesOn = this.last?.of === of && now - this.last.at < BURST_MS;
    this.last = { of, at: now };
    if (!goesOn) this.past.value = [...this.past.peek(), before].slice(-MOST_STEPS);
    this.future.value = [];
  }

  undo(): void {
    this.move(this.past, this.future);
  }

  redo(): void {
    this.move(this.future, this.past);
  }

  private move(from: typeof this.past, to: typeof this.past): void {
    const value = from.peek().at(-1);
    if (value === undefined) return;
    to.value = [...to.peek(), this.read()];
    from.value = from.peek().slice(0, -1);
    this.last = null;
    this.write(value);
  }
}
