export * from "../wire/data";
