import type { History } from "../wire/types";

/** Another branch that leaves the current one: the step to go to, its last, and how long it is. */
interface Fork {
  tip: number;
  steps: number;
}

/** Places on the line whose scores can be compared: of one data set. */
interface Piece {
  from: number;
  to: number;
}

/** The steps that follow each step, in the order in which they were made. */
function followers({ steps }: History): Map<number, number[]> {
  const found = new Map<number, number[]>();
  steps.forEach(({ parent }, place) => {
    if (parent !== null) found.set(parent, [...(found.get(parent) ?? []), place]);
  });
  return found;
}

/** The branch to go to from each step of the line where others leave; of several, the next one. */
export function forks(history: History): Map<number, Fork> {
  const after = followers(history);
  const found = new Map<number, Fork>();
  history.line.forEach((place, i) => {
    const branches = after.get(place) ?? [];
    if (branches.length < 2) return;
    const here = branches.indexOf(history.line[i + 1] ?? -1);
    let tip = branches[(here + 1) % branches.length]!;
    let steps = 1;
    for (let next = after.get(tip)?.at(-1); next !== undefined; next = after.get(tip)?.at(-1)) {
      tip = next;
      steps += 1;
    }
    found.set(place, { tip, steps });
  });
  return found;
}

/** The line parted where the data changes; without data there are no scores. */
export function pieces(history: History, line: readonly number[]): Piece[] {
  const data = line.map((place) => history.steps[place]!.dataset);
  const starts = data.flatMap((name, i) => (i === 0 || name !== data[i - 1] ? [i] : []));
  return starts
    .map((from, i) => ({ from, to: starts[i + 1] ?? line.length }))
    .filter(({ from }) => data[from] !== "");
}
