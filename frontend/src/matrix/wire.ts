export * from "../wire/matrix";
