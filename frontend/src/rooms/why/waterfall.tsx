import { visible } from "../../ui/format";
import type { Explanation, Push } from "../../wire/why";
import { wordOf } from "./store";
import { number, ROW, SCALES, signed } from "./words";

interface Line {
  key: string;
  name: string;
  shown: string;
  from: number;
  to: number;
  push: number;
  kind: "base" | "push" | "sum" | "score";
  title?: string;
}

/** The lines from the base value to the score: each begins where the one before ends. */
export function waterfallLines(explanation: Explanation): Line[] {
  const { base, pushes, rest, absent, absent_words, score } = explanation;
  const lines: Line[] = [
    { key: "base", name: ROW.base, shown: "", from: base, to: base, push: base, kind: "base" },
  ];
  let at = base;
  const add = (
    key: string,
    name: string,
    shown: string,
    push: number,
    more: Partial<Line> = {},
  ) => {
    lines.push({ key, name, shown, from: at, to: at + push, push, kind: "push", ...more });
    at += push;
  };
  for (const each of pushes ?? []) add(each.name, nameOf(each), shownOf(each), each.push);
  if (rest.count) add("rest", ROW.rest(rest.count), "", rest.push, { kind: "sum" });
  if (absent.count && absent.push !== 0) {
    const title = absentText(absent_words);
    add("absent", ROW.absent(absent.count), "", absent.push, { kind: "sum", title });
  }
  lines.push({
    key: "score",
    name: ROW.score,
    shown: "",
    from: score,
    to: score,
    push: score,
    kind: "score",
  });
  return lines;
}

/** The words whose absence adds most. */
export function absentText(words: Push[]): string {
  return words
    .map(
      ({ name, text_column, push }) =>
        `${ROW.absentWord(wordOf(name), visible(text_column))} ${signed(push)}`,
    )
    .join(", ");
}

function nameOf({ name, kind, text_column }: Push): string {
  if (kind !== "word") return visible(name);
  return `${text_column && `${visible(text_column)}: `}“${wordOf(name)}”`;
}

function shownOf({ kind, shown }: Push): string {
  if (kind !== "word") return shown;
  return shown === "1" ? "" : `×${shown}`;
}

/** Contributions from the base value to the score, with the cut-off drawn through them. */
export function Waterfall({ explanation }: { explanation: Explanation }) {
  const { cutoff, category, scale } = explanation;
  const lines = waterfallLines(explanation);
  const ends = [...lines.flatMap(({ from, to }) => [from, to]), cutoff];
  const low = Math.min(...ends);
  const span = Math.max(...ends) - low || 1;
  const at = (value: number) => (100 * (value - low)) / span;
  return (
    <ul class="waterfall" data-testid="waterfall" aria-label={ROW.describe}>
      <li class="waterfall-line note-faint" aria-hidden="true">
        <span class="clip">
          {SCALES[scale]} for {visible(category)} →
        </span>
        <span class="waterfall-track">
          <span
            class="waterfall-cut"
            style={{ left: `${Math.min(88, Math.max(12, at(cutoff)))}%` }}
          >
            {ROW.cutoff(cutoff)}
          </span>
        </span>
      </li>
      {lines.map((line) => {
        const side = line.push > 0 ? "why-for" : "why-against";
        const left = at(Math.min(line.from, line.to));
        const width = Math.max(at(Math.max(line.from, line.to)) - left, 0);
        const edge = line.kind === "base" || line.kind === "score";
        return (
          <li
            key={line.key}
            class={`waterfall-line waterfall-${line.kind}`}
            title={line.title}
            data-testid={`part-${line.kind}`}
            data-push={line.push}
          >
            <span class="waterfall-name clip">
              {line.name}
              {line.shown && <span class="quiet"> {line.shown}</span>}
            </span>
            <span class="waterfall-track">
              <span class="waterfall-cutoff" style={{ left: `${at(cutoff)}%` }} />
              {edge ? (
                <span
                  class={`waterfall-dot ${line.to > cutoff ? "why-for" : "why-against"}`}
                  style={{ left: `${left}%` }}
                />
              ) : (
                <span
                  class={`waterfall-fill ${side}`}
                  style={{ left: `${left}%`, width: `${width}%` }}
                />
              )}
            </span>
            <span class="waterfall-value">{edge ? number(line.to) : signed(line.push)}</span>
          </li>
        );
      })}
    </ul>
  );
}
