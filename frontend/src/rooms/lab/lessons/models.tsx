import { useRef } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { Spoken } from "../../../ui/spoken";
import { Term } from "../../../ui/term";
import type { ModelsAnswer } from "../../../wire/lessons";
import { AVERAGE, AverageKnobs, AverageStudy, averageStart } from "./average";
import type { Change as AnyChange, LessonAsked, LessonPage } from "./kinds";
import { chance, figure } from "./numbers";
import { Awaiting, GoodToKnow, Group, Lesson } from "./parts";
import { useLesson, useStudy } from "./store";

const KIND = "lesson-models";
const LEAST = 0.001;
const START: LessonAsked[typeof KIND] = {
  priors: [0.4, 0.3, 0.3],
  likelihoods: [0.5, 0.5, 0.5],
  plus: [1, 0, 0],
  moved: null,
  to: 0,
  share: "posterior",
};

type Change = AnyChange<typeof KIND>;

export const modelsLesson: LessonPage = {
  name: "models",
  topic: "bayes",
  source: "comp9417",
  title: "Many models",
  about: "The most probable model need not give the most probable answer.",
  start: { [KIND]: START, [AVERAGE]: averageStart },
  studies: [AVERAGE],
  view: ModelsLesson,
  // Where the hand set a share, a link has the priors that came of it.
  settled: (kind, asked, answer) =>
    kind === KIND
      ? { ...asked, priors: (answer as ModelsAnswer | null)?.priors ?? [], moved: null }
      : asked,
};

/** MAP, ML and the optimal classifier over three models, and averaging put to the test. */
function ModelsLesson({ workbench }: { workbench: Workbench }) {
  const { lessons, shown } = useLesson(workbench, KIND);
  useStudy(workbench, AVERAGE);
  // What was moved is answered with its priors; they are what the next question starts from.
  const change: Change = (next, dragging) =>
    lessons.ask(KIND, { priors: shown?.priors ?? START.priors, moved: null, ...next }, dragging);
  if (!shown) return <Awaiting what="Weighing three models" />;
  return (
    <Lesson
      name="models"
      main={
        <>
          <ModelTable shown={shown} change={change} />
          <Says shown={shown} />
          <AverageStudy workbench={workbench} lessons={lessons} />
        </>
      }
      aside={
        <>
          <Group title="Try">
            <div class="buttons">
              {EXAMPLES.map(({ name, text, title, asks }) => (
                <button
                  key={name}
                  type="button"
                  class="button"
                  title={title}
                  data-testid={`models-${name}`}
                  onClick={() => change(asks)}
                >
                  {text}
                </button>
              ))}
            </div>
            <p class="quiet">
              Drag the bars, or focus one and use the arrow keys. Moving a posterior finds the prior
              that gives it.
            </p>
          </Group>
          <AverageKnobs workbench={workbench} lessons={lessons} />
          <GoodToKnow>
            <li>
              In the example .4 / .3 / .3, m₁ is the most probable model and says +, yet − is the
              more probable answer: 0.6 against 0.4.
            </li>
            <li>With equal priors, MAP and ML choose the same model.</li>
            <li>
              The optimal classifier trains and asks every model. With many models that is
              intractable; it is a yardstick for methods that approximate it.
            </li>
          </GoodToKnow>
        </>
      }
    />
  );
}

const EXAMPLES = [
  {
    name: "lecture",
    text: ".4 / .3 / .3",
    title: "The most probable model is outvoted",
    asks: { priors: [0.4, 0.3, 0.3], likelihoods: [0.5, 0.5, 0.5], plus: [1, 0, 0] },
  },
  {
    name: "prior",
    text: "A strong prior",
    title: "The data favor m₃, the prior favors m₁: MAP and ML differ",
    asks: { priors: [0.8, 0.15, 0.05], likelihoods: [0.1, 0.2, 0.6], plus: [1, 0, 0] },
  },
  {
    name: "sure",
    text: "Much data",
    title: "One model explains the data far better: all three agree",
    asks: { priors: [0.34, 0.33, 0.33], likelihoods: [0.002, 0.9, 0.004], plus: [1, 0, 0] },
  },
  {
    name: "unsure",
    text: "Unsure models",
    title: "Models that answer with probabilities themselves",
    asks: { priors: [0.4, 0.3, 0.3], likelihoods: [0.5, 0.5, 0.5], plus: [0.6, 0.2, 0.9] },
  },
];

const COLUMNS = [
  { key: "priors", title: "prior P(m)", tone: "prior" },
  { key: "likelihoods", title: "likelihood P(D | m)", tone: "likelihood" },
  { key: "posterior", title: "posterior P(m | D)", tone: "posterior" },
  { key: "plus", title: "says +: P(+ | m)", tone: "plus" },
] as const;

/** One row a model, one bar for each of its numbers. */
function ModelTable({ shown, change }: { shown: ModelsAnswer; change: Change }) {
  const move = (key: (typeof COLUMNS)[number]["key"], i: number, to: number, held: boolean) => {
    const value = Number(Math.min(1, Math.max(0, to)).toFixed(3));
    if (key === "plus") change({ plus: shown.plus.with(i, value) }, held);
    else if (key === "likelihoods") {
      change({ likelihoods: shown.likelihoods.with(i, Math.max(LEAST, value)) }, held);
    } else {
      change({ moved: i, to: value, share: key === "priors" ? "prior" : "posterior" }, held);
    }
  };
  return (
    <table class="models-table" data-testid="models-table">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">model</span>
          </th>
          {COLUMNS.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">chosen by</th>
        </tr>
      </thead>
      <tbody>
        {shown.posterior.map((_, i) => (
          <tr key={i}>
            <th scope="row">m{"₁₂₃₄₅₆₇₈"[i]}</th>
            {COLUMNS.map(({ key, title, tone }) => (
              <td key={key}>
                <Bar
                  name={`${key}-${i}`}
                  label={`${title} of model ${i + 1}`}
                  tone={tone}
                  value={shown[key][i]!}
                  onMove={(value, held) => move(key, i, value, held)}
                />
              </td>
            ))}
            <td class="models-chosen-by">
              {shown.map === i && <b>MAP</b>} {shown.ml === i && <b>ML</b>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BarProps {
  name: string;
  label: string;
  tone: string;
  value: number;
  onMove: (value: number, held: boolean) => void;
}

/** A probability as a bar that the hand or the arrow keys set. */
function Bar({ name, label, tone, value, onMove }: BarProps) {
  const held = useRef(false);
  const element = useRef<HTMLDivElement>(null);
  const at = (event: PointerEvent) => {
    const box = element.current!.getBoundingClientRect();
    return (event.clientX - box.left) / (box.width || 1);
  };
  const release = (event: PointerEvent) => {
    if (held.current) onMove(at(event), false);
    held.current = false;
  };
  return (
    <div class="models-chance">
      <div
        ref={element}
        class={`models-chance-bar models-chance-${tone}`}
        role="slider"
        tabIndex={0}
        data-testid={name}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={value}
        aria-valuetext={chance(value)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          held.current = true;
          element.current?.setPointerCapture?.(event.pointerId);
          onMove(at(event), true);
        }}
        onPointerMove={(event) => held.current && onMove(at(event), true)}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={(event) => {
          const step = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01 }[
            event.key
          ];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          onMove(value + (event.shiftKey ? step / 10 : step), false);
        }}
      >
        <i style={{ width: `${100 * value}%` }} />
      </div>
      <span class="models-chance-value">{figure(value, 3)}</span>
    </div>
  );
}

/** What each way of deciding says, and the sum that the optimal one is made of. */
function Says({ shown }: { shown: ModelsAnswer }) {
  const differ = shown.map_says !== shown.optimal_says;
  const terms = shown.posterior.map((weight, i) => ({ weight, plus: shown.plus[i]! }));
  const text = `MAP says ${word(shown.map_says)}, the optimal classifier says ${word(shown.optimal_says)}`;
  return (
    <div class="models-says" data-testid="models-says">
      <div class="models-says-sum">
        <div class="models-says-bar" aria-hidden="true">
          {terms.map(({ weight, plus }, i) => (
            <i key={`+${i}`} class="models-says-plus" style={{ width: `${100 * weight * plus}%` }}>
              {weight * plus > 0.06 ? `m${"₁₂₃₄₅₆₇₈"[i]}` : ""}
            </i>
          ))}
          {terms.map(({ weight, plus }, i) => (
            <i
              key={`-${i}`}
              class="models-says-minus"
              style={{ width: `${100 * weight * (1 - plus)}%` }}
            >
              {weight * (1 - plus) > 0.06 ? `m${"₁₂₃₄₅₆₇₈"[i]}` : ""}
            </i>
          ))}
          <span class="models-says-half" />
        </div>
        <p>
          Σ P(+|m) P(m|D) = <b data-testid="optimal-plus">{chance(shown.chance)}</b>
          <span class="dot">·</span>Σ P(−|m) P(m|D) ={" "}
          <b data-testid="optimal-minus">{chance(1 - shown.chance)}</b>
        </p>
      </div>
      <dl class="models-says-who">
        <div>
          <dt>
            <Term name="mapModel">most probable model (MAP)</Term>
          </dt>
          <dd data-testid="map-says">{shown.map_says}</dd>
        </div>
        <div>
          <dt>
            <Term name="mlModel">most likely model (ML)</Term>
          </dt>
          <dd>{shown.ml_says ?? "tie"}</dd>
        </div>
        <div class={differ ? "models-says-differ" : ""}>
          <dt>
            <Term name="optimal">all models (Bayes optimal)</Term>
          </dt>
          <dd data-testid="optimal-says">{shown.optimal_says}</dd>
        </div>
      </dl>
      <Spoken text={text} />
    </div>
  );
}

function word(side: string): string {
  return side === "+" ? "plus" : "minus";
}
