import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Session } from "../../session";
import { TabList } from "../../ui/tabs";
import { type LessonName, lessonDesk } from "./desk";
import { lessonLink } from "./link";
import { LossesLesson } from "./losses";
import { MailsLesson } from "./mails";
import { ModelsLesson } from "./models";
import { NeighborsLesson } from "./neighbors";
import { PeopleLesson } from "./people";
import { TablesLesson } from "./tables";
import { LessonPython, LessonTools } from "./tools";

interface LessonEntry {
  name: LessonName;
  title: string;
  about: string;
  view: ComponentType<{ session: Session }>;
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
export function LessonsPage({ session }: { session: Session }) {
  const desk = lessonDesk(session);
  const lesson = LESSONS.find(({ name }) => name === desk.page.value) ?? LESSONS[0]!;
  const Shown = lesson.view;
  useEffect(() => {
    const { canUndo, canRedo } = desk;
    session.own.value = {
      canUndo,
      canRedo,
      undo: () => desk.undo(),
      redo: () => desk.redo(),
      link: () => lessonLink(desk),
      name: "lesson",
    };
    const letGo = desk.watchHand();
    return () => {
      letGo();
      session.own.value = null;
    };
  }, [session, desk]);
  return (
    <div class="lessons" data-testid="lessons">
      <header class="lessons-head">
        <TabList
          class="segments"
          tabs={LESSONS}
          chosen={lesson.name}
          onChoose={(name) => {
            desk.page.value = name;
          }}
          label="Lessons"
          testid="open-lesson"
          arrows
        />
        <p class="quiet">{lesson.about}</p>
        <LessonTools session={session} desk={desk} />
      </header>
      <h2 class="unseen">{lesson.title}</h2>
      <Shown key={lesson.name} session={session} />
      <LessonPython session={session} desk={desk} />
    </div>
  );
}
