import { bandPath, Chart, curvePath } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import type { RiskAnswer } from "../../../wire/lessons";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, GoodToKnow, Group, Knobs, Large, Lesson } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-risk";
type RiskAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const START: RiskAsked = { flat: 0, jump: 0, cut: 0.3, epsilon: 0.1 };
const DOMAIN = { x0: 0, x1: 1, y0: 0, y1: 1 };

export const riskLesson: LessonPage = {
  name: "risk",
  topic: "lines",
  source: "gadat",
  title: "Excess risk",
  about: "P(error | x) of a rule and of the best one. Drag the cut; change how η passes 1/2.",
  start: { [KIND]: START },
  view: RiskLesson,
};

/** The error at every x, the excess risk as an area, and the margin assumption. */
function RiskLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Adding up errors" />;
  return (
    <Lesson
      name="risk"
      main={
        <>
          <RiskChart asked={asked} shown={shown} change={change} />
          <div class="risk-below">
            <MarginChart asked={asked} shown={shown} />
            <Figures shown={shown} />
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

function RiskChart(props: { asked: RiskAsked; shown: RiskAnswer; change: Change }) {
  const { asked, shown, change } = props;
  const differs = shown.x
    .map((x, i) => [x, i] as const)
    .filter(([x]) => x > asked.cut !== x > 0.5)
    .map(([, i]) => i);
  const at = (values: number[]) => differs.map((i) => values[i]!);
  const cutTo = (x: number, dragging: boolean) =>
    change({ cut: Math.min(1, Math.max(0, Number(x.toFixed(2)))) }, dragging);
  return (
    <div class="risk-chart">
      <Legend />
      <Chart
        name="risk"
        description={`Risk ${figure(shown.risk, 3)}: Bayes risk ${figure(shown.bayes_risk, 3)} and excess ${figure(shown.excess, 3)}`}
        width={820}
        height={330}
        domain={DOMAIN}
        xName="x, uniform on [0, 1]"
        yName="probability"
        onTake={() => 0}
        onMove={(_, [x], dragging) => cutTo(x, dragging)}
      >
        {(place) => (
          <>
            {shown.band && (
              <rect
                class="risk-band"
                x={place.x(shown.band[0])}
                width={Math.max(1, place.x(shown.band[1]) - place.x(shown.band[0]))}
                y={place.y(0.5 + asked.epsilon)}
                height={place.y(0.5 - asked.epsilon) - place.y(0.5 + asked.epsilon)}
              />
            )}
            {differs.length > 1 && (
              <path
                class="risk-excess"
                d={bandPath(place, at(shown.x), at(shown.least), at(shown.error))}
              />
            )}
            <path class="risk-eta" d={curvePath(place, shown.x, shown.eta)} />
            <path class="risk-error" d={curvePath(place, shown.x, shown.error)} />
            <path class="risk-least" d={curvePath(place, shown.x, shown.least)} />
            <line
              class="bisector-line"
              x1={0}
              x2={place.width}
              y1={place.y(0.5)}
              y2={place.y(0.5)}
            />
            <g class="risk-cut">
              <line x1={place.x(asked.cut)} x2={place.x(asked.cut)} y1={0} y2={place.height} />
              <circle
                cx={place.x(asked.cut)}
                cy={place.height - 9}
                r={7}
                tabindex={0}
                role="slider"
                aria-label="cut"
                aria-valuemin={0}
                aria-valuemax={1}
                aria-valuenow={asked.cut}
                data-testid="risk-cut"
                onKeyDown={(event) => {
                  const by = { ArrowLeft: -0.01, ArrowRight: 0.01 }[event.key];
                  if (!by) return;
                  event.preventDefault();
                  event.stopPropagation();
                  cutTo(asked.cut + by, false);
                }}
              />
            </g>
          </>
        )}
      </Chart>
    </div>
  );
}

const LEGEND = [
  { name: "risk-eta", text: "η(x) = P(Y = 1 | x)" },
  { name: "risk-error", text: "P(error | x) of the rule x > cut" },
  { name: "risk-least", text: "P(error | x) of Bayes' rule: min(η, 1 − η)" },
  { name: "risk-excess", text: "excess: |2η − 1| where they differ" },
];

function Legend() {
  return (
    <p class="risk-legend">
      {LEGEND.map(({ name, text }) => (
        <span key={name}>
          <svg viewBox="0 0 22 10" aria-hidden="true">
            {name === "risk-excess" ? (
              <rect class={name} width={22} height={10} />
            ) : (
              <path class={name} d="M0 5H22" />
            )}
          </svg>
          {text}
        </span>
      ))}
    </p>
  );
}

/** P(|η − ½| ≤ ε) against ε, both on logarithmic axes: its slope is α. */
function MarginChart({ asked, shown }: { asked: RiskAsked; shown: RiskAnswer }) {
  const there = shown.margin.share
    .map((share, i) => [shown.margin.epsilon[i]!, share] as const)
    .filter(([, share]) => share > 0);
  const log = (values: number[]) => values.map(Math.log10);
  return (
    <Chart
      name="margin"
      description={`The share of x within ε of the boundary; ${alphaText(shown)}`}
      width={420}
      height={230}
      domain={{ x0: Math.log10(0.005), x1: Math.log10(0.5), y0: -2.2, y1: 0.1 }}
      xTicks={log([0.01, 0.03, 0.1, 0.3])}
      yTicks={[-2, -1, 0]}
      tickText={(value) => String(Number((10 ** value).toPrecision(1)))}
      xName="ε"
      yName="P(|η − ½| ≤ ε)"
    >
      {(place) => (
        <>
          <path
            class="risk-error"
            d={curvePath(
              place,
              log(there.map(([epsilon]) => epsilon)),
              log(there.map(([, share]) => share)),
            )}
          />
          {shown.share > 0 && asked.epsilon > 0 && (
            <circle
              class="vector-handle"
              cx={place.x(Math.log10(asked.epsilon))}
              cy={place.y(Math.log10(shown.share))}
              r={5}
            />
          )}
          <text class="chart-note" x={12} y={18}>
            slope α = {shown.alpha === null ? "∞" : figure(shown.alpha, 3)}
          </text>
        </>
      )}
    </Chart>
  );
}

function alphaText({ alpha }: RiskAnswer): string {
  return alpha === null ? "α is infinite" : `α = ${figure(alpha, 3)}`;
}

function Figures({ shown }: { shown: RiskAnswer }) {
  return (
    <div class="risk-figures">
      <div class="lesson-larges">
        <Large name="risk-risk" label="risk of the rule" value={figure(shown.risk, 4)} />
        <Large name="risk-bayes" label="Bayes risk" value={figure(shown.bayes_risk, 4)} />
        <Large
          name="risk-excess"
          label="excess = E |2η − 1|"
          value={figure(shown.excess, 4)}
          note="where the rules differ"
        />
      </div>
      <table class="figures">
        <tbody>
          <tr>
            <th scope="row">Margin assumption</th>
            <td data-testid="risk-alpha">{alphaText(shown)}</td>
            <td class="quiet">
              {shown.band
                ? `${figure(100 * shown.share, 3)} % of x in the band`
                : "the band is empty"}
            </td>
          </tr>
          <tr>
            <th scope="row">Lipschitz constant of η</th>
            <td data-testid="risk-lipschitz">{figure(shown.lipschitz, 3)}</td>
            <td class="quiet">{shown.lipschitz === null ? "η jumps" : "its steepest slope"}</td>
          </tr>
          <tr>
            <th scope="row">Regular support</th>
            <td>c₀ = 1/2</td>
            <td class="quiet">half of each ball is inside</td>
          </tr>
          <tr>
            <th scope="row">Best excess risk</th>
            <td data-testid="risk-power">
              {shown.power === null ? "faster than any power" : `n^(−${figure(shown.power, 3)})`}
            </td>
            <td class="quiet">n^(−(1 + α)/(2 + d)), d = 1</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const KNOBS: AskedKnob<RiskAsked>[] = [
  {
    of: "flat",
    label: "flatness r",
    help: "How many derivatives of η vanish where it crosses 1/2.",
    low: 0,
    high: 5,
  },
  {
    of: "jump",
    label: "jump",
    help: "How far η stays from 1/2 on both sides.",
    low: 0,
    high: 0.5,
  },
  {
    of: "cut",
    label: "cut",
    help: "The rule predicts 1 for x above it. Bayes' rule cuts at 1/2.",
    low: 0,
    high: 1,
  },
  {
    of: "epsilon",
    label: "ε",
    help: "Half the height of the band about 1/2.",
    low: 0.005,
    high: 0.5,
    scale: "log",
  },
];
const SHAPES: { name: string; title: string; flat: number; jump: number }[] = [
  { name: "crosses", title: "η crosses", flat: 0, jump: 0 },
  { name: "flat", title: "η crosses flatly", flat: 2, jump: 0 },
  { name: "jumps", title: "η jumps", flat: 0, jump: 0.3 },
];

function Controls(props: {
  workbench: Workbench;
  asked: RiskAsked;
  shown: RiskAnswer;
  change: Change;
}) {
  const { workbench, asked, change } = props;
  return (
    <>
      <Group title="The world and the rule">
        <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={change} />
        <div class="buttons">
          {SHAPES.map(({ name, title, flat, jump }) => (
            <button
              key={name}
              type="button"
              class="button"
              data-testid={`risk-${name}`}
              onClick={() => change({ flat, jump })}
            >
              {title}
            </button>
          ))}
        </div>
      </Group>
      <GoodToKnow>
        <li>No rule has a smaller P(error | x) anywhere than Bayes' rule.</li>
        <li>
          Margin assumption (Mammen and Tsybakov 1999): P(|η − ½| ≤ ε) ≤ C ε^α. Few points near 1/2
          make learning easy; α = 1/(r + 1) if r derivatives vanish.
        </li>
      </GoodToKnow>
    </>
  );
}
