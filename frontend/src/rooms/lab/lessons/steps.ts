import { signal } from "@preact/signals";
import type { LessonKind } from "./kinds";

const MOST_STEPS = 200;
const BURST_MS = 600;

/** What one question was before and after a change. */
export interface Turn {
  kind: LessonKind;
  before: object;
  after: object;
}

export interface KeptSteps {
  past: Turn[][];
  future: Turn[][];
}

/** The changes of one lesson, to be taken back one by one. A step may turn several questions. */
export class LessonSteps {
  readonly past = signal<Turn[][]>([]);
  readonly future = signal<Turn[][]>([]);
  private last: { of: string; at: number } | null = null;
  private together = false;

  /** The steps as plain values, for a reload. */
  get kept(): KeptSteps {
    return { past: this.past.value, future: this.future.value };
  }

  /** Has these steps and no others. */
  take({ past, future }: KeptSteps): void {
    this.past.value = past;
    this.future.value = future;
    this.rest();
  }

  /** Whatever comes next is a step of its own. */
  rest(): void {
    this.last = null;
  }

  /**
   * Notes a change. What changes at once is one step, and so are changes of the same things while a
   * hand holds them or in quick succession.
   */
  note(turn: Turn, held: boolean, now = performance.now()): void {
    if (same(turn.before, turn.after)) return;
    const of = `${turn.kind} ${changedKeys(turn).join()}`;
    const goesOn = this.last?.of === of && (held || now - this.last.at < BURST_MS);
    this.last = { of, at: now };
    const past = this.past.peek();
    const step = past.at(-1);
    if (step && (goesOn || this.together)) {
      this.past.value = [...past.slice(0, -1), joinTurns(step, turn)];
    } else {
      this.past.value = [...past, [turn]].slice(-MOST_STEPS);
    }
    this.future.value = [];
    this.together = true;
    queueMicrotask(() => {
      this.together = false;
    });
  }

  /** The step to take back, which can be redone then. */
  undone(): Turn[] | null {
    return this.moved(this.past, this.future);
  }

  redone(): Turn[] | null {
    return this.moved(this.future, this.past);
  }

  private moved(from: typeof this.past, to: typeof this.past): Turn[] | null {
    const step = from.peek().at(-1);
    if (!step) return null;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), step];
    this.rest();
    return step;
  }
}

function joinTurns(step: Turn[], turn: Turn): Turn[] {
  const known = step.find(({ kind }) => kind === turn.kind);
  if (!known) return [...step, turn];
  return step.map((each) => (each === known ? { ...each, after: turn.after } : each));
}

function changedKeys({ before, after }: Turn): string[] {
  const values = before as Record<string, unknown>;
  return Object.entries(after)
    .filter(([key, value]) => !same(value, values[key]))
    .map(([key]) => key);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
