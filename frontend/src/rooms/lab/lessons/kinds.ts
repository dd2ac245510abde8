import type { ComponentType } from "preact";
import type { Workbench } from "../../../session/workbench";
import type { LessonsAction, LessonsFrame } from "../../../wire/lessons";

export type LessonKind = LessonsAction["action"];

/** What each lesson asks, by the name of its action. */
export type LessonAsked = {
  [Kind in LessonKind]: Required<Omit<Extract<LessonsAction, { action: Kind }>, "action">>;
};

/** What it is answered with. */
export type LessonAnswers = {
  [Kind in LessonKind]: Extract<LessonsFrame, { kind: Kind }>;
};

/** Puts a part of what is asked in place of the rest, and asks again. */
export type Change<Kind extends LessonKind> = (
  next: Partial<LessonAsked[Kind]>,
  dragging?: boolean,
) => void;

/** What lessons are about, in the order of the page. */
export const TOPICS = [
  { name: "bayes", title: "Bayes" },
  { name: "lines", title: "Lines and risk" },
  { name: "neighbors", title: "Neighbors" },
  { name: "margins", title: "Margins and kernels" },
  { name: "clusters", title: "Clusters" },
  { name: "evaluation", title: "Evaluation" },
] as const;
/** The documents that lessons come from. */
export const SOURCES = {
  comp9417: {
    short: "COMP9417, 2023",
    full: "COMP9417 Machine Learning and Data Mining, Classification (UNSW Sydney, 2023)",
  },
  gadat: {
    short: "S. Gadat, 2014",
    full: "S. Gadat, Big Data, Lecture 3: Supervised classification (Toulouse, 2014)",
  },
  song: {
    short: "Y. Song, 2019",
    full: "Y. Song, Text Categorization 2: Clustering (Hong Kong University of Science and Technology, 2019)",
  },
};
export type Source = keyof typeof SOURCES;
type Topic = (typeof TOPICS)[number]["name"];

/** A lesson: a new one is a file with this record, and a line in `lessons.ts`. */
export interface LessonPage {
  name: string;
  topic: Topic;
  source: Source;
  title: string;
  about: string;
  /** What each of its questions starts with, the main one first. */
  start: Partial<LessonAsked>;
  /** Questions that run over many draws, with progress and figures so far. */
  studies?: readonly LessonKind[];
  view: ComponentType<{ workbench: Workbench }>;
  /** A question as a link has it, where the answer settled a part of it. */
  settled?: (kind: LessonKind, asked: object, answer: object | null) => object;
}
