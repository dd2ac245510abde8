import { effect } from "@preact/signals";
import { savedUi, saveUi, writeUi } from "../../../session/room-store";
import type { LabStore } from "../store";
import type { LessonStore, SavedLessons } from "./store";

const KEY = "#lesson=";

/** The address that opens this lesson with what is asked in it. */
export function lessonLink(lessons: LessonStore): string {
  const link = new URL(lessonHash(lessons), location.href);
  // A link is shared: it opens the lesson, and lets nobody into the workbench.
  link.searchParams.delete("token");
  return link.href;
}

function lessonHash(lessons: LessonStore): string {
  const page = lessons.page.value;
  const settled = lessons.pageOf(page)?.settled ?? ((_, asked) => asked);
  const asked = Object.fromEntries(
    lessons
      .kindsOf(page)
      .map((kind) => [kind, settled(kind, lessons.asked[kind].value, lessons.answers[kind].value)]),
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

/** Opens the lesson that an address asks for; false when it asks for none that can be read. */
export function openLesson(lab: LabStore, hash: string): boolean {
  const shown = showLesson(lab, hash);
  if (shown) lab.lessons.forgetSteps();
  return shown;
}

function showLesson(lab: LabStore, hash: string): boolean {
  if (!hash.startsWith(KEY)) return false;
  const { lessons } = lab;
  const text = hash.slice(KEY.length);
  let wanted: { page: string; asked: Record<string, object> };
  try {
    // "#lesson=kmeans" opens a lesson as it starts.
    wanted = lessons.pageOf(text)
      ? { page: text, asked: {} }
      : JSON.parse(decodeURIComponent(text));
  } catch {
    return false;
  }
  const kinds = lessons.kindsOf(wanted?.page);
  if (kinds.length === 0) return false;
  lab.showLessons();
  lessons.page.value = wanted.page;
  for (const kind of kinds) lessons.take(kind, wanted.asked?.[kind] ?? {});
  return true;
}
