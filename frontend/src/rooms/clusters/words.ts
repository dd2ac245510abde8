import { count, plural, sentence } from "../../ui/format";
import type { Basis, ClustersView, Comparison, PlacedFrame } from "../../wire/clusters";
import type { Page, Tab, Terms } from "./store";

export const ROOM = {
  title: "Clusters",
  pages: { map: "Map", categories: "Compare with labels" } satisfies Record<Page, string>,
  pagesLabel: "Pages of Clusters",
  tabs: {
    run: "Find",
    cluster: "Cluster",
    document: "Text",
    lasso: "Selection",
    labels: "Labels",
  } satisfies Record<Tab, string>,
  row: "Row",
  drawing: "Drawing the map…",
  undrawn: "No map yet",
  about: "Each document or row becomes a point near similar ones. Labels are not used.",
  draw: "Draw the map",
  clusters: (clusters: number) => plural(clusters, "cluster"),
  kept: (share: number) => `${Math.round(share * 100)} % of the labels kept`,
  opened: (data: string) => `Opened ${data}. Its labels are your clusters.`,
};

export const FIND = {
  method: "Method",
  clusters: "Clusters",
  starts: "Starts",
  seed: "Seed",
  alpha: "Smoothing",
  sizes: "Sizes",
  priors: "Prior sizes of the clusters",
  kept: "Labels to keep",
  none: "none",
  hints: {
    clusters: "How many clusters to find. Purity grows with their number.",
    starts: "Searches from different starting points; the best result is used.",
    seed: "The same seed and settings give the same clusters.",
    priors: "Free: clusters may differ in size. Tied: all are assumed equally frequent.",
    alpha: "Pseudo-count of every term in every cluster. Larger: clusters become more alike.",
    kept: "These rows stay in the cluster of their label; the others are placed around them.",
  },
  upToDate: "Up to date",
  find: (clusters: number) => `Find ${clusters} clusters`,
  lost: "Renames, merges and new clusters will be lost (undo brings them back).",
  beyond: (more: number, categories: number) =>
    `${more} more than the ${categories} labels: these start with the rows without a kept label.`,
  each: (categories: number) => `One cluster for each of ${categories} labels.`,
  unchanged: (title: string, range: string) => `${title}: ${range}. The value was not changed.`,
  converged: (rounds: number) => `Converged after ${plural(rounds, "round")}`,
  running: (rounds: number, start: number) =>
    `Round ${rounds}${start > 1 ? `, start ${start}` : ""}`,
  climbed: (what: string, from: string, to: string) => `${what}: ${from} to ${to}`,
};

const BASES: Record<Basis, (view: ClustersView) => string> = {
  categories: () => "one for each category",
  most: ({ categories }) => `the maximum; there are ${categories} categories`,
  neighbors: ({ suggestion: { tried } }) => `tried 2–${tried}`,
  fewest: () => "the minimum",
  undivided: () => "the minimum; no clear groups on the map",
};

/** How many clusters to start with, and why. */
export function suggestionText(view: ClustersView): string {
  const { clusters, basis } = view.suggestion;
  return `Suggested: ${clusters} (${BASES[basis](view)})`;
}

export const LIST = {
  label: "Clusters",
  which: (term: string) => `Which ${term}s`,
  terms: { distinguishing: "Distinguishing", typical: "Typical" } satisfies Record<Terms, string>,
  empty: (clusters: number, smooth: boolean) =>
    `${plural(clusters, "cluster is", "clusters are")} empty: ${smooth ? "reduce smoothing, or " : ""}find fewer.`,
  of: "of",
  noRows: (row: string) => `no ${row}s`,
  none: "No clusters yet",
  about: (rows: number, row: string) =>
    `Find groups in these ${plural(rows, row)}. Then name them, merge or split them, and turn them into labels for a classifier.`,
};

export const MAP = {
  label: (row: string) => `Map of the ${row}s`,
  spoken: (rows: number, row: string, named: string) =>
    `Map of ${rows} ${row}s${named ? `: ${named}` : ""}`,
  lasso: (row: string) => `Lasso: select ${row}s`,
  lassoHint: (row: string) => `Select ${row}s (Shift and drag)`,
  showAll: (row: string) => `Show all ${row}s`,
  note: (term: string) =>
    `Neighbors have similar ${term}s. Larger distances and the axes have no meaning.`,
  read: (name: string) => `${name}, click to read`,
  findFirst: "Find clusters, then click to read",
};

export const CLUSTER = {
  choose: (term: string, row: string) => `Choose a cluster to see its ${term}s and ${row}s.`,
  merged: (clusters: number) => `, merged from ${clusters} clusters`,
  matched: (category: string) => `; matches ${category}`,
  name: (name: string) => `Name of ${name}`,
  merge: "Merge with…",
  mergeTitle: "Merge with another cluster",
  split: "Split in two",
  distinguishing: (term: string) =>
    `Smoothed log odds of the ${term} inside against outside the cluster, in standard deviations.`,
  typical: (term: string) =>
    `The most frequent ${term}s, as shares of all ${term}s of the cluster.`,
  examples: { typical: "most typical", borderline: "borderline" },
  nearly: (rival: string) => `nearly ${rival}`,
  noRows: (row: string) => `No ${row}s.`,
};

export const PLACED = {
  none: "Click a point or an example to read it.",
  close: (row: string) => `Close the ${row}`,
  others: "all others",
  sizes: "cluster sizes",
  speaks: (cluster: string, push: number) => `for ${cluster}: ${Math.abs(push).toFixed(2)}`,
};

/** Why the document is where it is. */
export function reasonText(placed: PlacedFrame): string {
  if (placed.by_hand) return "You put it here.";
  if (placed.known) return "It stays here because its label was kept.";
  if (placed.name === placed.rival) return "There is no other cluster.";
  if (!placed.is_mixture)
    return `Cosine ${placed.lead.toFixed(3)} higher than for ${placed.rival}.`;
  const odds = placed.lead / Math.LN10;
  const times = odds > 3 ? `10^${Math.floor(odds)}` : Math.exp(placed.lead).toPrecision(2);
  return `${times} times as likely as ${placed.rival}.`;
}

export const SELECTION = {
  selected: (rows: number, row: string) => `${plural(rows, row)} selected`,
  clear: "Clear the selection",
  make: "Make a cluster of these",
  first: (rows: number) => `The first ${rows} are listed.`,
  row: (row: string, number: number) => `${row} ${number}`,
};

export const LABELS = {
  title: "Use the clusters as labels",
  name: "Name of the new data set",
  make: "Create and steer",
  unnamed: (clusters: number) => `${plural(clusters, "cluster")} still unnamed.`,
  about: (rows: number, row: string) =>
    `Creates a data set of all ${count(rows)} ${row}s. The labels come from clustering; nobody has checked each ${row}.`,
  names: "Names",
  save: (row: string) => `Save the cluster of every ${row} (CSV)`,
};

export const COMPARED = {
  noLabels: "No labels to compare with",
  noClusters: "No clusters yet",
  readInstead: (row: string, term: string) =>
    `These ${row}s have no labels. Judge the clusters by their ${term}s and examples.`,
  later: "Find clusters first; then they are compared with the labels here.",
  bits: (value: number) => `${value.toFixed(2)} bits`,
  interval: (meaning: string, method: string) => `${meaning} Interval: 95 %, ${method}.`,
  table: "Clusters and labels",
  cluster: "Cluster",
  cell: (cluster: string | undefined, part: number, of: number, category: string) =>
    `${cluster}: ${count(part)} of ${count(of)} are ${category}`,
};

/** What the figures say, and what they do not; as many clusters as labels is a hint in itself. */
export function meaning({ rows, several, used }: Comparison, row: string, asMany = false): string {
  const left = several > 0 ? ` (${count(several)} with several or none are not counted)` : "";
  const about = `Based on ${plural(rows, row)} with one label${left}.`;
  if (used > 0) {
    return `${about} ${sentence(`${plural(used, row)} with a kept label are not counted`)} The scores show how well the others were placed.`;
  }
  return `${about} Labels were not used${asMany ? ", except for the number of clusters" : ""}. Low agreement does not mean bad clusters: they may group by something else. Intervals are for new ${row}s with the same clusters.`;
}
