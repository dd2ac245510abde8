import { change, count, rate } from "../ui/format";
import { Term, tipHandlers } from "../ui/term";
import { TERMS } from "../ui/terms";
import { METRICS, type Measures, type MetricName, type Split, type SplitName } from "../wire/types";

export const METRIC_TITLES: Record<MetricName, string> = {
  recall: "Recall",
  precision: "Precision",
  f1: "F1",
};

interface NumbersProps {
  split: SplitName;
  part: Split;
  before: Measures | null;
}

/** Recall, precision and F1 of the line and of the priors alone, and the four counts. */
export function Numbers({ split, part, before }: NumbersProps) {
  return (
    <div class="numbers">
      <table class="measures">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">Decided by</span>
            </th>
            {METRICS.map((metric) => (
              <th key={metric} scope="col">
                <Term name={metric}>{METRIC_TITLES[metric]}</Term>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr class="by-line">
            <th scope="row">
              priors
              <br />
              and <Term name="line">line</Term>
            </th>
            {METRICS.map((metric) => (
              <td key={metric}>
                <Large split={split} metric={metric} now={part.line} before={before} />
              </td>
            ))}
          </tr>
          <tr class="by-priors">
            <th scope="row">
              <Term name="priors">priors only</Term>
            </th>
            {METRICS.map((metric) => (
              <td key={metric} data-testid={`${split}-priors-${metric}`}>
                {rate(part.priors[metric])}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <Counts split={split} measures={part.line} />
    </div>
  );
}

function Large(props: {
  split: SplitName;
  metric: MetricName;
  now: Measures;
  before: Measures | null;
}) {
  const { metric, now, before } = props;
  const interval = now.intervals?.[metric];
  const difference = before ? now[metric] - before[metric] : 0;
  const direction = Math.abs(difference) < 0.0005 ? "same" : difference > 0 ? "up" : "down";
  return (
    <>
      <span class="large" data-testid={`${props.split}-${metric}`} data-value={now[metric]}>
        {rate(now[metric])}
      </span>
      {interval && <IntervalBar low={interval[0]} high={interval[1]} at={now[metric]} />}
      <span class={`change change-${direction}`} title="Change since the last step">
        {before ? change(difference) : ""}
      </span>
    </>
  );
}

/** Where the value would likely fall on other documents, from 0 to 1. */
function IntervalBar({ low, high, at }: { low: number; high: number; at: number }) {
  const text = `${rate(low, 2)} to ${rate(high, 2)}`;
  return (
    <span class="interval" {...tipHandlers(`${text}. ${TERMS.interval}`)}>
      <span class="interval-bar" aria-hidden="true">
        <span style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <i style={{ left: `${at * 100}%` }} />
      </span>
      <span class="interval-text">
        {rate(low, 2)}–{rate(high, 2)}
      </span>
    </span>
  );
}

function Counts({ split, measures }: { split: SplitName; measures: Measures }) {
  const cell = (name: "tp" | "fp" | "fn" | "tn") => (
    <td class={`count count-${name}`} {...tipHandlers(TERMS[name])}>
      <span class="count-name">{name.toUpperCase()}</span>
      <span data-testid={`${split}-${name}`} data-value={measures[name]}>
        {count(measures[name])}
      </span>
    </td>
  );
  return (
    <table class="counts">
      <caption class="unseen">Counts of {split}</caption>
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
