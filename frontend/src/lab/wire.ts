export * from "../wire/lab";
