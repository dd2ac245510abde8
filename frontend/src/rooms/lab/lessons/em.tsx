import { Chart, curvePath, type Place } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { Spoken } from "../../../ui/spoken";
import type { EmAnswer } from "../../../wire/lessons";
import { Jensen } from "./em-jensen";
import type { Change, LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import {
  type AskedKnob,
  Awaiting,
  GoodToKnow,
  Group,
  Knobs,
  Large,
  Lesson,
  ResetButton,
} from "./parts";
import { LessonPlayer } from "./player";
import { useLesson } from "./store";

const KIND = "lesson-em";
type EmAsked = LessonAsked[typeof KIND];
const START: EmAsked = {
  x: [-2.1, -1.7, -1.2, -0.6, 1.4, 1.9, 2.2, 2.6, 3.1],
  other: 2,
  sigma: 1,
  share: 0.5,
  start: 4.5,
  step: 0,
  point: 3,
};
const REACH = 6;

export const emLesson: LessonPage = {
  name: "em",
  topic: "clusters",
  source: "song",
  title: "EM",
  about: "EM climbs the log likelihood by a lower bound that touches it.",
  start: { [KIND]: START },
  view: EmLesson,
};

interface Shared {
  asked: EmAsked;
  shown: EmAnswer;
  change: Change<typeof KIND>;
}

/** The bound and the likelihood, step by step. */
function EmLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Drawing the likelihood" />;
  const shared = { asked, shown, change };
  return (
    <Lesson
      name="em"
      main={
        <>
          <div class="em-charts">
            <Climb {...shared} />
            <Jensen shown={shown} point={asked.point} x={asked.x[asked.point]!} />
          </div>
          <Sum shown={shown} />
          <LessonPlayer
            name="em"
            step={shown.step}
            steps={shown.steps}
            onStep={(step) => change({ step })}
          >
            {says(shown)}
          </LessonPlayer>
          <Line {...shared} />
        </>
      }
      aside={<Controls workbench={workbench} {...shared} />}
    />
  );
}

function says({ half, step, steps }: EmAnswer): string {
  if (step === steps) return "θ rests: a local maximum of J.";
  if (half === "start") return "q knows nothing yet: the bound lies below the likelihood.";
  return half === "assign"
    ? "E-step: q becomes the posterior. KL is 0, and the bound touches J."
    : "M-step: θ moves to the top of the bound. J rises at least as much.";
}

/** J(θ), the bound F(q, θ), and what lies between them at θ. */
function Climb({ asked, shown, change }: Shared) {
  const top = Math.max(...shown.likelihoods);
  const low = Math.min(...shown.likelihoods);
  const domain = { x0: -REACH, x1: REACH, y0: low - 0.25 * (top - low), y1: top + 2 };
  return (
    <figure class="em-chart">
      <figcaption>
        <b class="em-key em-key-likelihood">J(θ)</b> log likelihood{" "}
        <b class="em-key em-key-bound">F(q, θ)</b> bound <b class="em-key em-key-gap">KL</b> gap
      </figcaption>
      <Chart
        name="em"
        description={`At θ = ${figure(shown.theta, 3)} the likelihood is ${figure(shown.likelihood, 4)}, the bound ${figure(shown.bound, 4)}`}
        width={520}
        height={300}
        domain={domain}
        xName="θ, the unknown mean"
        onTake={() => 0}
        onMove={(_, [x], dragging) =>
          change({ start: Number(x.toFixed(2)), step: Math.min(asked.step, 1) }, dragging)
        }
      >
        {(place) => (
          <>
            <path class="em-likelihood" d={curvePath(place, shown.at, shown.likelihoods)} />
            <path class="em-bound" d={curvePath(place, shown.at, shown.bounds)} />
            <Gap place={place} shown={shown} />
            <circle
              class="em-top"
              cx={place.x(shown.next)}
              cy={place.y(Math.max(...shown.bounds))}
              r={4}
            />
            <g
              class="em-theta"
              style={{
                transform: `translate(${place.x(shown.theta)}px, ${place.y(shown.likelihood)}px)`,
              }}
            >
              <circle r={7} />
            </g>
          </>
        )}
      </Chart>
    </figure>
  );
}

function Gap({ place, shown }: { place: Place; shown: EmAnswer }) {
  const x = place.x(shown.theta);
  return (
    <line class="em-gap" x1={x} x2={x} y1={place.y(shown.bound)} y2={place.y(shown.likelihood)} />
  );
}

/** J = F + KL in figures. */
function Sum({ shown }: { shown: EmAnswer }) {
  const gap = shown.divergence < 1e-9 ? "0" : figure(shown.divergence, 3);
  const text = `J ${figure(shown.likelihood, 4)} = F ${figure(shown.bound, 4)} + KL ${gap}`;
  return (
    <div class="lesson-larges em-sum">
      <Large name="em-likelihood" label="J" value={figure(shown.likelihood, 5)} />
      <span class="em-sign">=</span>
      <Large name="em-bound" label="F, the bound" value={figure(shown.bound, 5)} />
      <span class="em-sign">+</span>
      <Large name="em-divergence" label="KL(q ‖ P(y | x, θ))" value={gap} />
      <Large name="em-theta" label="θ" value={figure(shown.theta, 4)} />
      <Spoken text={text} />
    </div>
  );
}

/** The points on their line with both Gaussians; each in the color that q gives it. */
function Line({ asked, shown, change }: Shared) {
  const most = Math.max(...shown.densities.flat()) * 1.3;
  return (
    <div class="em-line">
      <Chart
        name="em-points"
        description={`${asked.x.length} points between two Gaussians`}
        width={840}
        height={130}
        domain={{ x0: -REACH, x1: REACH, y0: -0.25 * most, y1: most }}
        yTicks={[]}
        onTake={([x], near) => {
          const away = asked.x.map((each) => near([each, -0.12 * most]));
          const least = Math.min(...away);
          if (least < 18) return away.indexOf(least);
          return Math.abs(x - asked.other) < 0.5 ? asked.x.length : null;
        }}
        onMove={(held, [x], dragging) => {
          const at = Number(x.toFixed(2));
          if (held === asked.x.length) change({ other: at }, dragging);
          else change({ x: asked.x.with(held, at), point: held }, dragging);
        }}
      >
        {(place) => (
          <>
            {shown.densities.map((heights, i) => (
              <path
                key={i}
                class={`em-density em-density-${i}`}
                d={curvePath(place, shown.at, heights)}
              />
            ))}
            {asked.x.map((x, i) => (
              <g
                key={i}
                class={i === asked.point ? "em-point em-point-chosen" : "em-point"}
                transform={`translate(${place.x(x)} ${place.y(-0.12 * most)})`}
              >
                <circle class="em-point-second" r={6} />
                <circle class="em-point-first" r={6} fill-opacity={shown.shares[i]} />
              </g>
            ))}
          </>
        )}
      </Chart>
    </div>
  );
}

const KNOBS: AskedKnob<EmAsked>[] = [
  {
    of: "start",
    label: "θ at start",
    help: "Where the unknown mean starts.",
    low: -REACH,
    high: REACH,
  },
  {
    of: "other",
    label: "known mean",
    help: "The mean of the second Gaussian, which is known.",
    low: -REACH,
    high: REACH,
  },
  {
    of: "sigma",
    label: "σ",
    help: "The deviation of both Gaussians.",
    low: 0.2,
    high: 4,
    scale: "log",
  },
  {
    of: "share",
    label: "P(y = 1)",
    help: "How frequent the first Gaussian is.",
    low: 0.02,
    high: 0.98,
  },
];

function Controls({ workbench, asked, change }: Shared & { workbench: Workbench }) {
  return (
    <>
      <Group title="Two Gaussians, one unknown mean θ">
        <Knobs
          workbench={workbench}
          knobs={KNOBS}
          asked={asked}
          start={START}
          onMove={(next, dragging) => change(next, dragging)}
        />
        <div class="buttons">
          <ResetButton name="em" onReset={() => change(START)} />
        </div>
      </Group>
      <GoodToKnow>
        <li>
          J has a sum inside the logarithm. Jensen's inequality moves it outside: that is the bound,
          and its maximum has a closed form.
        </li>
        <li>
          The inequality is an equality if P(x, y) / q(y) is the same for all y: q is the posterior.
        </li>
        <li>Drag θ along the curve, a point along its line, or the known mean.</li>
      </GoodToKnow>
    </>
  );
}
