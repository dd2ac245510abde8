import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { TabList } from "../../../ui/tabs";
import { lessonLink } from "./link";
import { LessonPython, LessonTools } from "./tools";

/** Worked examples in which every number can be changed. */
export function LessonsPage({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const lesson = lessons.pageOf(lessons.page.value) ?? lessons.pages[0]!;
  const Shown = lesson.view;
  useEffect(() => {
    const { canUndo, canRedo } = lessons;
    workbench.own.value = {
      canUndo,
      canRedo,
      undo: () => lessons.undo(),
      redo: () => lessons.redo(),
      link: { name: "lesson", copy: () => lessonLink(lessons) },
    };
    const letGo = lessons.watchHand();
    return () => {
      letGo();
      workbench.own.value = null;
    };
  }, [workbench, lessons]);
  return (
    <div class="lessons" data-testid="lessons">
      <header class="lessons-head row">
        <TabList
          class="segments"
          tabs={[...lessons.pages]}
          chosen={lesson.name}
          onChoose={(name) => {
            lessons.page.value = name;
          }}
          label="Lessons"
          testid="open-lesson"
          arrows
        />
        <p class="quiet">{lesson.about}</p>
        <LessonTools workbench={workbench} lessons={lessons} />
      </header>
      <h2 class="unseen">{lesson.title}</h2>
      <Shown key={lesson.name} workbench={workbench} />
      <LessonPython workbench={workbench} lessons={lessons} />
    </div>
  );
}
