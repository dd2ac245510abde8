/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type SliceKind = "category" | "number" | "word" | "cluster";

export type SliceDirection = "higher" | "lower";

/** A rate that slices can be compared by, as a want writes it. */
export interface SliceMeasure {
  text: string;
  /** Its name without a class. */
  measure: string;
  /** The class that it is about; empty where it is about all. */
  label: string;
}

/** One slice, and the measure of its rows. */
export interface Slice {
  kind: SliceKind;
  column: string;
  name: string;
  rows: number;
  value: number;
  low: number;
  high: number;
  /** The measure on all other rows; null where there are none. */
  rest: number | null;
  /** The p-value after correction for all slices that were looked at. */
  adjusted: number;
}

/** One row of a slice. */
export interface SliceExample {
  row: number;
  id: string;
  text: string;
  true: string;
  predicted: string;
}

/** The worst slices of the current model. */
export interface SliceTableFrame extends FrameBase {
  kind: "slice-table";
  model: number;
  measure: string;
  column: string;
  /** The measure on all tuning rows. */
  value: number;
  rows: number;
  worse: SliceDirection;
  tried: number;
  measures: SliceMeasure[];
  /** Those whose groups can be compared. */
  groupings: string[];
  slices: Slice[];
  /** A limit to ask of each group: the measure on all rows, rounded; null where none can be. */
  limit: number | null;
}

/** Rows of one slice, the wrong ones first. */
export interface SliceExamplesFrame extends FrameBase {
  kind: "slice-examples";
  measure: string;
  column: string;
  name: string;
  count: number;
  wrong: number;
  examples: SliceExample[];
}

export type SlicesFrame = SliceTableFrame | SliceExamplesFrame;

export type SlicesAction =
  | { action: "ask-slices"; measure?: string; column?: string }
  | { action: "slice-examples"; measure: string; column: string; name: string };
