import { effect } from "@preact/signals";
import { keepOpen, keptOpen } from "../../desk";
import type { Session } from "../../session";
import { type KeptLessons, KINDS_OF, type LessonDesk, type LessonName, lessonDesk } from "./desk";
import type { LessonAsked, LessonKind } from "./wire";

const KEY = "#lesson=";

/** The address that opens the lesson on show with what is asked in it. */
export function lessonLink(desk: LessonDesk): string {
  return new URL(lessonHash(desk), location.href).href;
}

function lessonHash(desk: LessonDesk): string {
  const page = desk.page.value;
  const asked = Object.fromEntries(
    KINDS_OF[page].map((kind) => [kind, settled(desk, kind)] as const),
  );
  return KEY + encodeURIComponent(JSON.stringify({ page, asked }));
}

/** A reload finds the lesson that was open as it was, and the steps of all of them. */
export function keepLesson(session: Session): void {
  const [storage, steps] = ["steersman-lesson", "steersman-lesson-steps"];
  const before = keptOpen<KeptLessons>(steps);
  if (before) lessonDesk(session).restore(before);
  showLesson(session, sessionStorage.getItem(storage) ?? "");
  keepOpen(steps, () => lessonDesk(session).kept);
  effect(() => {
    const open = session.room.value === "lab" && session.lab.page.value === "lessons";
    if (open) sessionStorage.setItem(storage, lessonHash(lessonDesk(session)));
    else sessionStorage.removeItem(storage);
  });
}

/** What is asked; where the hand set a share, with the priors that came of it. */
function settled(desk: LessonDesk, kind: LessonKind): LessonAsked[LessonKind] {
  const asked = desk.asked[kind].value;
  if (kind !== "lesson-models") return asked;
  const shown = desk.answers["lesson-models"].value;
  return { ...asked, priors: shown?.priors ?? [], moved: null } as LessonAsked["lesson-models"];
}

/** Opens the lesson that an address asks for; false when it asks for none that can be read. */
export function openLesson(session: Session, hash: string): boolean {
  const shown = showLesson(session, hash);
  if (shown) lessonDesk(session).forgetSteps();
  return shown;
}

function showLesson(session: Session, hash: string): boolean {
  if (!hash.startsWith(KEY)) return false;
  let wanted: { page: LessonName; asked: Record<string, object> };
  try {
    wanted = JSON.parse(decodeURIComponent(hash.slice(KEY.length)));
  } catch {
    return false;
  }
  const kinds = KINDS_OF[wanted?.page];
  if (!kinds) return false;
  const desk = lessonDesk(session);
  session.room.value = "lab";
  session.lab.page.value = "lessons";
  desk.page.value = wanted.page;
  for (const kind of kinds) desk.take(kind, wanted.asked?.[kind] ?? {});
  return true;
}
