/** What people read about the class they are in. */

export const CLASS = {
  title: "Class",
  people: (there: number, limit: number) => `${there} of ${limit}`,
  open: "Class page",
  openHint: "Join address, code and who is in",
  share: "Show screen",
  shareHint: "Students can follow what you do here; they change nothing",
  shared: (following: number) => `Shown to ${following}`,
};

export const STUDENT = {
  choice: "What you look at",
  own: "My own work",
  teacher: "Teacher's screen",
  waiting: "The teacher is not showing a screen.",
  following: "You see the teacher's screen. Nothing you press changes it.",
  back: "Back to my own work",
  frame: "Teacher's screen",
};

export const TEACHER = {
  title: "Class",
  join: "Join in a browser",
  code: "Code",
  people: (there: number, limit: number) => `${there} of ${limit} students`,
  nobody: "Nobody has joined yet. The names of students appear here.",
  away: "away",
  remove: (name: string) => `Remove ${name}`,
  copy: "Copy link",
  copied: "Link copied",
  share: "Show my screen",
  sharing: (following: number) =>
    following === 1 ? "Shown to 1 student" : `Shown to ${following} students`,
  notSharing: "Students work on their own.",
  end: "End the class",
  endAsk: "End the class? Students are disconnected; their work is saved.",
  endYes: "End it",
  endNo: "Keep going",
  ended: "The class is over. Nobody can join.",
  reopen: "Let students in again",
  lost: "Disconnected; reconnecting…",
  workbench: "Open the workbench",
};
