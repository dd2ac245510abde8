import type { ClusterChoice, ClustersView, PlacedFrame } from "../src/wire/clusters";

const SETTINGS = {
  clusters: 2,
  method: "k-means",
  priors: "free" as const,
  alpha: 0.1,
  starts: 3,
  seed: 0,
  kept: 0,
};

export const CHOICE: ClusterChoice = {
  found: SETTINGS,
  groups: [],
  made: [],
  names: { "0": "corn" },
};

export const CLUSTERS: ClustersView = {
  row_word: "document",
  term_word: "word",
  methods: [
    { name: "k-means", title: "k-means by angle", summary: "Nearest.", climbs: "sum of cosines" },
    { name: "em", title: "Mixture, EM", summary: "Shared.", climbs: "log likelihood" },
  ],
  most_clusters: 60,
  rows: 4,
  labeled: 4,
  categories: 2,
  known_categories: 2,
  bounds: [0, 6, 0, 5],
  suggested: "mail clusters",
  suggestion: { clusters: 2, basis: "categories", tried: 0 },
  found: {
    settings: SETTINGS,
    history: [10, 12, 12.5],
    climbs: "sum of cosines",
    clusters: [
      {
        number: 0,
        name: "corn",
        given: true,
        clusters: 1,
        size: 200,
        typical: [{ word: "tonn", share: 0.03 }],
        distinguishing: [{ word: "maiz", odds: 3, deviations: 11 }],
        center: [0.5, 0.5],
      },
      {
        number: 1,
        name: "cluster 2",
        given: false,
        clusters: 1,
        size: 100,
        typical: [{ word: "bank", share: 0.05 }],
        distinguishing: [{ word: "rate", odds: 2, deviations: 9 }],
        center: [5.5, 5],
      },
    ],
    comparison: {
      categories: ["grain", "money"],
      category_sizes: [190, 110],
      clusters: [0, 1],
      table: [
        [180, 20],
        [10, 90],
      ],
      partners: { "0": "grain", "1": "money" },
      figures: [
        { name: "purity", value: 0.87, low: 0.85, high: 0.9, method: "percentile bootstrap" },
      ],
      rows: 300,
      several: 0,
      used: 0,
    },
  },
};

export const PLACED: PlacedFrame = {
  kind: "placed",
  reply_to: 3,
  columns: {},
  row: 2,
  id: "story-2",
  labels: ["money"],
  cluster: 1,
  name: "cluster 2",
  rival: "corn",
  known: false,
  by_hand: false,
  is_mixture: false,
  lead: 0.21,
  cosine: 0.4,
  start: 0,
  words: [
    { word: "rate", push: 0.2 },
    { word: "bank", push: 0.1 },
  ],
  rest: -0.09,
  pieces: [
    ["Rate", 0.2],
    [" cut by the ", null],
    ["bank", 0.1],
  ],
};
