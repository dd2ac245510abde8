import { MATRIX_ICON } from "./matrix/icon";

export type SectionName = "data" | "steer" | "compare" | "explore" | "learn";

export interface Section {
  name: SectionName;
  title: string;
  /** The path of a line icon on a 16 x 16 grid. */
  icon: string;
}

/** The tasks of the rail, in its order. */
export const SECTIONS: readonly Section[] = [
  {
    name: "data",
    title: "Data",
    icon: "M8 2.500c3 0 5 .9 5 2s-2 2-5 2-5-.9-5-2 2-2 5-2z M3 4.500v7c0 1.100 2 2 5 2s5-.9 5-2v-7 M3 8c0 1.100 2 2 5 2s5-.9 5-2",
  },
  { name: "steer", title: "Steer", icon: MATRIX_ICON },
  {
    name: "compare",
    title: "Compare",
    icon: "M2.500 4h11 M5 2.500v3 M2.500 8h11 M10 6.500v3 M2.500 12h11 M7 10.500v3",
  },
  {
    name: "explore",
    title: "Explore",
    icon: "M8 1.800a6.200 6.200 0 1 1 0 12.400 6.200 6.200 0 0 1 0-12.400z M10.800 5.200 9.300 9.300 5.200 10.800 6.700 6.700z",
  },
  {
    name: "learn",
    title: "Learn",
    icon: "M8 4C6.500 2.800 4.500 2.500 2 2.500V12c2.500 0 4.500.3 6 1.500 1.500-1.200 3.500-1.500 6-1.500V2.500c-2.500 0-4.500.3-6 1.500z M8 4v9.500",
  },
];
