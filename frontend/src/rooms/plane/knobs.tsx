import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { coordinate, count, rate } from "../../ui/format";
import { useSay } from "../../ui/naming";
import { PythonLines } from "../../ui/python-lines";
import { shownValue } from "../../ui/scale";
import { SettledSlider } from "../../ui/settled-slider";
import { Slider, type Tick } from "../../ui/slider";
import { tipHandlers } from "../../ui/term";
import { pageOf, TERMS } from "../../ui/terms";
import type { Action, Knob } from "../../wire/types";
import { HoldsPanel } from "./folds-panel";
import { PriorShape } from "./prior-shape";
import { shareText } from "./shares";
import { BUTTONS, KNOBS } from "./words";

const LINE_KNOBS = ["slope", "intercept"];
const HIGHEST_DEGREE = 6;
const FEWEST_FEATURES = 5;

/** All that can be turned, and the ways back. */
export function KnobsPanel({ workbench }: { workbench: Workbench }) {
  const say = useSay();
  const { store } = workbench;
  const knobs = store.viewParts.knobs.value;
  if (!knobs) return null;
  const line = knobs.filter((knob) => LINE_KNOBS.includes(knob.name));
  const others = knobs.filter((knob) => !LINE_KNOBS.includes(knob.name));
  const curve = store.stateParts.curve.value;
  const curved = (curve ?? 1) > 1;
  return (
    <>
      <section class="group">
        <h3>{KNOBS.smoothing}</h3>
        {others.map((knob) => (
          <KnobSlider key={knob.name} workbench={workbench} knob={knob} />
        ))}
        <SharedPrior workbench={workbench} />
        <TunedWords workbench={workbench} />
      </section>
      <section class="group">
        <h3>{KNOBS.line}</h3>
        {line.map((knob) => (
          <KnobSlider key={knob.name} workbench={workbench} knob={knob} disabled={curved} />
        ))}
        {curve !== undefined && (
          <SettledSlider
            whole
            name="curve"
            label={KNOBS.curve}
            help={say(TERMS.curve)}
            page={pageOf("curve")}
            low={1}
            high={HIGHEST_DEGREE}
            scale="linear"
            value={curve}
            shown={(degree) => (degree === 1 ? KNOBS.straight : String(degree))}
            start={1}
            newGesture={() => store.newGesture()}
            onSettle={(degree) => store.send({ action: "set-curve", degree })}
          />
        )}
        <Buttons workbench={workbench} />
        <LineBound workbench={workbench} />
        <FixedPart workbench={workbench} />
      </section>
      <section class="group">
        <h3>{say(KNOBS.documents)}</h3>
        <DocumentSliders workbench={workbench} />
      </section>
      <HoldsPanel workbench={workbench} />
      <ModelPython workbench={workbench} />
    </>
  );
}

/** The Python lines that make the present model again. */
function ModelPython({ workbench }: { workbench: Workbench }) {
  const { plane } = workbench.rooms;
  const text = plane.python.value;
  if (workbench.store.viewParts.challenge.value) return null;
  return (
    <section class="group">
      {text === null ? (
        <button
          type="button"
          class="button"
          data-testid="plane-python"
          title={KNOBS.pythonHint}
          onClick={() => plane.askPython()}
        >
          {KNOBS.python}
        </button>
      ) : (
        <PythonLines
          workbench={workbench}
          title={KNOBS.pythonTitle}
          text={text}
          name="plane-python"
          onClose={() => {
            plane.python.value = null;
          }}
        />
      )}
    </section>
  );
}

/** The beta distribution of alpha and beta, beside the frequencies of words. */
function SharedPrior({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const prior = store.viewParts.prior.value;
  if (!prior) return null;
  const [low, high] = prior.interval.map(shareText) as [string, string];
  const text = say(KNOBS.prior(shareText(prior.mean), low, high));
  const of = store.viewParts.validation.value?.documents ?? 0;
  const set = store.view.value?.words_set ?? 0;
  return (
    <div class="shared-prior" data-testid="shared-prior" data-mean={prior.mean}>
      <PriorShape
        testid="prior-shape"
        description={text}
        top={prior.top}
        bars={prior.words}
        outlines={[{ kind: "prior", shares: prior.prior }]}
        marks={[{ kind: "prior", at: prior.mean, title: shareText(prior.mean) }]}
      />
      <p class="note-faint">
        <span class="prior-key prior-key-prior" /> {KNOBS.assumed}
        <span class="prior-key prior-key-bar" /> {say(KNOBS.frequencies)}
      </p>
      <p class="note prior-text">{text}</p>
      {set > 0 && (
        <p class="note" data-testid="words-set">
          {say(KNOBS.wordsSet(set))}
        </p>
      )}
      <details class="more-about" data-testid="why-smooth">
        <summary>{KNOBS.why}</summary>
        <p class="note" data-value={prior.impossible}>
          {say(KNOBS.impossible(count(prior.impossible), count(of)))}
        </p>
      </details>
    </div>
  );
}

/** How good the present line is among all lines, where a search found it. */
function LineBound({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const best = store.line.value?.best;
  if (best?.metric !== "f1") return null;
  const open = best.bound - best.score;
  return (
    <p class="note" data-testid="line-bound" data-open={open}>
      {say(KNOBS.lineBound(best.split, rate(best.score), open > 0 ? rate(best.bound) : null))}
    </p>
  );
}

/** What the coordinates have in common, and why leaving it out needs another intercept. */
function FixedPart({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const line = store.line.value;
  const now = store.viewParts.validation.value?.line;
  if (!line || !now || line.curve > 1) return null;
  const [x, y] = line.fixed.map(coordinate) as [string, string];
  return (
    <details class="more-about" data-testid="fixed-part">
      <summary>{KNOBS.fixed}</summary>
      <p class="note">
        {say(
          KNOBS.fixedText(
            x,
            y,
            coordinate(line.intercept_without_fixed),
            count(line.flagged_without_fixed),
            count(now.tp + now.fp),
          ),
        )}
      </p>
    </details>
  );
}

/** What alpha and beta stand for once words were tuned. */
function TunedWords({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const tuning = store.viewParts.tuning.value;
  if (!tuning) return null;
  const { together } = tuning;
  return (
    <p class="quiet" data-testid="tuned" {...tipHandlers(say(TERMS.tuned))}>
      {say(
        together
          ? KNOBS.together(shownValue(together.alpha), shownValue(together.beta))
          : KNOBS.each,
      )}
    </p>
  );
}

const ACTIONS: Record<keyof typeof BUTTONS, Action> = {
  "best-line": { action: "best-line", split: "training", metric: "f1" },
  tune: { action: "autotune", per_feature: false },
  "tune-each": { action: "autotune", per_feature: true },
  reset: { action: "reset-knobs" },
  "go-best-training": { action: "go-best", split: "training" },
  "go-best-validation": { action: "go-best", split: "validation" },
};

/** Automatic tuning, and the ways back. */
function Buttons({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  return (
    <div class="buttons">
      {Object.entries(BUTTONS).map(([testid, { text, title }]) => {
        const action = ACTIONS[testid as keyof typeof BUTTONS];
        return (
          <button
            key={testid}
            type="button"
            class="button"
            data-testid={testid}
            title={say(title)}
            onClick={() => store.send(action)}
          >
            {action.action === "go-best" && <span class={`best-key best-key-${action.split}`} />}
            {say(text)}
          </button>
        );
      })}
    </div>
  );
}

function DocumentSliders({ workbench: { store } }: { workbench: Workbench }) {
  const say = useSay();
  const all = store.viewParts.all_features.value ?? FEWEST_FEATURES;
  return (
    <>
      <SettledSlider
        whole
        name="features"
        label={KNOBS.features}
        help={say(TERMS.features)}
        page={pageOf("features")}
        low={Math.min(FEWEST_FEATURES, all)}
        high={Math.max(all, FEWEST_FEATURES + 1)}
        scale="log"
        value={store.stateParts.features.value ?? all}
        shown={count}
        start={all}
        newGesture={() => store.newGesture()}
        onSettle={(features) => store.send({ action: "set-features", features })}
      />
      <SettledSlider
        whole
        name="folds"
        disabled={Boolean(store.viewParts.challenge.value)}
        label={KNOBS.folds}
        help={say(TERMS.fold)}
        page={pageOf("fold")}
        low={2}
        high={10}
        scale="linear"
        value={store.stateParts.folds.value ?? 5}
        shown={count}
        start={5}
        newGesture={() => store.newGesture()}
        onSettle={(folds) => store.send({ action: "set-folds", folds })}
      />
    </>
  );
}

interface KnobProps {
  workbench: Workbench;
  knob: Knob;
  disabled?: boolean;
}

function KnobSlider({ workbench, knob, disabled }: KnobProps) {
  const say = useSay();
  const { store } = workbench;
  const asked = useComputed(() => {
    const held = store.hand.value.knobs;
    return knob.name in held ? held[knob.name] : store.state.value?.plane.knobs[knob.name];
  }).value;
  const decided = useComputed(() => store.line.value?.bayes_intercept).value;
  const fallback = knob.default ?? (knob.name === "intercept" ? decided : null) ?? knob.low;
  const value = asked ?? fallback;
  const range = useGrowingRange(knob, value, asked === null || asked === knob.default);
  return (
    <Slider
      {...knob}
      {...range}
      typed={knob.scale === "log" ? { above: 0 } : {}}
      help={say(knob.help)}
      page={pageOf(knob.name)}
      value={value}
      ticks={ticksOf(knob, fallback)}
      disabled={disabled}
      newGesture={() => store.newGesture()}
      onMove={(value, gesture, dragging) => store.moveKnob(knob.name, value, gesture, dragging)}
      onReset={(gesture) => store.moveKnob(knob.name, knob.default, gesture)}
    />
  );
}

/** The knob's range, widened by values beyond it until the knob is back at its default. */
function useGrowingRange(knob: Knob, value: number, atDefault: boolean) {
  const range = useRef({ low: knob.low, high: knob.high });
  const { low, high } = atDefault ? knob : range.current;
  range.current = { low: Math.min(low, value), high: Math.max(high, value) };
  return range.current;
}

function ticksOf(knob: Knob, fallback: number): Tick[] {
  const ticks: Tick[] = [{ kind: "default", value: fallback, title: KNOBS.ticks.default }];
  if (knob.best_training !== null && knob.best_training !== undefined) {
    ticks.push({ kind: "training", value: knob.best_training, title: KNOBS.ticks.training });
  }
  if (knob.best_validation !== null && knob.best_validation !== undefined) {
    ticks.push({ kind: "validation", value: knob.best_validation, title: KNOBS.ticks.validation });
  }
  return ticks;
}
