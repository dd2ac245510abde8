/** What travels on the wire about projects, as docs/protocol.md has it. */

import type { Columns } from "./types";

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

export interface ProjectsFrame {
  kind: "projects";
  reply_to: number;
  columns: Columns;
  projects: ListedProject[];
}

export type ProjectAction =
  | { action: "name-project"; name: string }
  | { action: "write-note"; text: string; step: number | null }
  | { action: "take-back" }
  | { action: "new-project"; name: string; with_data: boolean }
  | { action: "open-project"; path: string; file: string }
  | { action: "import-project"; file: string; content: string; more: boolean }
  | { action: "list-projects" }
  | { action: "export-project"; data: boolean };
