import type { BayesDemoFrame, BayesPlaneFrame } from "../../wire/types";
import type { Asked, DemoSpace } from "./spaces";

/** "0.26"; more digits for small numbers. */
export function share(value: number, digits = value !== 0 && Math.abs(value) < 0.0995 ? 3 : 2) {
  return value.toFixed(digits).replace("-", "−");
}

/** "0.40", "0.263": a slider's probability, without digits that say nothing. */
export function shortShare(value: number): string {
  return value.toFixed(3).replace(/0$/, "");
}

/** Two numbers with as many digits as it takes to tell them apart, at most five. */
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

/** What speaks for each side, in words: the object, how common the sides are, what errors cost. */
function reasons({ positive, negative, prior, cost }: Asked): Reason[] {
  const explains = side(Math.log(positive / negative));
  const common = side(Math.log(prior / (1 - prior)));
  const costs = side(Math.log(cost));
  const name = (of: number) => (of > 0 ? "c" : "not c");
  const [more, less] = twoShares(Math.max(positive, negative), Math.min(positive, negative));
  const weight = times(Math.max(cost, 1 / cost));
  return [
    { side: explains, text: `${name(explains)} explains it better (${more} against ${less})` },
    {
      side: common,
      text: `${name(common)} is more common (${share(Math.max(prior, 1 - prior))} of all)`,
    },
    {
      side: costs,
      text:
        costs > 0
          ? `missing c counts ${weight} times as much as a false alarm`
          : `a false alarm counts ${weight} times as much as missing c`,
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
      : "because it lies on the line, and only what lies below is put in c.";
  return {
    compared: comparison(x, y, shown.joint.slope),
    decision: shown.positive ? "the object is put in c" : "the object is left out of c",
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

/** What the eight objects show: how many are put in c, and which features say nothing. */
export function demoSentences(rates: number[], shown: BayesDemoFrame): [string, string] {
  const inside = shown.objects.filter(({ positive }) => positive).map(({ label }) => label);
  const first =
    inside.length === 0
      ? "No object is put in c"
      : `${inside.length} of 8 objects ${inside.length === 1 ? "is" : "are"} put in c`;
  const mute = [0, 1, 2].filter((i) => Math.abs(rates[2 * i]! - rates[2 * i + 1]!) < CLEAR);
  if (mute.length === 0) {
    return [first, "Each feature has its own rate on the two sides, so all three move the object."];
  }
  const names = listText(mute.map((i) => `f${i + 1}`));
  return [
    first,
    mute.length === 1
      ? `${names} is as frequent in c as in not c: having it or not decides nothing.`
      : `${names} are as frequent in c as in not c: having them or not decides nothing.`,
  ];
}

/** The names of the two axes under the two switches. */
export function axisFormulas({ normalized, logarithmic }: DemoSpace): [string, string] {
  const [x, y] = normalized
    ? (["P(c | o)", "P(not c | o)"] as const)
    : (["P(o | c)", "P(o | not c)"] as const);
  return logarithmic ? [`log ${x}`, `log ${y}`] : [x, y];
}
