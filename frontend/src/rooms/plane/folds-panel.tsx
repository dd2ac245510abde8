import type { Workbench } from "../../session/workbench";
import { rate } from "../../ui/format";
import { memoized } from "../../ui/memo";
import { useSay } from "../../ui/naming";
import { Term } from "../../ui/term";
import { METRICS, type MetricName } from "../../wire/types";
import { FOLDS, METRIC_TITLES } from "./words";

const WIDE_GAP = 0.1;

/** Training against validation, and all folds: does it hold on new documents? */
export function HoldsPanel({ workbench }: { workbench: Workbench }) {
  const { viewParts, stateParts } = workbench.store;
  const { training, validation, folds, challenge } = viewParts;
  if (!training.value || !validation.value) return null;
  return (
    <section class="group holds">
      <h3>
        {FOLDS.title} <Term name="gap">{FOLDS.gap}</Term>{" "}
        {!challenge.value && FOLDS.folds(stateParts.folds.value ?? 0)}
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
      <p class="legend row note-faint">
        <span class="legend-training" /> {FOLDS.training}
        <span class="legend-validation" /> {FOLDS.validation}
        <span class="legend-folds" /> <Term name="spread">{FOLDS.all}</Term>
      </p>
      <TunedFolds workbench={workbench} />
    </section>
  );
}

/** In how many folds words were tuned; the figures of all folds wait for the last. */
function TunedFolds({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const tuned = store.viewParts.tuning.value?.folds.length ?? 0;
  const folds = store.stateParts.folds.value ?? 0;
  if (tuned === 0 || store.viewParts.challenge.value) return null;
  if (tuned === folds) {
    return (
      <p class="quiet" data-testid="holds-tuned">
        {say(FOLDS.tuned)}
      </p>
    );
  }
  const others = folds - tuned;
  return (
    <>
      <p class="quiet" data-testid="holds-tuned">
        {say(FOLDS.partly(tuned, folds))}
      </p>
      <button
        type="button"
        class="button"
        data-testid="tune-folds"
        onClick={() => store.send({ action: "tune-folds" })}
      >
        {FOLDS.tune(others)}
      </button>
    </>
  );
}

interface RowProps {
  metric: MetricName;
  training: number;
  validation: number;
  mean: number | null;
  spread: number;
}

const HoldsRow = memoized(({ metric, training, validation, mean, spread }: RowProps) => {
  const known = mean !== null;
  const low = known ? Math.max(0, mean - spread) : 0;
  const high = known ? Math.min(1, mean + spread) : 0;
  const gap = training - validation;
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div class="holds-row">
      <span class="holds-name small">{METRIC_TITLES[metric]}</span>
      <span
        class="holds-track"
        role="img"
        aria-label={`${FOLDS.spoken(METRIC_TITLES[metric], rate(training), rate(validation))}${known ? FOLDS.spokenFolds(rate(mean), rate(spread)) : ""}`}
      >
        <span class="holds-marks">
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
