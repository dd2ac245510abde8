/** What people read in the frame around the rooms. */

export const RAIL = {
  label: "Sections",
};
