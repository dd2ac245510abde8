import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import { tipHandlers } from "../../ui/term";
import type { Errors, LabModel, LabView } from "../../wire/lab";
import { LikelihoodChart, NeighborChart, WayChart } from "./charts";
import { Player } from "./player";
import { FIGURES, lineEquation, signedNumber } from "./words";

interface FiguresProps {
  workbench: Workbench;
  view: LabView;
  place: number;
}

/** The errors of a model, its equation, its training and what it refused. */
export function Figures({ workbench, view, place }: FiguresProps) {
  const model = view.models[place]!;
  return (
    <div class="lab-figures scrolls">
      {!model.refusal && (
        <dl class="lab-errors">
          <ErrorRate
            name={FIGURES.training}
            errors={model.training}
            marked
            testid={`training-error-${place}`}
          />
          <ErrorRate name={FIGURES.test} errors={model.test} testid={`test-error-${place}`} />
        </dl>
      )}
      {model.weights && <Equation model={model} place={place} />}
      {model.support && <SupportFacts model={model} />}
      {model.training_way && <Player workbench={workbench} model={model} place={place} />}
      {model.training_way?.kind === "ascent" && (
        <div class="lab-charts">
          <LikelihoodChart workbench={workbench} model={model} place={place} />
          <WayChart workbench={workbench} model={model} place={place} />
        </div>
      )}
      {model.proof && (
        <p class="lab-proof" data-testid={`proof-${place}`}>
          {model.proof.sentence}
        </p>
      )}
      {model.family === "neighbors" && (
        <NeighborChart workbench={workbench} view={view} place={place} />
      )}
      {model.densities && <DensityKey view={view} />}
    </div>
  );
}

function ErrorRate(props: {
  name: string;
  errors: Errors | null;
  /** Whether the picture marks these points. */
  marked?: boolean;
  testid: string;
}) {
  const { name, errors, testid } = props;
  if (!errors) {
    return (
      <div {...tipHandlers(FIGURES.noTest)}>
        <dt>{name}</dt>
        <dd>–</dd>
      </div>
    );
  }
  const [low, high] = errors.interval;
  const hint = FIGURES.hint(count(errors.wrong), count(errors.of), rate(low), rate(high));
  return (
    <div {...tipHandlers(hint)}>
      <dt>{name}</dt>
      <dd data-testid={testid} data-rate={errors.rate}>
        {rate(errors.rate)}
        <small>
          {FIGURES.of(count(errors.wrong), count(errors.of))}
          {props.marked && errors.wrong > 0 && FIGURES.marked}
        </small>
      </dd>
    </div>
  );
}

function Equation({ model, place }: { model: LabModel; place: number }) {
  const weights = model.weights!;
  return (
    <div class="lab-equation wrap" data-testid={`equation-${place}`}>
      <span>{lineEquation(weights)}</span>
      <span class="quiet term" {...tipHandlers(FIGURES.weightsHint)}>
        {FIGURES.weights(weights.map(signedNumber).join(", "))}
      </span>
    </div>
  );
}

function SupportFacts({ model }: { model: LabModel }) {
  const { count: vectors, at_bound, width, warning } = model.support!;
  return (
    <div class="lab-equation wrap">
      <span data-testid="support">
        {FIGURES.support(count(vectors), at_bound === null ? null : count(at_bound))}
      </span>
      {width !== null && <span class="quiet">{FIGURES.margin(signedNumber(width))}</span>}
      {warning && <p class="lab-proof">{warning}</p>}
    </div>
  );
}

function DensityKey({ view }: { view: LabView }) {
  return (
    <p class="quiet lab-density-key small">
      {FIGURES.densities(view.points.classes[1]!, view.points.classes[0]!)}
    </p>
  );
}
