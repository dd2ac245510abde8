/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

/** A document and the line in one of the four spaces of Bayes' rule. */
export interface BayesSpace {
  point: [number, number];
  slope: number;
  intercept: number;
}

/** One of the eight objects of three features; 101 has the first and the third. */
export interface BayesObject {
  label: string;
  point: [number, number];
  positive: boolean;
}

/** A line. */
export interface Slope {
  slope: number;
  intercept: number;
}

/** One object in the four spaces. */
export interface BayesPlaneFrame extends FrameBase {
  kind: "bayes-plane";
  posterior: BayesSpace;
  joint: BayesSpace;
  data: BayesSpace;
  likelihood: BayesSpace;
  evidence: number;
  positive: boolean;
}

/** The eight objects and the line that decides between them. */
export interface BayesDemoFrame extends FrameBase {
  kind: "bayes-demo";
  objects: BayesObject[];
  line: Slope;
}

export type BayesFrame = BayesPlaneFrame | BayesDemoFrame;

export type BayesAction =
  | {
      action: "bayes-plane";
      positive_likelihood: number;
      negative_likelihood: number;
      prior: number;
      cost_ratio?: number;
    }
  | {
      action: "bayes-demo";
      rates: number[];
      prior: number;
      normalized?: boolean;
      logarithmic?: boolean;
    };
