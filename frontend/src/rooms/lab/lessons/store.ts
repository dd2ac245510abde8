import { computed, type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../../../session/store";
import type { Workbench } from "../../../session/workbench";
import type { LessonAction } from "../../../wire/lessons";
import type { Frame } from "../../../wire/types";
import { START } from "./examples";
import {
  type LessonAnswers,
  type LessonAsked,
  type LessonKind,
  LIVE_LESSONS,
  LONG_LESSONS,
} from "./kinds";
import { type KeptSteps, LessonSteps, type Turn } from "./steps";

export type LessonName = "people" | "mails" | "tables" | "neighbors" | "losses" | "models";

type Asked = { [Kind in LessonKind]: Signal<LessonAsked[Kind]> };
type Answers = { [Kind in LessonKind]: Signal<LessonAnswers[Kind] | null> };

const KINDS = Object.keys(START) as LessonKind[];

/** The questions of each lesson, its first one first. */
export const KINDS_OF: Record<LessonName, LessonKind[]> = {
  people: ["lesson-people"],
  mails: ["lesson-mails"],
  tables: ["lesson-tables"],
  neighbors: ["lesson-neighbors", "lesson-zones"],
  losses: ["lesson-losses"],
  models: ["lesson-models", "lesson-average"],
};
const LESSONS = Object.keys(KINDS_OF) as LessonName[];

/** What a reload finds again. */
export interface SavedLessons {
  asked: Partial<LessonAsked>;
  steps: Partial<Record<LessonName, KeptSteps>>;
}

/**
 * What is asked and answered in the lessons. Nothing of it is part of the session's state: a lesson
 * has steps of its own.
 */
export class LessonStore {
  readonly page = signal<LessonName>("people");
  readonly asked = byKind((kind) => signal(START[kind])) as Asked;
  readonly answers = byKind(() => signal(null)) as Answers;
  /** Whether the lines of Python are visible. */
  readonly python = signal(false);
  /** The study under way, whose figures so far are visible. */
  readonly running = signal<LessonKind | null>(null);
  readonly canUndo = computed(() => this.steps.past.value.length > 0);
  readonly canRedo = computed(() => this.steps.future.value.length > 0);
  private readonly stepsOf = Object.fromEntries(
    LESSONS.map((name) => [name, new LessonSteps()]),
  ) as Record<LessonName, LessonSteps>;
  /** What was asked last, as the server knows it. */
  private readonly sent = byKind((kind) => START[kind]) as LessonAsked;
  private held = false;

  constructor(private readonly store: Store) {
    store.listeners.add((frame) => this.receive(frame));
  }

  get steps(): LessonSteps {
    return this.stepsOf[this.page.value];
  }

  /** What was asked in every lesson and the steps that led there, for a reload. */
  get kept(): SavedLessons {
    return {
      asked: byKind((kind) => this.asked[kind].value) as LessonAsked,
      steps: Object.fromEntries(LESSONS.map((name) => [name, this.stepsOf[name].kept])),
    };
  }

  restore({ asked, steps }: SavedLessons): void {
    for (const kind of KINDS) if (asked[kind]) this.take(kind, asked[kind]);
    for (const name of LESSONS) if (steps[name]) this.stepsOf[name].take(steps[name]);
  }

  /** What a link opens has no steps behind it. */
  forgetSteps(): void {
    this.steps.take({ past: [], future: [] });
  }

  /** Takes what is given into the question and asks it. */
  ask<Kind extends LessonKind>(
    kind: Kind,
    change: Partial<LessonAsked[Kind]> = {},
    dragging = false,
  ): void {
    const asked = this.asked[kind] as Signal<LessonAsked[Kind]>;
    const next = { ...asked.value, ...change };
    const lesson = LESSONS.find((name) => KINDS_OF[name].includes(kind))!;
    this.stepsOf[lesson].note({ kind, before: this.sent[kind], after: next }, this.held);
    this.put(kind, next, dragging);
  }

  undo(): void {
    this.go(this.steps.undone(), "before");
  }

  redo(): void {
    this.go(this.steps.redone(), "after");
  }

  private go(step: Turn[] | null, to: "before" | "after"): void {
    for (const turn of step ?? []) this.put(turn.kind, turn[to]);
  }

  /** Makes a question what is given, and asks it. */
  private put(kind: LessonKind, next: object, dragging = false): void {
    (this.asked[kind] as Signal<object>).value = next;
    (this.sent as unknown as Record<string, object>)[kind] = next;
    if (this.running.peek()) this.stop();
    this.store.fault.value = null; // a new question takes back the complaint about the last
    if (LONG_LESSONS.has(kind)) this.running.value = kind;
    this.store.send({ action: kind, ...next } as unknown as LessonAction, dragging);
  }

  /** Movements of a hand are one step from where it takes hold to where it lets go. */
  watchHand(): () => void {
    const take = () => {
      this.held = true;
      this.steps.rest();
    };
    const letGo = () => {
      this.held = false;
      this.steps.rest();
    };
    window.addEventListener("pointerdown", take, true);
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, letGo);
    return () => {
      window.removeEventListener("pointerdown", take, true);
      for (const end of ["pointerup", "pointercancel"]) window.removeEventListener(end, letGo);
    };
  }

  /** Takes what a link says into the question, which is asked when the lesson opens. */
  take(kind: LessonKind, given: object): void {
    const asked = this.asked[kind] as Signal<object>;
    asked.value = { ...START[kind], ...given };
    (this.sent as unknown as Record<string, object>)[kind] = asked.value;
    (this.answers[kind] as Signal<unknown>).value = null;
  }

  /** Asks what has not been asked yet. */
  open(kind: LessonKind): void {
    if (!this.answers[kind].peek()) this.ask(kind);
  }

  stop(): void {
    this.running.value = null;
    this.store.send({ action: "cancel" });
  }

  private receive(frame: Frame): void {
    const kind = frame.kind === "news" ? frame.about : frame.kind;
    if (!LIVE_LESSONS.has(kind) && !LONG_LESSONS.has(kind)) return;
    const shown = this.answers[kind as LessonKind] as Signal<unknown>;
    if (frame.kind === "news") {
      shown.value = { ...(frame.news as object), kind, columns: {} };
      return;
    }
    shown.value = frame;
    if (kind === this.running.peek()) this.running.value = null;
  }
}

/** Opens a study once the lab is open: opening the lab would stop what runs before it. */
export function useStudy(workbench: Workbench, kind: LessonKind): void {
  const ready = workbench.rooms.lab.choice.value !== null;
  useEffect(() => {
    if (ready) workbench.rooms.lab.lessons.open(kind);
  }, [workbench, kind, ready]);
}

const SETTLE_MS = 350;

/** Shows what the hand sets at once, and asks with it once the hand rests. */
export function useSettled<Kind extends LessonKind>(
  lessons: LessonStore,
  kind: Kind,
  ask: (next: Partial<LessonAsked[Kind]>) => void,
): (next: Partial<LessonAsked[Kind]>) => void {
  const timer = useRef(0);
  const asked = lessons.asked[kind] as Signal<LessonAsked[Kind]>;
  return (next) => {
    asked.value = { ...asked.value, ...next };
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => ask(next), SETTLE_MS);
  };
}

function byKind(make: (kind: LessonKind) => unknown): Record<LessonKind, unknown> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<LessonKind, unknown>;
}
