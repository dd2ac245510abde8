/** Generated from the shapes in Python by `make wire-types`: change them there. */

import type { FrameBase } from "./types";

export type Priors = "free" | "tied";

export type Basis = "categories" | "most" | "neighbors" | "fewest" | "undivided";

/** How clusters are looked for. The same settings give the same clusters, bit for bit. */
export interface ClusterSettings {
  clusters: number;
  method: string;
  priors: Priors;
  alpha: number;
  starts: number;
  seed: number;
  kept: number;
}

/** The current clusters: how they were found, which were made and merged, and their names. */
export interface ClusterChoice {
  found: ClusterSettings | null;
  groups: number[];
  made: string[];
  names: Record<string, string>;
}

/** A way to look for clusters. */
export interface ClusterMethod {
  name: string;
  title: string;
  summary: string;
  /** What its curve shows. */
  climbs: string;
}

/** How many clusters to start with, what that rests on, and the most that were tried. */
export interface ClusterSuggestion {
  clusters: number;
  basis: Basis;
  tried: number;
}

/** The settings with which clusters were found. */
export interface FoundSettings {
  clusters: number;
  method: string;
  priors: Priors;
  alpha: number;
  starts: number;
  seed: number;
  /** The share of the known labels that was kept. */
  kept: number;
}

export interface TypicalWord {
  word: string;
  share: number;
}

export interface DistinguishingWord {
  word: string;
  odds: number;
  deviations: number;
}

/** One cluster, or several that were merged. */
export interface Cluster {
  number: number;
  name: string;
  /** Whether a person gave the name. */
  given: boolean;
  /** How many clusters were merged into it. */
  clusters: number;
  size: number;
  typical: TypicalWord[];
  distinguishing: DistinguishingWord[];
  center: [number, number] | null;
}

/** How well clusters and categories agree, by one measure. */
export interface ClusterFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  method: string;
}

/** Clusters compared with the categories of the data. */
export interface Comparison {
  categories: string[];
  category_sizes: number[];
  /** Numbers of clusters in the order of the rows. */
  clusters: number[];
  /** Rows are clusters, columns categories. */
  table: number[][];
  /** The category that each cluster is matched with, by its number. */
  partners: Record<string, string>;
  figures: ClusterFigure[];
  rows: number;
  several: number;
  used: number;
}

/** The current clusters and how they were found. */
export interface FoundClusters {
  settings: FoundSettings;
  history: number[];
  climbs: string;
  clusters: Cluster[];
  comparison: Comparison | null;
}

/** The view of the clusters room; the columns `map.xy` and `map.cluster` are its map. */
export interface ClustersView {
  /** What a row and what it holds are called: documents have words, rows of a table values. */
  row_word: string;
  term_word: string;
  methods: ClusterMethod[];
  most_clusters: number;
  rows: number;
  labeled: number;
  /** All categories of the data. */
  categories: number;
  /** Those that some row has alone: their labels can be kept. */
  known_categories: number;
  /** x low, x high, y low, y high */
  bounds: [number, number, number, number];
  /** A free name for a data set labeled by the clusters. */
  suggested: string;
  suggestion: ClusterSuggestion;
  found: FoundClusters | null;
}

/** One document of a cluster in a line. */
export interface ClusterLine {
  row: number;
  id: string;
  text: string;
  cosine: number;
  lead: number;
  rival: string;
}

export interface ClusterWord {
  word: string;
  push: number;
}

/** One round of a search under way. */
export interface RoundNews {
  start: number;
  round: number;
  objective: number;
}

/** The most typical documents of a cluster, and those nearest to leaving it. */
export interface ClusterFrame extends FrameBase {
  kind: "cluster";
  number: number;
  typical: ClusterLine[];
  borderline: ClusterLine[];
}

/** One document, and how each of its words speaks for its cluster against the next best. */
export interface PlacedFrame extends FrameBase {
  kind: "placed";
  row: number;
  id: string;
  labels: string[];
  cluster: number;
  name: string;
  rival: string;
  known: boolean;
  /** Whether a person put it into its cluster. */
  by_hand: boolean;
  is_mixture: boolean;
  lead: number;
  cosine: number;
  start: number;
  words: ClusterWord[];
  rest: number;
  /** The text in pieces, each with the push of its word, or null. */
  pieces: [string, number | null][];
}

export type ClustersFrame = ClusterFrame | PlacedFrame;

export type ClustersAction =
  | { action: "open-clusters" }
  | { action: "find-clusters"; settings: ClusterSettings }
  | { action: "name-cluster"; cluster: number; name: string }
  | { action: "merge-clusters"; first: number; second: number }
  | { action: "make-cluster"; rows: number[] }
  | { action: "split-cluster"; cluster: number }
  | { action: "label-by-clusters"; name: string }
  | { action: "ask-cluster"; cluster: number }
  | { action: "ask-placed"; row: number }
  | { action: "save-clusters" };
