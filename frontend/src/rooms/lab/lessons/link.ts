import { effect } from "@preact/signals";
import { savedUi, saveUi, writeUi } from "../../../session/room-store";
import type { LabStore } from "../store";
import type { LessonAsked, LessonKind } from "./kinds";
import { KINDS_OF, type LessonName, type LessonStore, type SavedLessons } from "./store";

const KEY = "#lesson=";

/** The address that opens this lesson with what is asked in it. */
export function lessonLink(lessons: LessonStore): string {
  return new URL(lessonHash(lessons), location.href).href;
}

function lessonHash(lessons: LessonStore): string {
  const page = lessons.page.value;
  const asked = Object.fromEntries(
    KINDS_OF[page].map((kind) => [kind, settledQuestion(lessons, kind)] as const),
  );
  return KEY + encodeURIComponent(JSON.stringify({ page, asked }));
}

/** A reload finds the lesson that was open as it was, and the steps of all of them; ends with the result. */
export function restoreLesson(lab: LabStore): (() => void)[] {
  const { lessons } = lab;
  const before = savedUi<SavedLessons>("lesson-steps");
  if (before) lessons.restore(before);
  showLesson(lab, savedUi<string>("lesson") ?? "");
  return [
    saveUi("lesson-steps", () => lessons.kept),
    effect(() => {
      writeUi("lesson", lab.lessonsOpen.value ? lessonHash(lessons) : null);
    }),
  ];
}

/** What is asked; where the hand set a share, with the priors that came of it. */
function settledQuestion(lessons: LessonStore, kind: LessonKind): LessonAsked[LessonKind] {
  const asked = lessons.asked[kind].value;
  if (kind !== "lesson-models") return asked;
  const shown = lessons.answers["lesson-models"].value;
  return { ...asked, priors: shown?.priors ?? [], moved: null } as LessonAsked["lesson-models"];
}

/** Opens the lesson that an address asks for; false when it asks for none that can be read. */
export function openLesson(lab: LabStore, hash: string): boolean {
  const shown = showLesson(lab, hash);
  if (shown) lab.lessons.forgetSteps();
  return shown;
}

function showLesson(lab: LabStore, hash: string): boolean {
  if (!hash.startsWith(KEY)) return false;
  let wanted: { page: LessonName; asked: Record<string, object> };
  try {
    wanted = JSON.parse(decodeURIComponent(hash.slice(KEY.length)));
  } catch {
    return false;
  }
  const kinds = KINDS_OF[wanted?.page];
  if (!kinds) return false;
  const { lessons } = lab;
  lab.showLessons();
  lessons.page.value = wanted.page;
  for (const kind of kinds) lessons.take(kind, wanted.asked?.[kind] ?? {});
  return true;
}
