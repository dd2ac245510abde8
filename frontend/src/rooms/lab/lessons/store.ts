import { computed, type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../../../session/store";
import type { Workbench } from "../../../session/workbench";
import type { LessonsAction } from "../../../wire/lessons";
import type { Frame } from "../../../wire/types";
import type { Change, LessonAnswers, LessonAsked, LessonKind, LessonPage } from "./kinds";
import { type KeptSteps, LessonSteps, type Turn } from "./steps";

type Asked = { [Kind in LessonKind]: Signal<LessonAsked[Kind]> };
type Answers = { [Kind in LessonKind]: Signal<LessonAnswers[Kind] | null> };

/** What a reload finds again. */
export interface SavedLessons {
  asked: Partial<LessonAsked>;
  steps: Partial<Record<string, KeptSteps>>;
}

/**
 * What is asked and answered in the lessons. Nothing of it is part of the session's state: a lesson
 * has steps of its own.
 */
export class LessonStore {
  readonly page: Signal<string>;
  readonly asked: Asked;
  readonly answers: Answers;
  /** Whether the lines of Python are visible. */
  readonly python = signal(false);
  /** The study under way, whose figures so far are visible. */
  readonly running = signal<LessonKind | null>(null);
  readonly canUndo = computed(() => this.steps.past.value.length > 0);
  readonly canRedo = computed(() => this.steps.future.value.length > 0);
  private readonly stepsOf: Record<string, LessonSteps>;
  /** What was asked last, as the server knows it. */
  private readonly sent: Record<string, object>;
  private readonly start: LessonAsked;
  private readonly studies: ReadonlySet<string>;
  private held = false;
  /** A study that was stopped for the sake of a quicker question. */
  private interrupted: LessonKind | null = null;
  private resumeTimer = 0;

  constructor(
    private readonly store: Store,
    readonly pages: readonly LessonPage[],
  ) {
    this.start = Object.assign({}, ...pages.map(({ start }) => start));
    this.studies = new Set(pages.flatMap(({ studies }) => studies ?? []));
    this.page = signal(pages[0]!.name);
    this.asked = this.byKind((kind) => signal(this.start[kind])) as Asked;
    this.answers = this.byKind(() => signal(null)) as Answers;
    this.sent = { ...this.start };
    this.stepsOf = Object.fromEntries(pages.map(({ name }) => [name, new LessonSteps()]));
    store.listeners.add((frame) => this.receive(frame));
  }

  get steps(): LessonSteps {
    return this.stepsOf[this.page.value]!;
  }

  /** The questions of a lesson; none where there is no such lesson. */
  kindsOf(name: string): LessonKind[] {
    return Object.keys(this.pageOf(name)?.start ?? {}) as LessonKind[];
  }

  pageOf(name: string): LessonPage | undefined {
    return this.pages.find((page) => page.name === name);
  }

  /** What was asked in every lesson and the steps that led there, for a reload. */
  get kept(): SavedLessons {
    return {
      asked: this.byKind((kind) => this.asked[kind].value) as LessonAsked,
      steps: Object.fromEntries(this.pages.map(({ name }) => [name, this.stepsOf[name]!.kept])),
    };
  }

  restore({ asked, steps }: SavedLessons): void {
    for (const kind of this.kinds) if (asked[kind]) this.take(kind, asked[kind]);
    for (const { name } of this.pages) if (steps[name]) this.stepsOf[name]!.take(steps[name]);
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
    const lesson = this.pages.find(({ start }) => kind in start)!;
    this.stepsOf[lesson.name]!.note({ kind, before: this.sent[kind]!, after: next }, this.held);
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
    this.sent[kind] = next;
    const running = this.running.peek();
    if (running) {
      this.stop();
      if (!this.studies.has(kind)) this.interrupted = running;
    }
    this.store.fault.value = null; // a new question takes back the complaint about the last
    const action = { action: kind, ...next } as unknown as LessonsAction;
    if (this.studies.has(kind)) {
      this.running.value = kind;
      this.store.send(action, dragging);
    } else {
      // Answered within a frame or two: while one is under way only the newest value waits.
      this.store.send(action, dragging, kind);
    }
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
    asked.value = { ...this.start[kind], ...given };
    this.sent[kind] = asked.value;
    (this.answers[kind] as Signal<unknown>).value = null;
  }

  /** Asks what has not been asked yet. */
  open(kind: LessonKind): void {
    if (!this.answers[kind].peek()) this.ask(kind);
  }

  stop(): void {
    this.running.value = null;
    this.store.stop();
  }

  private get kinds(): LessonKind[] {
    return Object.keys(this.start) as LessonKind[];
  }

  private byKind(make: (kind: LessonKind) => unknown): Record<LessonKind, unknown> {
    return Object.fromEntries(this.kinds.map((kind) => [kind, make(kind)])) as Record<
      LessonKind,
      unknown
    >;
  }

  private receive(frame: Frame): void {
    const kind = frame.kind === "news" ? frame.about : frame.kind;
    if (!(kind in this.start)) return;
    const shown = this.answers[kind as LessonKind] as Signal<unknown>;
    if (frame.kind === "news") {
      shown.value = { ...(frame.news as object), kind, columns: {} };
      return;
    }
    shown.value = frame;
    if (kind === this.running.peek()) this.running.value = null;
    if (this.interrupted) this.resumeSoon();
  }

  /** Starts the study that was interrupted again, once the hand rests. */
  private resumeSoon(): void {
    window.clearTimeout(this.resumeTimer);
    this.resumeTimer = window.setTimeout(() => {
      const study = this.interrupted;
      if (!study) return;
      if (this.held) {
        this.resumeSoon();
        return;
      }
      this.interrupted = null;
      // Who left the lesson does not wait for it.
      if (!this.running.peek() && this.kindsOf(this.page.peek()).includes(study))
        this.put(study, this.asked[study].peek());
    }, SETTLE_MS);
  }
}

/** What one question of a lesson asks and was answered, and how to change it; it is asked at once. */
export function useLesson<Kind extends LessonKind>(workbench: Workbench, kind: Kind) {
  const lessons = workbench.rooms.lab.lessons;
  useEffect(() => lessons.open(kind), [lessons, kind]);
  const change: Change<Kind> = (next, dragging) => lessons.ask(kind, next, dragging);
  const asked = lessons.asked[kind] as Signal<LessonAsked[Kind]>;
  const shown = lessons.answers[kind] as Signal<LessonAnswers[Kind] | null>;
  return { lessons, asked: asked.value, shown: shown.value, change };
}

const STAY_MS = 150;

/**
 * Opens a study once the lab is open: opening the lab would stop what runs before it. A lesson that
 * is only passed by on the way to another starts none.
 */
export function useStudy(workbench: Workbench, kind: LessonKind): void {
  const ready = workbench.rooms.lab.choice.value !== null;
  useEffect(() => {
    if (!ready) return;
    const timer = window.setTimeout(() => workbench.rooms.lab.lessons.open(kind), STAY_MS);
    return () => window.clearTimeout(timer);
  }, [workbench, kind, ready]);
}

const SETTLE_MS = 350;

/** What a study asks and was answered, how to change it at once, and once the hand rests. */
export function useStudyLesson<Kind extends LessonKind>(workbench: Workbench, kind: Kind) {
  const lessons = workbench.rooms.lab.lessons;
  useStudy(workbench, kind);
  const change = (next: Partial<LessonAsked[Kind]>) => lessons.ask(kind, next);
  const asked = lessons.asked[kind] as Signal<LessonAsked[Kind]>;
  const shown = lessons.answers[kind] as Signal<LessonAnswers[Kind] | null>;
  const soon = useSettled(lessons, kind, change);
  return { asked: asked.value, shown: shown.value, change, soon };
}

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
