export * from "../../wire/lessons";
export * from "./kinds";
