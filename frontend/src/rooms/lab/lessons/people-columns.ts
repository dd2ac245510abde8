import type { PeopleAsked } from "./kinds";

export const KIND = "lesson-people";
export const COLUMNS = [
  { name: "height", unit: "m", digits: 2 },
  { name: "weight", unit: "kg", digits: 0 },
  { name: "foot", unit: "cm", digits: 1 },
] as const;
/** Stands for the row of the person asked about. */
export const PERSON = -1;

export type Change = (next: Partial<PeopleAsked>, dragging?: boolean) => void;
