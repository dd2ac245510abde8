export { openLesson } from "./link";
export { LessonsPage } from "./page";
