import type { Store } from "../../session/store";
import { change, count, rate } from "../../ui/format";
import { memoized } from "../../ui/memo";
import { useSay } from "../../ui/naming";
import { Term, tipHandlers } from "../../ui/term";
import { TERMS } from "../../ui/terms";
import { METRICS, type Measures, type MetricName, type SplitName } from "../../wire/types";
import { METRIC_TITLES, NUMBERS } from "./words";

const HEAD = (
  <thead>
    <tr>
      <th scope="col">
        <span class="unseen">{NUMBERS.decidedBy}</span>
      </th>
      {METRICS.map((metric) => (
        <th key={metric} scope="col">
          <Term name={metric}>{METRIC_TITLES[metric]}</Term>
        </th>
      ))}
    </tr>
  </thead>
);
const BY_LINE = (
  <th scope="row">
    <Term name="line">{NUMBERS.line}</Term>
  </th>
);
const BY_PRIORS = (
  <th scope="row">
    <Term name="priors">{NUMBERS.bayes}</Term>
  </th>
);

interface NumbersProps {
  store: Store;
  split: SplitName;
}

/** Recall, precision and F1 of the line and of the priors alone, and the four counts. */
export function Numbers({ store, split }: NumbersProps) {
  const part = store.viewParts[split].value;
  const before = store.before.value?.[split] ?? null;
  if (!part) return null;
  return (
    <div class="numbers">
      <table class="measures">
        {HEAD}
        <tbody>
          <tr class="by-line">
            {BY_LINE}
            {METRICS.map((metric) => (
              <td key={metric}>
                <Large
                  split={split}
                  metric={metric}
                  now={part.line[metric]}
                  before={before?.[metric] ?? null}
                  low={part.line.intervals?.[metric]?.[0] ?? null}
                  high={part.line.intervals?.[metric]?.[1] ?? null}
                />
              </td>
            ))}
          </tr>
          <tr class="by-priors">
            {BY_PRIORS}
            {METRICS.map((metric) => (
              <td key={metric} data-testid={`${split}-priors-${metric}`}>
                <span>{rate(part.priors[metric])}</span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <Counts split={split} measures={part.line} widest={count(part.documents).length} />
    </div>
  );
}

interface LargeProps {
  split: SplitName;
  metric: MetricName;
  now: number;
  before: number | null;
  low: number | null;
  high: number | null;
}

const Large = memoized(({ split, metric, now, before, low, high }: LargeProps) => {
  const difference = before === null ? 0 : now - before;
  const direction = Math.abs(difference) < 0.0005 ? "same" : difference > 0 ? "up" : "down";
  return (
    <>
      <span class="large" data-testid={`${split}-${metric}`} data-value={now}>
        {rate(now)}
      </span>
      {low !== null && high !== null && <IntervalBar low={low} high={high} at={now} />}
      <span class={`change change-${direction}`} title={NUMBERS.change}>
        {before === null ? "" : change(difference)}
      </span>
    </>
  );
});

/** Where the value would likely fall on other documents, from 0 to 1. */
function IntervalBar({ low, high, at }: { low: number; high: number; at: number }) {
  const say = useSay();
  const text = `${rate(low, 2)} to ${rate(high, 2)}`;
  return (
    <span class="interval" {...tipHandlers(`${text}. ${say(TERMS.interval)}`)}>
      <span class="interval-bar" aria-hidden="true">
        <span style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <i style={{ left: `${at * 100}%` }} />
      </span>
      <span class="interval-text note-faint">
        {rate(low, 2)}–{rate(high, 2)}
      </span>
    </span>
  );
}

/** `widest` is the number of characters that any of the counts may need. */
function Counts(props: { split: SplitName; measures: Measures; widest: number }) {
  const { split, measures, widest } = props;
  const cell = (name: "tp" | "fp" | "fn" | "tn") => (
    <td class={`count count-${name}`} {...tipHandlers(TERMS[name])}>
      <span class="count-name note-faint">{name.toUpperCase()}</span>
      <span
        class="count-value"
        style={{ width: `${widest}ch` }}
        data-testid={`${split}-${name}`}
        data-value={measures[name]}
      >
        {count(measures[name])}
      </span>
    </td>
  );
  return (
    <table class="counts">
      <caption class="unseen">{NUMBERS.counts(split)}</caption>
      <tbody>
        <tr>
          {cell("tp")}
          {cell("fn")}
        </tr>
        <tr>
          {cell("fp")}
          {cell("tn")}
        </tr>
      </tbody>
    </table>
  );
}
