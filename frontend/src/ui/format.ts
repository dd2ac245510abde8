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

const EDGE_SPACES = /^\s+|\s+$|(?<=\s)\s+/g;

/** A name from data as it is shown: spaces that the eye would miss are marked. */
export function visible(name: string): string {
  return name.replace(EDGE_SPACES, (spaces) => "␣".repeat(spaces.length));
}
