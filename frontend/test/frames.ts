import type { Frame, FrameBase, State, View, ViewFrame } from "../src/wire/types";

const DTYPES = { Float32Array: "f4", Uint32Array: "u4", Uint8Array: "u1" } as const;

type Column = Float32Array | Uint32Array | Uint8Array;

export type Spoken<F> = F extends Frame ? Omit<F, keyof FrameBase> & Partial<FrameBase> : never;

/** A frame as the server builds it. */
export function frame(header: Spoken<Frame>, columns: Record<string, Column> = {}): ArrayBuffer {
  return message(header, columns);
}

/** Any message in the layout of a frame: prefix, padded JSON header, columns at multiples of 8. */
export function message(header: object, columns: Record<string, Column> = {}): ArrayBuffer {
  let offset = 0;
  const specs = Object.entries(columns).map(([name, data]) => {
    const dtype = DTYPES[data.constructor.name as keyof typeof DTYPES];
    const spec = { name, dtype, shape: [data.length], offset, length: data.byteLength };
    offset += Math.ceil(data.byteLength / 8) * 8;
    return spec;
  });
  const json = new TextEncoder().encode(JSON.stringify({ reply_to: 0, ...header, columns: specs }));
  const headerLength = Math.ceil(json.length / 8) * 8;
  const bytes = new Uint8Array(8 + headerLength + offset).fill(32, 8, 8 + headerLength);
  bytes.set(new TextEncoder().encode("STM1"));
  new DataView(bytes.buffer).setUint32(4, headerLength, true);
  bytes.set(json, 8);
  Object.values(columns).forEach((data, i) => {
    bytes.set(
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      8 + headerLength + specs[i]!.offset,
    );
  });
  return bytes.buffer;
}

export const STATE: State = {
  dataset: "docstrings",
  category: "sklearn.linear_model",
  seed: 0,
  corrections: {},
  plane: {
    folds: 5,
    fold: 0,
    features: 800,
    tuned: null,
    curve: 1,
    words: [],
    knobs: { alpha: 1, beta: 1, slope: 1, intercept: null },
  },
};

const MEASURES = {
  tp: 9,
  fp: 4,
  fn: 1,
  tn: 86,
  recall: 0.9,
  precision: 0.692,
  f1: 0.783,
  intervals: {
    recall: [0.6, 0.98] as [number, number],
    precision: [0.42, 0.87] as [number, number],
    f1: [0.6, 0.9] as [number, number],
  },
};

const knob = (name: string, low: number, high: number, scale: "log" | "linear") => ({
  name,
  label: name,
  low,
  high,
  default: name === "intercept" ? null : 1,
  scale,
  help: `What ${name} does.`,
  whole: false,
  best_training: null,
  best_validation: null,
});

export const VIEW: View = {
  datasets: [
    { name: "docstrings", title: "Docstrings", summary: "6,012 docstrings" },
    { name: "iris", title: "Iris", summary: "150 flowers" },
  ],
  categories: [
    { name: "sklearn.linear_model", documents: 12 },
    { name: "sklearn.cluster", documents: 8 },
  ],
  documents: 120,
  row_word: "document",
  term_word: "word",
  all_features: 1000,
  sample: null,
  knobs: [
    knob("alpha", 1e-5, 2, "log"),
    knob("beta", 0.5, 300, "log"),
    knob("slope", 0.5, 2, "linear"),
    knob("intercept", -300, 300, "linear"),
  ],
  tuning: null,
  prior: {
    alpha: 1,
    beta: 1,
    mean: 0.5,
    interval: [0.05, 0.95],
    top: 1,
    prior: [0.25, 0.25, 0.25, 0.25],
    words: [0.9, 0.1, 0, 0],
    impossible: 12,
  },
  words_set: 0,
  line: {
    slope: 1,
    intercept: -2,
    curve: 1,
    default: true,
    bayes_intercept: -2,
    fixed: [-10, -20],
    intercept_without_fixed: 8,
    flagged_without_fixed: 3,
  },
  training: {
    documents: 100,
    positives: 10,
    fold: null,
    line: MEASURES,
    priors: MEASURES,
    bounds: [-90, -10, -80, -12],
    main_bounds: [-90, -10, -80, -12],
    density: null,
  },
  validation: {
    documents: 20,
    positives: 2,
    fold: 0,
    line: { ...MEASURES, tp: 2, f1: 0.5 },
    priors: MEASURES,
    bounds: [-70, -20, -60, -15],
    main_bounds: [-70, -20, -60, -15],
    density: null,
  },
  folds: {
    recall: { mean: 0.8, spread: 0.02, each: [0.79, 0.81] },
    precision: { mean: 0.7, spread: 0.03, each: [0.68, 0.72] },
    f1: { mean: 0.75, spread: 0.02, each: [0.74, 0.76] },
  },
  history: {
    steps: [
      {
        number: 0,
        label: "start",
        dataset: "mail",
        parent: null,
        f1_training: 0.78,
        f1_validation: 0.5,
      },
    ],
    now: 0,
    line: [0],
    best_training: 0,
    best_validation: 0,
  },
  own_histories: {},
  challenge: null,
};

export const POINTS = {
  "training.xy": new Float32Array([-50, -49, -20, -30, -70, -60]),
  "training.positive": new Uint8Array([0, 1, 0]),
  "training.rows": new Uint32Array([3, 5, 8]),
  "validation.xy": new Float32Array([-40, -45]),
  "validation.positive": new Uint8Array([1]),
  "validation.rows": new Uint32Array([4]),
};

export function viewFrame(
  fields: Partial<Omit<ViewFrame, "kind">> = {},
  columns: Record<string, Column> = {},
): ArrayBuffer {
  return frame({ kind: "view", revision: 1, state: STATE, view: {}, ...fields }, columns);
}
