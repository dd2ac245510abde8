export * from "../wire/project";
