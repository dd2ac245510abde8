import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import { tipHandlers } from "../../ui/term";
import type { Errors, LabModel, LabView } from "../../wire/lab";
import { LikelihoodChart, NeighborChart, WayChart } from "./charts";
import { Player } from "./player";
import { lineEquation, signedNumber } from "./words";

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
            name="training error"
            errors={model.training}
            marked
            testid={`training-error-${place}`}
          />
          <ErrorRate name="test error" errors={model.test} testid={`test-error-${place}`} />
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
      <div
        {...tipHandlers(
          "Nobody knows the truth behind painted points: there is nothing fresh to test with.",
        )}
      >
        <dt>{name}</dt>
        <dd>–</dd>
      </div>
    );
  }
  const [low, high] = errors.interval;
  const hint = `${count(errors.wrong)} of ${count(errors.of)} wrong; 95 in 100: ${rate(low)} to ${rate(high)}.`;
  return (
    <div {...tipHandlers(hint)}>
      <dt>{name}</dt>
      <dd data-testid={testid} data-rate={errors.rate}>
        {rate(errors.rate)}
        <small>
          {count(errors.wrong)} of {count(errors.of)}
          {props.marked && errors.wrong > 0 && ", marked ×"}
        </small>
      </dd>
    </div>
  );
}

const HOMOGENEOUS =
  "A constant 1 before each point and −t before the weights: the decision is w°·x° > 0.";

function Equation({ model, place }: { model: LabModel; place: number }) {
  const weights = model.weights!;
  return (
    <div class="lab-equation wrap" data-testid={`equation-${place}`}>
      <span>{lineEquation(weights)}</span>
      <span class="quiet term" {...tipHandlers(HOMOGENEOUS)}>
        w° = ({weights.map(signedNumber).join(", ")})
      </span>
    </div>
  );
}

function SupportFacts({ model }: { model: LabModel }) {
  const { count: vectors, at_bound, width, warning } = model.support!;
  return (
    <div class="lab-equation wrap">
      <span data-testid="support">
        {count(vectors)} support vectors, {count(at_bound)} at the bound
      </span>
      {width !== null && <span class="quiet">margin {signedNumber(width)} wide</span>}
      {warning && <p class="lab-proof">{warning}</p>}
    </div>
  );
}

function DensityKey({ view }: { view: LabView }) {
  return (
    <p class="quiet lab-density-key small">
      Along the edges: P(x | class) of each column alone, {view.points.classes[1]} drawn through,{" "}
      {view.points.classes[0]} dashed.
    </p>
  );
}
