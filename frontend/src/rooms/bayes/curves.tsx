import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { ChanceSlider, Example, PlainSlider } from "../../ui/controls";
import { Spoken } from "../../ui/spoken";
import { Term } from "../../ui/term";
import type { BayesCurveFrame } from "../../wire/types";
import {
  chance,
  interceptAt,
  LINE_RANGES,
  type Point,
  pointLikelihoods,
  type StraightIn,
  spaceDomain,
} from "./spaces";
import { type Hold, Mark, onSquare, SquarePlot } from "./square-plot";
import { CURVE_STARTS, type CurveAsked } from "./store";
import { CURVES, ROOM, SPACES, share, times } from "./words";

const SIDE = 360;
const PLACES = ["likelihood", "data"] as const;

/** A line in one space is a curve in the other: the same decision, drawn twice. */
export function LineAndCurve({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.bayes;
  const shown = room.curve.value;
  const asked = room.askedCurve.value;
  useEffect(() => room.ask(), [room]);
  const change = (next: Partial<CurveAsked>, dragging = false) => room.changeCurve(next, dragging);
  const take = (space: StraightIn, hold: Hold, at: Point, held: boolean) => {
    if (hold === "point") change(pointLikelihoods(space, at), held);
    else change({ intercept: interceptAt(space, at, asked) }, held);
  };
  return (
    <>
      <div class="lecture-pair pane" data-testid="bayes-pair">
        {shown &&
          PLACES.map((space) => (
            <OneSpace key={space} space={space} asked={asked} shown={shown} onHold={take} />
          ))}
      </div>
      <Controls workbench={workbench} asked={asked} change={change} />
      {shown && <CurveVerdict asked={asked} shown={shown} />}
    </>
  );
}

interface OneSpaceProps {
  space: StraightIn;
  asked: CurveAsked;
  shown: BayesCurveFrame;
  onHold: (space: StraightIn, hold: Hold, at: Point, held: boolean) => void;
}

function OneSpace({ space, asked, shown, onHold }: OneSpaceProps) {
  const words = SPACES[space];
  const point = shown[space];
  const curve = space === "data" ? shown.data_curve : shown.likelihood_curve;
  const domain = spaceDomain(space, [point]);
  const [x, y] = onSquare(domain, SIDE)(point);
  const straight = asked.straight === space;
  return (
    <section class="pair-space" aria-label={words.title}>
      <h2>
        <Term name={space}>{words.title}</Term>
        <span class="note">{straight ? CURVES.line : CURVES.curve}</span>
      </h2>
      <SquarePlot
        name={`pair-${space}`}
        description={CURVES.describe(words.title, straight)}
        side={SIDE}
        domain={domain}
        line={{ slope: asked.slope, intercept: asked.intercept }}
        curve={straight ? undefined : curve}
        x={words.x}
        y={words.y}
        sides
        bisector
        onHold={(hold, at, held) => onHold(space, hold, at, held)}
      >
        <g class="movable" transform={`translate(${x} ${y})`}>
          <circle class="movable-hit" r={16} />
          <Mark positive={shown.positive} size={7} />
        </g>
      </SquarePlot>
      <p class="space-line">
        <span class="line-key" aria-hidden="true" />{" "}
        <Equation text={CURVES.equations[asked.straight][space]} />
      </p>
    </section>
  );
}

/** A formula with what follows "^" raised. */
function Equation({ text }: { text: string }) {
  const parts = text.split(/\^(\w)/);
  return <b>{parts.map((part, i) => (i % 2 ? <sup key={i}>{part}</sup> : part))}</b>;
}

interface ControlsProps {
  workbench: Workbench;
  asked: CurveAsked;
  change: (next: Partial<CurveAsked>, dragging?: boolean) => void;
}

function Controls({ workbench, asked, change }: ControlsProps) {
  const ranges = LINE_RANGES[asked.straight];
  const start = CURVE_STARTS[asked.straight];
  return (
    <aside class="lecture-controls scrolls" aria-label={ROOM.controls}>
      <section class="group">
        <h3>{CURVES.straight}</h3>
        <div class="buttons">
          {PLACES.map((space) => (
            <button
              key={space}
              type="button"
              class="button"
              aria-pressed={asked.straight === space}
              data-testid={`straight-${space}`}
              onClick={() => change(CURVE_STARTS[space])}
            >
              {SPACES[space].title}
            </button>
          ))}
        </div>
        {(["slope", "intercept"] as const).map((name) => (
          <PlainSlider
            key={name}
            workbench={workbench}
            name={`line-${name}`}
            label={CURVES.labels[asked.straight][name]}
            term={name}
            {...ranges[name]}
            value={asked[name]}
            start={start[name]}
            onMove={(value, dragging) => change({ [name]: value }, dragging)}
          />
        ))}
      </section>
      <section class="group">
        <h3>{CURVES.object}</h3>
        {(["positive", "negative"] as const).map((name) => (
          <ChanceSlider
            key={name}
            workbench={workbench}
            name={`pair-${name}`}
            label={CURVES.likelihoods[name]}
            term="data"
            value={asked[name]}
            start={start[name]}
            onMove={(value, dragging) => change({ [name]: chance(value) }, dragging)}
          />
        ))}
      </section>
      <section class="group">
        <h3>{ROOM.try}</h3>
        <div class="buttons">
          <Example
            name="bayes-rule"
            title={CURVES.bayes.title}
            onClick={() => change({ ...CURVE_STARTS.likelihood, slope: 1 })}
          >
            {CURVES.bayes.text}
          </Example>
          <Example
            name="rotated"
            title={CURVES.rotated.title}
            onClick={() => change(CURVE_STARTS.likelihood)}
          >
            {CURVES.rotated.text}
          </Example>
          <Example
            name="shifted"
            title={CURVES.shifted.title}
            onClick={() => change(CURVE_STARTS.data)}
          >
            {CURVES.shifted.text}
          </Example>
        </div>
      </section>
      <p class="lecture-hint">{CURVES.hint}</p>
    </aside>
  );
}

function CurveVerdict({ asked, shown }: { asked: CurveAsked; shown: BayesCurveFrame }) {
  const compared = CURVES.compared(share(shown.data[1], 3), share(shown.height, 3), shown.positive);
  return (
    <footer class="lecture-verdict" data-testid="curve-verdict">
      <p class={`verdict-main ${shown.positive ? "verdict-in" : "verdict-out"}`}>
        <span class="verdict-mark" aria-hidden="true" />
        <b>{compared}</b>
      </p>
      <p class="verdict-evidence">
        {CURVES.meaning} <b data-testid="local-slope">{times(shown.local_slope, 3)}</b>.{" "}
        {CURVES.theory[asked.straight === "likelihood" && asked.slope === 1 ? "bayes" : "other"]}
      </p>
      <Spoken text={compared} />
    </footer>
  );
}
