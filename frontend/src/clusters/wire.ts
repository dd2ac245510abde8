export * from "../wire/clusters";
