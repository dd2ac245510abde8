import type { LabChoice, LabModel, LabView } from "../src/wire/lab";

export const LAB_CHOICE: LabChoice = {
  source: "and",
  knobs: {},
  columns: [],
  painted: [],
  seed: 0,
  models: [{ model: "perceptron", knobs: {}, options: {}, step: null }],
};

export const PERCEPTRON: LabModel = {
  model: "perceptron",
  title: "Perceptron",
  family: "linear",
  says: "score",
  knobs: [
    {
      name: "learning_rate",
      label: "learning rate η",
      low: 0.01,
      high: 5,
      default: 1,
      scale: "log",
      help: "How far.",
      whole: false,
      value: 1,
    },
  ],
  options: [
    {
      name: "start",
      label: "starts at",
      values: [
        ["zero", "zero"],
        ["centers", "the centers"],
      ],
      help: "Where.",
      value: "zero",
    },
  ],
  refusal: "",
  training: { wrong: 0, of: 4, rate: 0, interval: [0, 0.49] },
  test: null,
  weights: [-4, 2, 3],
  centers: null,
  scale: 1,
  training_way: {
    kind: "perceptron",
    steps: 20,
    step: 20,
    updates: 20,
    epoch: 8,
    converged: true,
    verdict: "Converged: after 20 updates a whole pass made no mistake.",
  },
  proof: null,
  support: null,
  recommended_k: null,
  densities: false,
};

export const LAB: LabView = {
  sources: [
    { name: "and", title: "AND", summary: "A truth table" },
    { name: "painted", title: "Painted by hand", summary: "Click" },
  ],
  catalog: [
    { name: "perceptron", title: "Perceptron", summary: "Every mistake moves the line." },
    { name: "svm", title: "Support vector machine", summary: "The widest margin." },
  ],
  source: { name: "and", title: "AND", knobs: [], columns: [], chosen: [] },
  points: {
    count: 4,
    positives: 1,
    window: [-0.25, 1.25, -0.25, 1.25],
    axes: ["x1", "x2"],
    classes: ["negative", "positive"],
    bayes_error: 0,
    test: 2000,
  },
  models: [PERCEPTRON],
};

export const LAB_COLUMNS = {
  "lab.xy": new Float32Array([1, 1, 0, 0, 1, 0, 0, 1]),
  "lab.class": new Uint8Array([1, 0, 0, 0]),
  "lab.0.said": new Float32Array([1, -4, -2, -1]),
  "lab.0.examples": new Uint32Array([0, 1, 2, 3]),
};
