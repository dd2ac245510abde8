/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type Calibration = "none" | "sigmoid" | "isotonic";

/** A measured figure with its interval; `method` says how that was made. */
export interface ScoreFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  method: string;
}

/** Predicted probabilities against observed shares, bin by bin, with their 95 % limits. */
export interface Reliability {
  predicted: number[];
  observed: number[];
  low: number[];
  high: number[];
  rows: number[];
  /** How far predicted and observed are apart, on average over all rows. */
  error: number;
}

/** Scores of some rows, at settings of the cut-off from no row called positive to all. */
export interface ScoredRows {
  figures: ScoreFigure[];
  /** Null where the model has no probabilities. */
  reliability: Reliability | null;
  /** The same before calibration; null where the model is not calibrated. */
  uncalibrated: Reliability | null;
  rows: number;
  positives: number;
  settings: number[];
  tp: number[];
  fp: number[];
  /** The place of the setting that decides as the model does. */
  now: number;
}

/** How good the scores of the current model are. */
export interface ModelScoresFrame extends FrameBase {
  kind: "model-scores";
  model: number;
  /** The class that the curves are about. */
  focus: string;
  calibration: Calibration;
  tuning: ScoredRows;
  /** Null until the final test has been run with these scores. */
  test: ScoredRows | null;
}

export type ScoresFrame = ModelScoresFrame;

export type ScoresAction =
  | { action: "calibrate-model"; method: Calibration }
  | { action: "ask-scores"; focus?: string };
