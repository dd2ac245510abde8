import type { Session } from "../session";
import { rate } from "../ui/format";
import { memoised } from "../ui/memo";
import { Term } from "../ui/term";
import { METRICS, type MetricName } from "../wire/types";
import { METRIC_TITLES } from "./numbers";

const WIDE_GAP = 0.1;

/** Training against validation, and all folds: does it hold on new documents? */
export function HoldsPanel({ session }: { session: Session }) {
  const { training, validation, folds } = session.store.shown;
  const { tuned } = session.store.chosen;
  if (!training.value || !validation.value) return null;
  return (
    <section class="group holds">
      <h3>
        Does it hold? <Term name="gap">gap</Term>, all folds
      </h3>
      {METRICS.map((metric) => (
        <HoldsRow
          key={metric}
          metric={metric}
          training={training.value!.line[metric] || 0}
          validation={validation.value!.line[metric] || 0}
          mean={folds.value?.[metric]?.mean ?? null}
          spread={folds.value?.[metric]?.spread ?? 0}
        />
      ))}
      <p class="legend">
        <span class="legend-training" /> training
        <span class="legend-validation" /> validation
        <span class="legend-folds" /> <Term name="spread">all folds</Term>
      </p>
      {tuned.value != null && (
        <p class="quiet" data-testid="holds-tuned">
          Tuned to the training rows of the fold it was asked in; the other folds carry that over.
          To see whether tuning holds there, choose a fold and tune again.
        </p>
      )}
    </section>
  );
}

interface RowProps {
  metric: MetricName;
  training: number;
  validation: number;
  mean: number | null;
  spread: number;
}

const HoldsRow = memoised(({ metric, training, validation, mean, spread }: RowProps) => {
  const known = mean !== null;
  const low = known ? Math.max(0, mean - spread) : 0;
  const high = known ? Math.min(1, mean + spread) : 0;
  const gap = training - validation;
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div class="holds-row">
      <span class="holds-name">{METRIC_TITLES[metric]}</span>
      <span
        class="holds-track"
        role="img"
        aria-label={`${METRIC_TITLES[metric]}: training ${rate(training)}, validation ${rate(validation)}${known ? `, all folds ${rate(mean)} ± ${rate(spread)}` : ""}`}
      >
        {known && (
          <span class="holds-folds" style={{ left: percent(low), width: percent(high - low) }} />
        )}
        <span
          class={`holds-gap ${gap > WIDE_GAP ? "holds-gap-wide" : ""}`}
          style={{
            left: percent(Math.min(training, validation)),
            width: percent(Math.abs(gap)),
          }}
        />
        <span class="holds-training" style={{ left: percent(training) }} />
        <span class="holds-validation" style={{ left: percent(validation) }} />
      </span>
      <span class="holds-value" data-testid={`folds-${metric}`}>
        {known ? (
          <>
            {rate(mean, 2)}
            <small> ±{rate(spread, 2)}</small>
          </>
        ) : (
          "–"
        )}
      </span>
    </div>
  );
});
