/** What people read about projects. */

export const PROJECT = {
  saved: (ago: string) => `Saved ${ago}`,
  notSaved: "Not saved",
  endsWithServer: "This work ends with the server",
  title: "Project",
  label: (name: string, saved: string) => `Project: ${name} ${saved}`,
  name: "Name",
  note: "Note",
  aboutNote: "What this work is about",
  stepNote: (label: string) => `Note on this step: ${label}`,
  aboutStep: "Why you did it, what you saw",
  savedIn: (file: string) => `Saved in ${file}`,
  howToSave: "Not saved. Start with --project FILE to save this work.",
  takeBack: "Undo",
  takeBackHint: "The last name or note as it was before",
  opened: (name: string) => `Opened “${name}”. The previous project is saved.`,
};

export const COPIES = {
  new: "New …",
  newHint: "Start a new project; this one stays as it is",
  export: "Export",
  exportHint: "This project as one file, to open elsewhere",
  import: "Import",
  importHint: "A project file from elsewhere",
  importFile: "A project file to import",
  withData: "Include data and models",
};

export const OTHERS = {
  title: "Other projects",
  looking: "Looking for other projects…",
  none: "No other projects yet.",
  steps: ["step", "steps"] as const,
};

export const NEW_PROJECT = {
  title: "New project",
  name: "Name of the new project",
  namePlaceholder: "Its name",
  sameData: "Same data, start over",
  otherData: "Choose other data",
  start: "Start",
  cancel: "Cancel",
};

export const MISSING_FILE = {
  choose: (file: string) => `Choose ${file}`,
  path: (file: string) => `Path of ${file}`,
  orType: "or type its path",
  type: "type its path",
  open: "Open",
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** "just now", "4 min ago", "at 14:05", "on 3 Nov": when something was, seen from now. */
export function ago(at: number, now: number): string {
  const passed = now - at;
  if (passed < MINUTE_S) return "just now";
  if (passed < HOUR_S) return `${Math.floor(passed / MINUTE_S)} min ago`;
  const then = new Date(at * 1000);
  if (passed < DAY_S) {
    return `at ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  }
  return `on ${then.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}`;
}
