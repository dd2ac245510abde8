/** What travels on the wire for the clusters room, as docs/protocol.md has it. */

import type { Columns } from "./types";

export type Priors = "free" | "tied";

export interface ClusterSettings {
  clusters: number;
  method: string;
  priors: Priors;
  alpha: number;
  starts: number;
  seed: number;
  /** The share of the known labels that is kept. */
  kept: number;
}

/** What is chosen in the room. */
export interface ClusterChoice {
  found: ClusterSettings | null;
  groups: number[];
  names: Record<string, string>;
}

export interface Cluster {
  number: number;
  name: string;
  /** Whether a person gave the name. */
  given: boolean;
  /** How many clusters were merged into it. */
  clusters: number;
  size: number;
  typical: { word: string; share: number }[];
  distinguishing: { word: string; odds: number; deviations: number }[];
  center: [number, number] | null;
}

export interface ClusterFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  method: string;
}

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

export interface FoundClusters {
  settings: ClusterSettings;
  history: number[];
  climbs: string;
  clusters: Cluster[];
  comparison: Comparison | null;
}

export interface ClustersView {
  /** What a row and what it holds are called: documents have words, rows of a table values. */
  row_word: string;
  term_word: string;
  methods: { name: string; title: string; summary: string; climbs: string }[];
  most_clusters: number;
  rows: number;
  labeled: number;
  categories: number;
  /** x low, x high, y low, y high */
  bounds: [number, number, number, number];
  suggested: string;
  /** How many clusters to begin with, and where that number comes from. */
  suggestion: { clusters: number; reason: string };
  found: FoundClusters | null;
}

export interface ClusterLine {
  row: number;
  id: string;
  text: string;
  cosine: number;
  lead: number;
  rival: string;
}

interface Answer {
  reply_to: number;
  columns: Columns;
}

export interface ClusterFrame extends Answer {
  kind: "cluster";
  number: number;
  typical: ClusterLine[];
  borderline: ClusterLine[];
}

export interface PlacedFrame extends Answer {
  kind: "placed";
  row: number;
  id: string;
  labels: string[];
  cluster: number;
  name: string;
  rival: string;
  known: boolean;
  is_mixture: boolean;
  lead: number;
  cosine: number;
  start: number;
  words: { word: string; push: number }[];
  rest: number;
  pieces: [string, number | null][];
}

/** One round of a search under way. */
export interface RoundNews {
  start: number;
  round: number;
  objective: number;
}

export type ClustersFrame = ClusterFrame | PlacedFrame;

export type ClustersAction =
  | { action: "open-clusters" }
  | { action: "find-clusters"; settings: ClusterSettings }
  | { action: "name-cluster"; cluster: number; name: string }
  | { action: "merge-clusters"; first: number; second: number }
  | { action: "label-by-clusters"; name: string }
  | { action: "ask-cluster"; cluster: number }
  | { action: "ask-placed"; row: number }
  | { action: "save-clusters" };
