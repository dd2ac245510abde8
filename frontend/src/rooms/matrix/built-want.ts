/** A want that is built by choosing: what is limited, of which class, by how much, and what next. */

import type { MatrixView } from "../../wire/matrix";
import { builtWords, type Limited, percentNumber } from "./words";

export interface BuiltWant {
  limited: Limited;
  /** The class whose rows are missed, or that rows are called. */
  place: number;
  /** The limit in percent, as it was typed. */
  percent: string;
  /** The class to catch as much of as possible; null for the fewest other errors. */
  goal: number | null;
  /** The percentage of rows that may go to a person, as it was typed; null for none. */
  refer: string | null;
}

// Limits that people think in; the first is taken that the tuning rows can guarantee.
// At the tightest rate itself not one tuning row may err.
const ROOM_FOR_ERRORS = 1.5;
const USUAL_PERCENTS = [0.5, 1, 2, 5, 10, 20];

/** What is offered first: the last want, or limit what is lost and catch as much as possible. */
export function firstBuilt(view: MatrixView): BuiltWant {
  const asked = askedBuilt(view);
  if (asked) return asked;
  const positive = view.positive === null ? null : view.classes.indexOf(view.positive);
  const place = positive === null ? 0 : 1 - positive;
  return {
    limited: "missed",
    place,
    percent: usualPercent(view, place),
    goal: positive,
    refer: null,
  };
}

const LIMITED: Record<string, Limited> = { fnr: "missed", fdr: "called" };

/** The last want, where it is one that can be built; null where it is not. */
function askedBuilt({ outcome, classes }: MatrixView): BuiltWant | null {
  const asked = outcome?.bounds.filter(({ locked }) => !locked) ?? [];
  const referral = asked.find(({ measure }) => measure === "refer");
  const [bound, ...others] = asked.filter((each) => each !== referral);
  const limited = bound && LIMITED[bound.measure];
  if (!limited || others.length > 0 || bound.relation !== "<=") return null;
  const place = classes.indexOf(bound.classes[0] ?? "");
  if (place < 0) return null;
  const goal = classes.indexOf(outcome?.best?.classes[0] ?? "");
  const refer = referral ? percentNumber(referral.value) : null;
  return {
    limited,
    place,
    percent: percentNumber(bound.value),
    goal: goal < 0 ? null : goal,
    refer,
  };
}

/** The tightest usual limit that can be guaranteed for a class. */
export function usualPercent(view: MatrixView, place: number): string {
  const tightest = view.tightest[place]! * 100;
  return String(
    USUAL_PERCENTS.find((each) => each >= ROOM_FOR_ERRORS * tightest) ?? USUAL_PERCENTS.at(-1),
  );
}

/** The number in "0.5", "0,5 %", "1/200" or "1 in 200", in percent; null where it is no rate. */
export function percentTyped(text: string): number | null {
  const said = text.trim().replace(/\s*%$/, "").replace(",", ".");
  const fraction = /^(\d+(?:\.\d+)?)\s*(?:\/|in)\s*(\d+(?:\.\d+)?)$/.exec(said);
  const value = fraction ? (100 * Number(fraction[1])) / Number(fraction[2]) : Number(said);
  return said !== "" && value > 0 && value < 100 ? Number(value.toPrecision(6)) : null;
}

/** The share of the class to catch in use, as it is typed; null where it is none. */
export function priorTyped(text: string): number | null {
  const percent = percentTyped(text);
  return percent === null ? null : Number((percent / 100).toPrecision(8));
}

/** The class that is improved next: of two, the one that the limit does not protect. */
export function goalOf(built: BuiltWant, view: MatrixView): number | null {
  if (view.classes.length > 2) return built.goal;
  return built.limited === "called" ? built.place : 1 - built.place;
}

/** The want as text, or null while the limit is no rate. */
export function builtText(built: BuiltWant, view: MatrixView): string | null {
  const percent = percentTyped(built.percent);
  const refer = built.refer === null ? null : percentTyped(built.refer);
  if (percent === null || (built.refer !== null && refer === null)) return null;
  const goal = goalOf(built, view);
  const limited = view.classes[built.place]!;
  return builtWords({
    limited: built.limited,
    isPositive: isCaught(limited, view),
    percent,
    name: nameInWant(limited),
    next: goal === null ? null : nameInWant(view.classes[goal]!),
    catches: goal !== null && isCaught(view.classes[goal]!, view),
    refer,
  });
}

/** Whether rows of a class are caught and missed; of two, those of the other are kept and lost. */
function isCaught(name: string, { positive }: MatrixView): boolean {
  return positive === null || positive === name;
}

// Words of wants, that a class between them must not be taken for.
const WANT_WORDS =
  /\b(?:and|but|then|with|while|given|provided|keeping|at|as|of|an?|the|all|any|for|most|least|more|less|under|over|below|above|than|max|min|is|are|be|between|exactly)\b/iu;

/** A class within a want in words, in quotes where it could be taken for a part of it. */
function nameInWant(name: string): string {
  const plain = /^[\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*$/u.test(name) && !WANT_WORDS.test(name);
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}
