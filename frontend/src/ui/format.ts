/** ".931", "1.00": a rate without its leading zero. */
export function rate(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value >= 1) return value.toFixed(digits - 1);
  return value.toFixed(digits).replace(/^(-?)0/, "$1");
}

/** "+.012", "−.004", "±0" */
export function change(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (rounded === 0) return "±0";
  return `${rounded > 0 ? "+" : "−"}${rate(Math.abs(rounded))}`;
}

const GROUPED = new Intl.NumberFormat("en");

/** "6,012" */
export function count(value: number): string {
  return GROUPED.format(value);
}

/** "−88.1" */
export function coordinate(value: number): string {
  return value.toFixed(1).replace("-", "−");
}

/** The words as a sentence: a capital first, unless a file's name is, and a full stop last. */
export function sentence(words: string): string {
  const text = words.trim();
  if (text === "") return "";
  const stopped = /[.!?]$/.test(text) ? text : `${text}.`;
  const startsWithFile = /^\S*\.\w/.test(text);
  return startsWithFile ? stopped : stopped[0]!.toUpperCase() + stopped.slice(1);
}

/** "Fitting a model…": what a task says it does. */
export function taskText(task: string): string {
  return `${task.slice(0, 1).toUpperCase()}${task.slice(1)}…`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** "2 %", "98 %": shares of a whole that add up to 100 % (largest remainder), finer where one is rare. */
export function shares(counts: number[], whole = sum(counts)): string[] {
  if (whole <= 0) return counts.map(() => "0 %");
  const rarest = Math.min(...counts.filter((each) => each > 0)) / whole;
  const digits = rarest >= 0.005 ? 0 : rarest >= 0.0005 ? 1 : 2;
  const steps = 100 * 10 ** digits;
  const exact = counts.map((each) => (each / whole) * steps);
  const parts = exact.map(Math.floor);
  // Only parts of one whole share the rest: rows with several labels add up to more.
  if (sum(counts) === whole) {
    const order = exact.map((_, place) => place);
    order.sort((a, b) => exact[b]! - parts[b]! - (exact[a]! - parts[a]!));
    for (const place of order.slice(0, steps - sum(parts))) parts[place]! += 1;
  } else parts.splice(0, parts.length, ...exact.map(Math.round));
  const least = (1 / 10 ** digits).toFixed(digits);
  return parts.map((part, place) =>
    part === 0 && counts[place]! > 0 ? `<${least} %` : `${(part / 10 ** digits).toFixed(digits)} %`,
  );
}

function sum(values: number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

const EDGE_SPACES = /^\s+|\s+$|(?<=\s)\s+/g;

/** A name from data as it is shown: spaces that the eye would miss are marked. */
export function visible(name: string): string {
  return name.replace(EDGE_SPACES, (spaces) => "␣".repeat(spaces.length));
}
