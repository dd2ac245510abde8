import type { LessonAction, LessonFrame } from "../../../wire/lessons";

export type LessonKind = LessonAction["action"];

/** What each lesson asks, by the name of its action. */
export type LessonAsked = {
  [Kind in LessonKind]: Required<Omit<Extract<LessonAction, { action: Kind }>, "action">>;
};

/** What it is answered with. */
export type LessonAnswers = {
  [Kind in LessonKind]: Extract<LessonFrame, { kind: Kind }>;
};

export type PeopleAsked = LessonAsked["lesson-people"];
export type MailsAsked = LessonAsked["lesson-mails"];
export type TablesAsked = LessonAsked["lesson-tables"];
export type NeighborsAsked = LessonAsked["lesson-neighbors"];
export type ZonesAsked = LessonAsked["lesson-zones"];
export type LossesAsked = LessonAsked["lesson-losses"];
export type ModelsAsked = LessonAsked["lesson-models"];
export type AverageAsked = LessonAsked["lesson-average"];

/** Answered within a frame or two: while one is under way only the newest value waits. */
export const LIVE_LESSONS: ReadonlySet<string> = new Set<LessonKind>([
  "lesson-people",
  "lesson-mails",
  "lesson-tables",
  "lesson-zones",
  "lesson-losses",
  "lesson-models",
]);

/** Run over many draws, with progress and figures so far. */
export const LONG_LESSONS: ReadonlySet<string> = new Set<LessonKind>([
  "lesson-neighbors",
  "lesson-average",
]);
