import type * as kinds from "./kinds";

export const KIND = "lesson-people";
export const START: PeopleAsked = {
  rows: [
    [1.82, 82, 30],
    [1.8, 86, 28],
    [1.7, 77, 30],
    [1.8, 75, 25],
    [1.52, 45, 15],
    [1.65, 68, 20],
    [1.68, 59, 18],
    [1.75, 68, 23],
  ],
  male: [true, true, true, true, false, false, false, false],
  person: [1.81, 59, 21],
  unbiased: false,
};
export const COLUMNS = [
  { name: "height", unit: "m", digits: 2 },
  { name: "weight", unit: "kg", digits: 0 },
  { name: "foot", unit: "cm", digits: 1 },
] as const;
/** Stands for the row of the person asked about. */
export const PERSON = -1;

export type PeopleAsked = kinds.LessonAsked[typeof KIND];
export type Change = kinds.Change<typeof KIND>;
