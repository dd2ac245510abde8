import type { LessonPage } from "./kinds";
import { lossesLesson } from "./losses";
import { mailsLesson } from "./mails";
import { modelsLesson } from "./models";
import { neighborsLesson } from "./neighbors";
import { peopleLesson } from "./people";
import { tablesLesson } from "./tables";

export const LESSONS: LessonPage[] = [
  peopleLesson,
  mailsLesson,
  modelsLesson,
  tablesLesson,
  neighborsLesson,
  lossesLesson,
];
