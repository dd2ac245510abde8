/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { Scale } from "./plane";
import type { FrameBase } from "./types";

export type Point = [number, number, number];

/** A model of the lab; knobs and options that are not named have their defaults. */
export interface LabModelChoice {
  model: string;
  knobs: Record<string, number>;
  options: Record<string, string>;
  step: number | null;
}

/** The choice of the lab: the source of the points, and one or two models. */
export interface LabChoice {
  source: string;
  knobs: Record<string, number>;
  columns: string[];
  painted: Point[];
  seed: number;
  models: LabModelChoice[];
}

/** Something to choose: the name to send, and what a person reads. */
export interface Entry {
  name: string;
  title: string;
  summary: string;
}

/** A knob: its range and its value. */
export interface LabKnob {
  name: string;
  label: string;
  low: number;
  high: number;
  default: number;
  scale: Scale;
  help: string;
  whole: boolean;
  value: number;
}

/** Where the points come from. */
export interface LabSource {
  name: string;
  title: string;
  knobs: LabKnob[];
  columns: string[];
  chosen: string[];
}

/** The points on the bench in figures. */
export interface LabPoints {
  count: number;
  positives: number;
  /** x low, x high, y low, y high */
  window: [number, number, number, number];
  axes: [string, string];
  /** negative, positive */
  classes: [string, string];
  bayes_error: number | null;
  test: number;
}

/** A word that a person may choose, and the one chosen; each value has a name and a title. */
export interface LabOption {
  name: string;
  label: string;
  values: [string, string][];
  help: string;
  value: string;
}

/** Points on the wrong side. */
export interface Errors {
  wrong: number;
  of: number;
  rate: number;
  interval: [number, number];
}

/** How far a training was played, and how it ended. */
export interface Way {
  kind: "perceptron" | "ascent";
  steps: number;
  step: number;
  updates: number;
  epoch: number | null;
  converged: boolean | null;
  likelihood?: number;
  verdict: string;
}

/** A mixture of positives that is also a mixture of negatives: no line parts them. */
export interface Proof {
  /** None where the mixtures meet in a kernel's space. */
  point: [number, number] | null;
  rows: number[];
  shares: number[];
  sentence: string;
}

/** The support vectors in figures. */
export interface Support {
  count: number;
  at_bound: number | null;
  width: number | null;
  /** None, as `at_bound`, where the margin is hard. */
  C: number | null;
  warning: string;
}

/** One model on the bench. */
export interface LabModel {
  model: string;
  title: string;
  family: "linear" | "logistic" | "bayes" | "neighbors" | "svm";
  says: "probability" | "score";
  knobs: LabKnob[];
  options: LabOption[];
  refusal: string;
  training: Errors | null;
  test: Errors | null;
  /** Homogeneous: −t, w1, w2. */
  weights: Point | null;
  /** Of the negatives, of the positives. */
  centers: [[number, number], [number, number]] | null;
  scale: number;
  training_way: Way | null;
  proof: Proof | null;
  support: Support | null;
  recommended_k: number | null;
  densities: boolean;
}

/** The view of the lab; columns named `lab.` hold the points and each model's scores. */
export interface LabView {
  sources: Entry[];
  catalog: Entry[];
  source: LabSource;
  points: LabPoints;
  models: LabModel[];
}

/** The best k and the recommended one; the columns `errors` and `spread` have every k. */
export interface NeighborCurveFrame extends FrameBase {
  kind: "neighbor-curve";
  parts: number;
  best: number;
  recommended: number;
}

/** Python lines that make a model of the bench again. */
export interface LabPythonFrame extends FrameBase {
  kind: "lab-python";
  place: number;
  text: string;
}

export type LabFrame = NeighborCurveFrame | LabPythonFrame;

export type LabAction =
  | { action: "open-lab" }
  | { action: "choose-lab-source"; source: string }
  | { action: "move-lab-source"; knob: string; value: number | null; gesture?: number }
  | { action: "choose-lab-columns"; first: string; second: string }
  | { action: "draw-lab" }
  | { action: "paint-lab"; points: Point[]; gesture?: number }
  | { action: "choose-lab-model"; place: number; model: string }
  | { action: "add-lab-model"; model: string }
  | { action: "remove-lab-model"; place: number }
  | {
      action: "move-lab-model";
      place: number;
      knob: string;
      value: number | null;
      gesture?: number;
    }
  | { action: "choose-lab-option"; place: number; option: string; value: string }
  | { action: "play-lab"; place: number; step: number | null; gesture?: number }
  | { action: "ask-neighbor-curve" }
  | { action: "ask-lab-python"; place: number };
