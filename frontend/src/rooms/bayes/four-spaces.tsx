import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { Spoken } from "../../ui/spoken";
import { Term } from "../../ui/term";
import type { BayesPlaneFrame } from "../../wire/types";
import { FourControls } from "./four-controls";
import { SpacePlot } from "./space-plot";
import { type Asked, chance, costAt, likelihoodsAt, type Point, type SpaceName } from "./spaces";
import type { Hold } from "./square-plot";
import { FOUR, namedFigures, SPACES, share, spaceText, times, verdict } from "./words";

/** One object and one line in the four spaces of Bayes' rule. */
export function FourSpaces({ workbench }: { workbench: Workbench }) {
  const state = workbench.rooms.bayes;
  const shown = workbench.rooms.bayes.plane.value;
  useEffect(() => state.ask(), [state]);
  const change = (next: Partial<Asked>, dragging = false) => state.change(next, dragging);
  const take = (space: SpaceName, hold: Hold, at: Point, held: boolean) => {
    if (!shown) return;
    const asked = state.asked.value;
    if (hold === "point") {
      change(likelihoodsAt(space, at, asked, shown.evidence), held);
      return;
    }
    const cost = costAt(space, at, asked.prior);
    if (cost !== null) change({ cost }, held);
  };
  const nudge = (dx: number, dy: number) => {
    const { positive, negative } = state.asked.value;
    change({ positive: chance(positive + dx), negative: chance(negative + dy) });
  };
  return (
    <>
      <div class="lecture-planes pane" data-testid="bayes-planes">
        {shown &&
          (Object.keys(SPACES) as SpaceName[]).map((space, i) => (
            <section key={space} class="space" aria-label={SPACES[space].title}>
              <SpacePlot
                space={space}
                shown={shown}
                show={state.show.value}
                onHold={take}
                onNudge={nudge}
              />
              <Facts space={space} number={i + 1} shown={shown} />
            </section>
          ))}
      </div>
      <FourControls workbench={workbench} state={state} change={change} />
      {shown && <VerdictLine asked={state.asked.value} shown={shown} />}
    </>
  );
}

/** What the space is, and its two numbers. */
function Facts(props: { space: SpaceName; number: number; shown: BayesPlaneFrame }) {
  const { space, shown } = props;
  const { point } = shown[space];
  const { title, x, y } = SPACES[space];
  return (
    <div class="space-facts">
      <h2>
        <span class="space-number note">{props.number}</span>
        <Term name={space}>{title}</Term>
      </h2>
      <p>{spaceText(space, shown.evidence)}</p>
      <dl>
        <dt>{x.formula}</dt>
        <dd data-testid={`bayes-${space}-x`}>{share(point[0], 3)}</dd>
        <dt>{y.formula}</dt>
        <dd data-testid={`bayes-${space}-y`}>{share(point[1], 3)}</dd>
      </dl>
      <p class="space-named" data-testid={`bayes-${space}-named`}>
        <NamedFigures space={space} shown={shown} />
      </p>
      <p class="space-line">
        <span class="line-key" aria-hidden="true" />
        <span>
          {equation(space)}
          <br />
          {constant(space, shown)}
        </span>
      </p>
    </div>
  );
}

/** The same decision by the names that the literature gives it. */
function NamedFigures({ space, shown }: { space: SpaceName; shown: BayesPlaneFrame }) {
  const { name, term, text } = namedFigures(space, shown);
  return (
    <>
      <Term name={term}>{name}</Term> {text}
    </>
  );
}

function equation(space: SpaceName): string {
  if (space === "likelihood") return "y = x + log m′";
  return space === "data" ? "y = m′ x" : "y = m x";
}

function constant(space: SpaceName, shown: BayesPlaneFrame): string {
  const { slope, intercept } = shown[space];
  if (space === "likelihood") return `log m′ = ${share(intercept, 2)}`;
  return space === "data" ? `m′ = ${times(slope, 3)}` : `m = ${times(slope, 3)}`;
}

function VerdictLine({ asked, shown }: { asked: Asked; shown: BayesPlaneFrame }) {
  const { compared, decision, why } = verdict(asked, shown);
  return (
    <footer class="lecture-verdict" data-testid="bayes-verdict">
      <p class={`verdict-main ${shown.positive ? "verdict-in" : "verdict-out"}`}>
        <span class="verdict-mark" aria-hidden="true" />
        <b>
          {compared}: {decision}
        </b>
        , {why}
      </p>
      <p class="verdict-evidence">
        {FOUR.evidence[0]}
        <b data-testid="bayes-evidence">{share(shown.evidence, 3)}</b>
        {FOUR.evidence[1]}
      </p>
      <Spoken text={`${compared}: ${decision}, ${why}`} />
    </footer>
  );
}
