/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

/** The name and notes of the project, and the file it is saved in. */
export interface ProjectView {
  name: string;
  /** About the whole. */
  note: string;
  /** By the number of the step. */
  notes: Record<string, string>;
  can_take_back: boolean;
  kept: boolean;
  /** Seconds since 1970. */
  kept_at: number | null;
  place: string;
  notice: string;
}

/** A project that can be opened. */
export interface ListedProject {
  path: string;
  name: string;
  data: string;
  entries: number;
  kept_at: number;
  here: boolean;
  /** Why it cannot be opened; empty when it can. */
  fault: string;
}

export interface ProjectsFrame extends FrameBase {
  kind: "projects";
  projects: ListedProject[];
}

export type ProjectFrame = ProjectsFrame;

export type ProjectAction =
  | { action: "name-project"; name: string }
  | { action: "write-note"; text: string; step?: number | null }
  | { action: "take-back" }
  | { action: "new-project"; name?: string; with_data?: boolean }
  | { action: "open-project"; path: string; file?: string }
  | { action: "import-project"; file: string; content: string; more?: boolean }
  | { action: "list-projects" }
  | { action: "export-project"; data?: boolean };
