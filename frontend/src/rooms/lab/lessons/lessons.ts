import { classesLesson } from "./classes";
import { dimensionLesson } from "./dimension";
import { dualLesson } from "./dual";
import { emLesson } from "./em";
import { foldsLesson } from "./folds";
import { kernelsLesson } from "./kernels";
import type { LessonPage } from "./kinds";
import { kmeansLesson } from "./kmeans";
import { lineLesson } from "./line";
import { lossesLesson } from "./losses";
import { mailsLesson } from "./mails";
import { marksLesson } from "./marks";
import { modelsLesson } from "./models";
import { neighborsLesson } from "./neighbors";
import { pValueLesson } from "./p-value";
import { peopleLesson } from "./people";
import { ratesLesson } from "./rates";
import { riskLesson } from "./risk";
import { storyLesson } from "./story";
import { tablesLesson } from "./tables";
import { tubeLesson } from "./tube";
import { wideLesson } from "./wide";

export const LESSONS: LessonPage[] = [
  peopleLesson,
  mailsLesson,
  modelsLesson,
  tablesLesson,
  lineLesson,
  ratesLesson,
  riskLesson,
  foldsLesson,
  neighborsLesson,
  dimensionLesson,
  dualLesson,
  kernelsLesson,
  wideLesson,
  lossesLesson,
  tubeLesson,
  kmeansLesson,
  emLesson,
  storyLesson,
  classesLesson,
  marksLesson,
  pValueLesson,
];
