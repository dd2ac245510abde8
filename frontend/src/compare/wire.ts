export * from "../wire/compare";
