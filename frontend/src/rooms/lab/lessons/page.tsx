import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { TabList } from "../../../ui/tabs";
import { useOpenLab } from "../open-lab";
import { SOURCES, TOPICS } from "./kinds";
import { lessonLink } from "./link";
import { LessonPython, LessonTools } from "./tools";

/** Worked examples in which every number can be changed. */
export function LessonsPage({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  // A link may lead here before the lab was ever open, and studies wait for it.
  useOpenLab(workbench);
  const lesson = lessons.pageOf(lessons.page.value) ?? lessons.pages[0]!;
  const Shown = lesson.view;
  const topics = TOPICS.filter(({ name }) => lessons.pages.some(({ topic }) => topic === name));
  const choose = (name: string) => {
    lessons.page.value = name;
  };
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
          class="lesson-topics tabs"
          tabs={topics}
          chosen={lesson.topic}
          onChoose={(topic) => choose(lessons.pages.find((page) => page.topic === topic)!.name)}
          label="Topics"
          testid="lesson-topic"
          arrows
        />
        <LessonTools workbench={workbench} lessons={lessons} />
      </header>
      <div class="lessons-of-topic row">
        <TabList
          class="segments"
          tabs={lessons.pages.filter(({ topic }) => topic === lesson.topic)}
          chosen={lesson.name}
          onChoose={choose}
          label="Lessons"
          testid="open-lesson"
          arrows
        />
        <p class="quiet">{lesson.about}</p>
        <p class="lesson-source quiet" title={SOURCES[lesson.source].full}>
          Source: {SOURCES[lesson.source].short}
        </p>
      </div>
      <h2 class="unseen">{lesson.title}</h2>
      <Shown key={lesson.name} workbench={workbench} />
      <LessonPython workbench={workbench} lessons={lessons} />
    </div>
  );
}
