export { keepLesson, openLesson } from "./link";
export { LessonsPage } from "./page";
