export { LessonsPage } from "./page";
