import { count, plural } from "../../ui/format";
import type { Granularity, Learner } from "../../wire/matrix";

export const PROGRAM = {
  noSteps: (model: string) => `${model} has no steps to show`,
  thisModel: "This model",
  about:
    "A martingale program is a graph of small classifiers that vote. Each row moves from node to node; the last node gives its class. You can inspect and adjust every node.",
  grow: "Grow a martingale program",
  growing: (of: number, nodes: number) => ` of ${of} levels, ${plural(nodes, "node")}.`,
  growingOn: "Shown for the training rows.",
  task: "growing",
  stop: "Stop",
  graph: "The nodes of the program, level by level",
  graphSoFar: (nodes: number) => `${plural(nodes, "node")} so far; the program is growing`,
};

/** What the marks of the graph say. */
export const GRAPH = {
  voted: (name: string) => `voted ${name}`,
  flow: (rows: string, said: string) => `${rows}: ${said}`,
  /** "12 spam (40 %)" */
  share: (rows: string, percent: number) => `${rows} (${percent} %)`,
  noRow: "No tuning row",
  endsAs: (name: string) => `; ends as ${name}`,
  frozen: (why: string) => ` (stopped early: ${why})`,
  weak: (advantage: string) => `; weak, advantage ${advantage}`,
  node: (number: number, level: number, rows: string) => `Node ${number}, level ${level}: ${rows}`,
  short: (votes: number) => `${plural(votes, "vote")} short`,
};

export const CONTROLS = {
  levels: {
    label: "levels",
    help: "How many votes decide a row. With an even number votes can tie: the class with more of its training rows there wins.",
  },
  freeze: {
    label: "early stopping",
    help: "Stops at nodes that hardly any row of a class reaches. Higher stops more, 0 none.",
  },
  threshold: {
    label: "weak threshold",
    help: "A node is weak when its advantage over a coin flip is below this for some class (0.3 as published).",
  },
  learner: "node classifier",
  learnerHelp: "The classifier at each node.",
  learners: {
    auto: "logistic (auto)",
    linear: "logistic",
    rbf: "logistic on similarities",
    both: "logistic on both",
    tree: "small trees",
  } satisfies Record<Learner, string>,
  granularity: "What you adjust",
  granularities: {
    root: {
      title: "whole program",
      help: "You edit the matrix of the whole program; every node follows the root (I-ROOT).",
    },
    select: {
      title: "weak nodes",
      help: "You are also guided to the few weak nodes that lack the most votes (I-SELECT).",
    },
    all: { title: "every node", help: "You may also adjust every node by hand (I-ALL)." },
  } satisfies Record<Granularity, { title: string; help: string }>,
  weak: (weak: number, deciding: number) =>
    `${count(weak)} of ${plural(deciding, "deciding node")}`,
  adjusted: (nodes: number) =>
    nodes === 0 ? "none adjusted by hand" : `${nodes} adjusted by hand`,
  offered: (nodes: number) => ` of ${nodes} offered`,
  covered: (share: number) => ` (${Math.round(100 * share)} % of missing votes)`,
  published: "as published",
  publishedHelp:
    "The algorithm of the paper: rows follow votes of nodes that learned from them, and steering tunes each node's penalties on the tuning rows. Less accurate on new rows.",
  back: (model: number) => `back to model ${model}, adjusted by hand`,
  noneLeft: "no node left",
  next: (node: number, short: string) => `next: node ${node}${short ? `, ${short}` : ""}`,
};

export const LEGEND = {
  frozen: "stopped early",
  weak: "weak",
  thicker: ", thicker = weaker",
  decide: (nodes: number) => plural(nodes, "node decides", "nodes decide"),
  saved: (nodes: number) => `${plural(nodes, "node")} not needed`,
  hidden: (nodes: number) =>
    ` · ${plural(nodes, "node that no row reaches is", "nodes that no row reaches are")} not drawn`,
  dashed: " · dashed: a vote for another class",
  follow: "follow",
  followLabel: "Follow a class",
  noClass: "no class",
};

export const BOUND = {
  title: "Proven error",
  early: "none, as paths stop early",
  none: (node: number, advantage: string) =>
    `none, as node ${node} has an advantage of ${advantage} for some class`,
  most: (share: string, advantage: string) =>
    `at most ${share} of a class, if all advantages stay at ${advantage} or more`,
};

/** The rounds of AdaBoost. */
export const ROUNDS = {
  title: (rounds: number) => `${plural(rounds, "round")} of AdaBoost`,
  about:
    "Each round is a logistic regression that learns mostly from rows the rounds before got wrong. All rounds vote; the bars are the weights of their votes.",
  /** "2.5 %", "45 %" */
  tick: (share: number) => `${Number((100 * share).toFixed(1))} %`,
  own: "error of each round",
  together: "error of all rounds so far",
  weight: "weight of its vote",
  chart: (rounds: number, last: string) =>
    `Error on the tuning rows after each of ${rounds} rounds; at the end ${last}`,
  round: (number: number, own: string, error: string, weight: string) =>
    `Round ${number}: weight ${weight}, error ${own} alone, ${error} together`,
  best: (round: number, error: string) =>
    `Lowest error on the tuning rows: ${error} after ${plural(round, "round")}.`,
};

export const NODE = {
  choose: "Choose a node of the program to see what it does.",
  weakest: "Weakest nodes",
  node: (node: number) => `node ${node}`,
  title: (node: number) => `Node ${node}`,
  level: (level: number) => `level ${level}`,
  more: (classes: number) => `and ${classes} more classes`,
  ends: "Rows end here as",
  stopped: (why: string) => `Stopped early: ${why}.`,
  why: {
    pure: "only one class reached it in training",
    empty: "no row reached it in training",
    rare: "too few rows of the other classes reach it",
    weak: "it was no better than chance on rows it had not seen",
  } as Record<string, string>,
  corner: "actual ↓ voted →",
  tie: "The votes are equal; the class with the larger share of its training rows here wins.",
  tieFirst: "The votes are equal; as published, the first class wins.",
  votes: (node: number) => `Votes at node ${node}`,
  cell: (node: number, actual: string, voted: string, rows: number) =>
    `Node ${node}, ${actual} voted ${voted}: 0 to ${rows}`,
  advantage: "Advantage",
  overCoin: "over a coin flip",
  noFeature: "This node compares rows with training rows; no single feature decides.",
  features: "Most important features",
  speaks: (feature: string, label: string) => `${feature} favors ${label}`,
  row: (row: number) => `Row ${row}`,
  stopFollowing: "Stop following",
  actual: "actual",
  predicted: ", predicted",
  error: ": an error",
  voted: (label: string) => `voted ${label}`,
  endsAs: (label: string) => `ends as ${label}`,
  wrongVote: "wrong vote",
};

export const LEVELS = {
  ask: "accuracy by levels",
  label: (words: string) => `Accuracy by levels: ${words}`,
  point: (levels: number, accuracy: string) => `${levels} levels: ${accuracy}`,
  title: "Accuracy by number of levels.",
  best: "Best on the tuning rows:",
  levels: (levels: number) => plural(levels, "level"),
  grown: "Programs of each size were grown from the same rows.",
  training: "training",
  tuning: "tuning",
};
