import type { TermName } from "../../ui/terms";
import type { BayesDemoFrame, BayesPlaneFrame } from "../../wire/types";
import type { Asked, DemoSpace, SpaceName } from "./spaces";

/** "0.26"; more digits for small numbers. */
export function share(value: number, digits = value !== 0 && Math.abs(value) < 0.0995 ? 3 : 2) {
  return value.toFixed(digits).replace("-", "−");
}

/** "0.40", "0.263": a slider's probability, without digits that say nothing. */
export function shortShare(value: number): string {
  return value.toFixed(3).replace(/0$/, "");
}

/** Two numbers with as many digits as it takes to distinguish them, at most five. */
export function twoShares(a: number, b: number): [string, string] {
  const small = Math.min(Math.abs(a), Math.abs(b));
  for (let digits = small < 0.0995 ? 3 : 2; digits < 5; digits++) {
    const pair: [string, string] = [share(a, digits), share(b, digits)];
    if (pair[0] !== pair[1]) return pair;
  }
  return [share(a, 5), share(b, 5)];
}

/** "5", "2.5": how many times. */
export function times(ratio: number, digits = 2): string {
  return String(Number(ratio.toPrecision(digits)));
}

const CLEAR = 1e-9;

interface Reason {
  /** 1: speaks for c; -1: against. */
  side: number;
  text: string;
}

function side(logOdds: number): number {
  return Math.abs(logOdds) < CLEAR ? 0 : Math.sign(logOdds);
}

/** The reasons for each side in words: the object, the prior, the costs. */
function reasons({ positive, negative, prior, cost }: Asked): Reason[] {
  const explains = side(Math.log(positive / negative));
  const common = side(Math.log(prior / (1 - prior)));
  const costs = side(Math.log(cost));
  const name = (of: number) => (of > 0 ? "c" : "not c");
  const [more, less] = twoShares(Math.max(positive, negative), Math.min(positive, negative));
  const weight = times(Math.max(cost, 1 / cost));
  return [
    {
      side: explains,
      text: `the object is likelier under ${name(explains)} (${more} against ${less})`,
    },
    {
      side: common,
      text: `${name(common)} is more common (${share(Math.max(prior, 1 - prior))} of all)`,
    },
    {
      side: costs,
      text:
        costs > 0
          ? `a miss costs ${weight} times as much as a false alarm`
          : `a false alarm costs ${weight} times as much as a miss`,
    },
  ].filter((reason) => reason.side !== 0);
}

export interface Verdict {
  /** The two numbers that are compared: "0.18 against 0.12". */
  compared: string;
  decision: string;
  why: string;
}

/** What is decided about the object, and why. */
export function verdict(asked: Asked, shown: BayesPlaneFrame): Verdict {
  const [x, y] = shown.joint.point;
  const decided = shown.positive ? 1 : -1;
  const all = reasons(asked);
  const texts = (wanted: number) =>
    all.filter((reason) => reason.side === wanted).map(({ text }) => text);
  const against = texts(-decided);
  const because = texts(decided);
  const why =
    because.length > 0
      ? `because ${listText(because)}${against.length > 0 ? `, although ${listText(against)}` : ""}.`
      : "because it lies on the line, and only objects below it are classified as c.";
  return {
    compared: comparison(x, y, shown.joint.slope),
    decision: shown.positive
      ? "the object is classified as c"
      : "the object is classified as not c",
    why,
  };
}

/** With costs, the side of c counts m times: "10 × 0.064 = 0.64 against 0.14". */
function comparison(x: number, y: number, cost: number): string {
  const [left, right] = twoShares(cost * x, y);
  const weighed = side(Math.log(cost)) === 0 ? "" : `${times(cost, 3)} × ${share(x)} = `;
  return `${weighed}${left} against ${right}`;
}

function listText(texts: string[]): string {
  if (texts.length < 2) return texts.join("");
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** How many of the eight objects are classified as c, and which features do not matter. */
export function demoSentences(rates: number[], shown: BayesDemoFrame): [string, string] {
  const inside = shown.objects.filter(({ positive }) => positive).map(({ label }) => label);
  const first =
    inside.length === 0
      ? "No object is classified as c"
      : `${inside.length} of 8 objects ${inside.length === 1 ? "is" : "are"} classified as c`;
  const mute = [0, 1, 2].filter((i) => Math.abs(rates[2 * i]! - rates[2 * i + 1]!) < CLEAR);
  if (mute.length === 0) {
    return [
      first,
      "Each feature has different frequencies in the two classes, so all three matter.",
    ];
  }
  const names = listText(mute.map((i) => `f${i + 1}`));
  return [
    first,
    mute.length === 1
      ? `${names} is as frequent in c as in not c, so it does not matter.`
      : `${names} are as frequent in c as in not c, so they do not matter.`,
  ];
}

/** The names of the two axes under the two switches. */
export function axisFormulas({ normalized, logarithmic }: DemoSpace): [string, string] {
  const [x, y] = normalized
    ? (["P(c | o)", "P(not c | o)"] as const)
    : (["P(o | c)", "P(o | not c)"] as const);
  return logarithmic ? [`log ${x}`, `log ${y}`] : [x, y];
}

export const ROOM = {
  title: "Bayes",
  label: "Bayes' rule in the plane",
  pages: {
    spaces: "One object, four spaces",
    curves: "Line and curve",
    objects: "Three features",
    product: "Many features",
  },
  controls: "Controls",
  try: "Try",
};

export const SPACES: Record<SpaceName, { title: string; x: AxisWords; y: AxisWords }> = {
  posterior: {
    title: "Posterior",
    x: { words: "c, given the object", formula: "P(c | o)" },
    y: { words: "not c, given the object", formula: "P(not c | o)" },
  },
  joint: {
    title: "Joint",
    x: { words: "c and the object", formula: "P(o | c) P(c)" },
    y: { words: "not c and the object", formula: "P(o | not c) P(not c)" },
  },
  data: {
    title: "Data space",
    x: { words: "the object, given c", formula: "P(o | c)" },
    y: { words: "the object, given not c", formula: "P(o | not c)" },
  },
  likelihood: {
    title: "Likelihood space",
    x: { words: "log likelihood, c", formula: "log P(o | c)" },
    y: { words: "log likelihood, not c", formula: "log P(o | not c)" },
  },
};

export interface AxisWords {
  words: string;
  formula: string;
}

/** What each space shows. */
export function spaceText(space: SpaceName, evidence: number): string {
  const texts: Record<SpaceName, string> = {
    posterior: "Probability of each class, given the object. The two sum to 1.",
    joint: `Multiplied by P(o) = ${share(evidence)}: the point moves along the ray to the origin.`,
    data: "Without the prior in the point, the prior rotates the line: m′ = m P(c) / P(not c).",
    likelihood: "In logarithms the line no longer rotates: only its intercept changes.",
  };
  return texts[space];
}

/** Two numbers and the sign between them. */
function against(left: number, right: number): string {
  const [a, b] = twoShares(left, right);
  return `${a} ${left > right ? ">" : left < right ? "<" : "="} ${b}`;
}

/** What each space compares, as decision theory and statistics call it. */
export function namedFigures(
  space: SpaceName,
  shown: BayesPlaneFrame,
): { name: string; term: TermName; text: string } {
  const { risks, odds, threshold, likelihood_ratio, ratio_threshold, likelihood } = shown;
  const [x, y] = likelihood.point;
  const figures = {
    posterior: {
      name: "Risks",
      term: "risk",
      text: `of c and of not c: ${against(risks[0], risks[1])}`,
    },
    joint: { name: "Odds", term: "odds", text: `against k = 1/m: ${against(odds, threshold)}` },
    data: {
      name: "Likelihood ratio",
      term: "neymanPearson",
      text: `against M = 1/m′: ${against(likelihood_ratio, ratio_threshold)}`,
    },
    likelihood: {
      name: "Log ratio",
      term: "logRatio",
      text: `against log M: ${against(x - y, -likelihood.intercept)}`,
    },
  } as const;
  return figures[space];
}

export const CURVES = {
  line: "a line",
  curve: "the same decision: a curve",
  straight: "Straight in",
  object: "The object",
  labels: {
    likelihood: { slope: "slope m", intercept: "intercept q" },
    data: { slope: "slope a", intercept: "shift b" },
  },
  likelihoods: { positive: "P(o | c)", negative: "P(o | not c)" },
  equations: {
    likelihood: { likelihood: "y = m x + q", data: "P(o | not c) = e^q · P(o | c)^m" },
    data: { likelihood: "y = log(a e^x + b)", data: "P(o | not c) = a P(o | c) + b" },
  },
  describe: (space: string, straight: boolean) =>
    `${space}: the decision is ${straight ? "a line" : "a curve"}, with the object`,
  bayes: {
    text: "Bayes' rule",
    title: "Slope 1: a line through the origin of the data space, as on the first page",
  },
  rotated: { text: "Rotated line", title: "Slope 1.5 in likelihood space: a power curve in data" },
  shifted: {
    text: "Shifted line",
    title: "A line of the data space that misses the origin: a curve in likelihood space",
  },
  hint: "Drag the object, the line or the curve in either plot.",
  compared: (y: string, height: string, positive: boolean) =>
    `${y} ${positive ? "is below" : "is not below"} ${height}: the object is classified as ${positive ? "c" : "not c"}`,
  meaning: "Bayes' rule would decide this object alike with m′ =",
  theory: {
    bayes: "At slope 1 it is the same m′ for every object: one prior and one cost ratio.",
    other:
      "It differs from object to object, so no single prior and cost ratio stands for this decision. If the likelihoods were true, one m′ for all would be best (Neyman–Pearson); another line pays because naive Bayes counts dependent words as independent.",
  },
};

/** "10⁻²⁰⁰" */
export function power(exponent: number): string {
  if (exponent === 0) return "1";
  const digits = String(Math.abs(Math.round(exponent)));
  return `10⁻${[...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

export const PRODUCT = {
  features: "Features",
  each: "P(f | c)",
  number: "features",
  x: "features multiplied",
  y: "likelihood of the object",
  smallest: "smallest 64-bit number",
  computed: "product, as computed",
  logarithms: "sum of logarithms",
  zero: (features: number) => `0 from ${features} features on`,
  describe: (vanishes: number | null) =>
    vanishes === null
      ? "The product falls with every feature, and so does the sum of logarithms"
      : `The product is 0 from ${vanishes} features on; the sum of logarithms goes on`,
  verdict: (features: number, probability: number, product: number) =>
    product > 0
      ? `${features} features of ${probability} give ${power(Math.log10(product))}`
      : `${features} features of ${probability} give 0: the object seems impossible`,
  sum: "The sum of their logarithms is",
  why: "Real texts have thousands of words, so every product is 0 and no class wins. That is why documents are placed by logarithms.",
  hundred: {
    text: "100 features",
    title: "100 features of 0.01: 10⁻²⁰⁰, close to the limit (Di Nunzio, section 3)",
  },
  rare: { text: "Rare words", title: "150 features of 0.001: 0" },
};

export const FOUR = {
  likelihoods: "Likelihood of the object",
  prior: "Prior and costs",
  labels: {
    positive: "P(o | c)",
    negative: "P(o | not c)",
    prior: "prior P(c)",
    cost: "cost ratio m",
  },
  hint: "Drag the object or the line in any of the four plots. Arrow keys move a focused slider, and the object in the data space.",
  examples: {
    common: {
      text: "Common class",
      title: "The prior is so high that c wins, although the object is likelier under not c",
    },
    unlikely: {
      text: "Unlikely object",
      title:
        "2.3 times as likely under not c, and still classified as c: up to P(c) / P(not c) = 2.33 times (Di Nunzio, Figure 3)",
    },
    rebalance: {
      text: "Rebalance",
      title: "m = P(not c) / P(c): the line in data space becomes the bisector",
    },
    rare: { text: "Rare class", title: "Good evidence, but c is so rare that it loses" },
    costly: {
      text: "Costly miss",
      title: "The same rare class, when a miss costs ten times as much as a false alarm",
    },
  },
  show: "Show",
  shown: {
    traces: { text: "points of the other spaces", title: "In light gray" },
    sides: { text: "the two sides of the line", title: "Below it: c" },
    bisector: { text: "the bisector", title: "Dashed, when the line is not y = x" },
  },
  evidence: [
    "Evidence P(o) = ",
    ": probability of the object. Dividing by it gives the posterior and does not change the decision.",
  ],
  object: "The object: arrow keys move it",
  place: (space: string, at: string, positive: boolean) =>
    `${space}: the object at ${at}; ${positive ? "below" : "above"} the line`,
};

export const DEMO = {
  prior: "prior P(c)",
  normalized: {
    text: "normalized",
    title: "Divide by P(o): the posteriors, on the segment from (0, 1) to (1, 0)",
  },
  logarithmic: { text: "log space", title: "Logarithms of the coordinates: the likelihood space" },
  feature: (name: string) => `Feature ${name}: frequency in each class`,
  rate: (name: string, side: string) => `P(${name} | ${side})`,
  informative: {
    text: "All features informative",
    title: "Each feature has different frequencies in the two classes",
  },
  uninformative: {
    text: "f3 uninformative",
    title: "f3 is as frequent in c as in not c: points coincide",
  },
  caption: "The eight objects: 101 has the first and the third feature.",
  power: {
    title: "Neyman–Pearson",
    caption: "no other set of objects (gray) finds more of c with as few false positives.",
    x: "P(accepted | not c)",
    y: "P(accepted | c)",
    describe: (power: string, rate: string) =>
      `Power ${power} at a false positive rate of ${rate}; no other set of objects does better`,
    point: (label: string, threshold: string) =>
      `with ${label}: likelihood ratio at least M = ${threshold}`,
  },
  object: "object",
  decision: "decision",
  sides: { c: "c", not: "not c" },
  axes: { x: "given c", y: "given not c" },
  description: (inside: number) =>
    `Eight objects, ${inside} of them below the line: classified as c`,
};
