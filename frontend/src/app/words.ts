/** What people read in the frame around the rooms. */

export const COMMANDS = {
  undo: "Undo (Ctrl Z, or z)",
  redo: "Redo (Ctrl Shift Z, or Z)",
};

export const HISTORY = {
  title: "History",
  steps: "Steps: arrow keys move, Enter goes there",
  /** Whose steps they are, where they are not the project's. */
  own: { lab: "Lab history", challenge: "Game history" } as Record<string, string>,
  place: (step: number, steps: number) => `step ${step} of ${steps}`,
  apart: "These steps are not part of the project.",
  training: "training",
  validation: "validation F1",
  best: "best so far",
  bestOf: (split: string) => `best for ${split}`,
  scores: (training: string, validation: string) =>
    `F1 training ${training}, validation ${validation}`,
  fork: (steps: number, last: string) =>
    `Another branch leaves here: ${steps === 1 ? "1 step" : `${steps} steps`}, last “${last}”. Go there.`,
};

export const RAIL = {
  label: "Sections",
};
