import { type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../../session";
import type { Frame } from "../../wire/types";
import { START } from "./examples";
import {
  type LessonAction,
  type LessonAnswers,
  type LessonAsked,
  type LessonKind,
  LIVE_LESSONS,
  LONG_LESSONS,
} from "./wire";

export type LessonName = "people" | "mails" | "tables" | "neighbours" | "losses" | "models";

type Asked = { [Kind in LessonKind]: Signal<LessonAsked[Kind]> };
type Answers = { [Kind in LessonKind]: Signal<LessonAnswers[Kind] | null> };

const KINDS = Object.keys(START) as LessonKind[];

/** What is asked and answered in the lessons. Nothing of it is part of the session's state. */
export class LessonDesk {
  readonly page = signal<LessonName>("people");
  readonly asked = byKind((kind) => signal(START[kind])) as Asked;
  readonly answers = byKind(() => signal(null)) as Answers;
  /** Whether the lines of Python are on show. */
  readonly python = signal(false);
  /** The study under way, whose figures so far are on show. */
  readonly running = signal<LessonKind | null>(null);

  constructor(private readonly session: Session) {
    session.store.listeners.add((frame) => this.receive(frame));
  }

  /** Takes what is given into the question and asks it. */
  ask<Kind extends LessonKind>(
    kind: Kind,
    change: Partial<LessonAsked[Kind]> = {},
    dragging = false,
  ): void {
    const asked = this.asked[kind] as Signal<LessonAsked[Kind]>;
    asked.value = { ...asked.value, ...change };
    if (this.running.peek()) this.stop();
    this.session.store.fault.value = null; // a new question takes back the complaint about the last
    if (LONG_LESSONS.has(kind)) this.running.value = kind;
    this.session.store.send({ action: kind, ...asked.value } as unknown as LessonAction, dragging);
  }

  /** Takes what a link says into the question, which is asked when the lesson opens. */
  take(kind: LessonKind, given: object): void {
    const asked = this.asked[kind] as Signal<object>;
    asked.value = { ...START[kind], ...given };
    (this.answers[kind] as Signal<unknown>).value = null;
  }

  /** Asks what has not been asked yet. */
  open(kind: LessonKind): void {
    if (!this.answers[kind].peek()) this.ask(kind);
  }

  stop(): void {
    this.running.value = null;
    this.session.store.send({ action: "cancel" });
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
export function useStudy(session: Session, kind: LessonKind): void {
  const ready = session.lab.choice.value !== null;
  useEffect(() => {
    if (ready) lessonDesk(session).open(kind);
  }, [session, kind, ready]);
}

const SETTLE_MS = 350;

/** Shows what the hand sets at once, and asks with it once the hand rests. */
export function useSettled<Kind extends LessonKind>(
  desk: LessonDesk,
  kind: Kind,
  ask: (next: Partial<LessonAsked[Kind]>) => void,
): (next: Partial<LessonAsked[Kind]>) => void {
  const timer = useRef(0);
  const asked = desk.asked[kind] as Signal<LessonAsked[Kind]>;
  return (next) => {
    asked.value = { ...asked.value, ...next };
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => ask(next), SETTLE_MS);
  };
}

function byKind(make: (kind: LessonKind) => unknown): Record<LessonKind, unknown> {
  return Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<LessonKind, unknown>;
}

const kept = new WeakMap<Session, LessonDesk>();

/** The one desk of a session, which keeps what was asked while other rooms are looked at. */
export function lessonDesk(session: Session): LessonDesk {
  let desk = kept.get(session);
  if (!desk) {
    desk = new LessonDesk(session);
    kept.set(session, desk);
  }
  return desk;
}
