import { classesLesson } from "./classes";
import { emLesson } from "./em";
import type { LessonPage } from "./kinds";
import { kmeansLesson } from "./kmeans";
import { lossesLesson } from "./losses";
import { mailsLesson } from "./mails";
import { marksLesson } from "./marks";
import { modelsLesson } from "./models";
import { neighborsLesson } from "./neighbors";
import { pValueLesson } from "./p-value";
import { peopleLesson } from "./people";
import { storyLesson } from "./story";
import { tablesLesson } from "./tables";

export const LESSONS: LessonPage[] = [
  peopleLesson,
  mailsLesson,
  modelsLesson,
  tablesLesson,
  neighborsLesson,
  lossesLesson,
  kmeansLesson,
  emLesson,
  storyLesson,
  classesLesson,
  marksLesson,
  pValueLesson,
];
