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

/** One region of the likelihood ratio test, which takes in the object `label` as its last. */
export interface Power {
  label: string;
  threshold: number;
  false_positives: number;
  power: number;
  accepted: boolean;
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
  /** P(c|o) / P(not c|o), compared with k (Eq. 16). */
  odds: number;
  /** k = 1 / m. */
  threshold: number;
  /** P(o|c) / P(o|not c), compared with M (Eq. 21). */
  likelihood_ratio: number;
  /** M = 1 / m'. */
  ratio_threshold: number;
  /** Of saying c and of saying not c, where a false alarm costs 1 and a miss m (Eq. 28-29). */
  risks: [number, number];
}

/** The eight objects and the line that decides between them. */
export interface BayesDemoFrame extends FrameBase {
  kind: "bayes-demo";
  objects: BayesObject[];
  line: Slope;
  power: Power[];
  /** False positive rate and power of all 256 sets of objects. */
  regions: [number, number][];
}

/** One object and one decision in two spaces: a line in one, a curve in the other. */
export interface BayesCurveFrame extends FrameBase {
  kind: "bayes-curve";
  data: [number, number];
  likelihood: [number, number];
  data_curve: [number, number][];
  likelihood_curve: [number, number][];
  /** Of the decision at the object, in data space. */
  height: number;
  /** m' that Bayes' rule would need to decide about this object as the line does. */
  local_slope: number;
  positive: boolean;
}

/** Products of more and more features; the computed ones end where they are 0. */
export interface BayesProductFrame extends FrameBase {
  kind: "bayes-product";
  log10_products: number[];
  log10_sums: number[];
  product: number;
  log_sum: number;
  vanishes_at: number | null;
}

export type BayesFrame = BayesPlaneFrame | BayesDemoFrame | BayesCurveFrame | BayesProductFrame;

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
    }
  | {
      action: "bayes-curve";
      positive_likelihood: number;
      negative_likelihood: number;
      slope: number;
      intercept: number;
      straight_in?: "likelihood" | "data";
    }
  | { action: "bayes-product"; probability: number; features: number };
