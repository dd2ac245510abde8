import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { TabList } from "../../../ui/tabs";
import { lessonLink } from "./link";
import { LossesLesson } from "./losses";
import { MailsLesson } from "./mails";
import { ModelsLesson } from "./models";
import { NeighborsLesson } from "./neighbors";
import { PeopleLesson } from "./people";
import type { LessonName } from "./store";
import { TablesLesson } from "./tables";
import { LessonPython, LessonTools } from "./tools";

interface LessonEntry {
  name: LessonName;
  title: string;
  about: string;
  view: ComponentType<{ workbench: Workbench }>;
}

const LESSONS: LessonEntry[] = [
  {
    name: "people",
    title: "Height, weight, foot",
    about: "Gaussian naive Bayes by hand: is this person male or female?",
    view: PeopleLesson,
  },
  {
    name: "mails",
    title: "Four mails",
    about: "A line, and naive Bayes by presence and by counts, on a table of four mails.",
    view: MailsLesson,
  },
  {
    name: "tables",
    title: "Small figures",
    about: "A mail that is scored, the curse of dimension, rates, and a kernel.",
    view: TablesLesson,
  },
  {
    name: "neighbors",
    title: "Nearest neighbors",
    about: "One draw says little: the simulated example, a hundred times.",
    view: NeighborsLesson,
  },
  {
    name: "losses",
    title: "Four losses",
    about: "The same points, four ways of counting what is left. Drag a point.",
    view: LossesLesson,
  },
  {
    name: "models",
    title: "Many models",
    about: "The most probable model need not give the most probable answer.",
    view: ModelsLesson,
  },
];

/** The worked examples of the lectures, with every number alive. */
export function LessonsPage({ workbench }: { workbench: Workbench }) {
  const lessons = workbench.rooms.lab.lessons;
  const lesson = LESSONS.find(({ name }) => name === lessons.page.value) ?? LESSONS[0]!;
  const Shown = lesson.view;
  useEffect(() => {
    const { canUndo, canRedo } = lessons;
    workbench.own.value = {
      canUndo,
      canRedo,
      undo: () => lessons.undo(),
      redo: () => lessons.redo(),
      link: () => lessonLink(lessons),
      name: "lesson",
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
          tabs={LESSONS}
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
