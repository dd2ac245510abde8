import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../session/workbench";
import { rate } from "../ui/format";
import { memoized } from "../ui/memo";
import { Term } from "../ui/term";
import type { History } from "../wire/types";
import { forks, pieces } from "./history-line";
import { missingLabels } from "./rail";
import { HISTORY } from "./words";

const HEIGHT = 44;
const EDGE = 10;
const SPACING = 40;
const CLOSEST = 9;
const LEAST_SPAN = 0.08;
const STEP_RADIUS = 7;
/** Where forks are drawn: below the lines of scores, or close to their step where there are none. */
const FORK_Y = HEIGHT + 6;
const FORK_DROP = 10;

/** The rooms in which the F1 of each step is drawn. */
const SCORED = ["plane", "challenge"];

/** The current branch of the history, in the plane with the F1 of each step: click one to go there. */
export function HistoryStrip({ workbench }: { workbench: Workbench }) {
  const history = workbench.history.value;
  const scored =
    SCORED.includes(workbench.room.value) &&
    workbench.store.hasData.value &&
    !missingLabels(workbench);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  const there = Boolean(history);
  useEffect(() => {
    const measure = () => {
      if (box.current) width.value = box.current.clientWidth || 600;
    };
    measure();
    if (typeof ResizeObserver === "undefined" || !box.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [there]);
  if (!history) return <section class="history" />;
  const own = workbench.historyName.value;
  const label = history.steps[history.now]?.label;
  return (
    <section class="history" aria-label={HISTORY.own[own] ?? HISTORY.title}>
      <div class="history-text" title={own ? HISTORY.apart : undefined}>
        <h3>
          {HISTORY.own[own] ?? HISTORY.title}{" "}
          <span class="quiet" data-testid="history-place">
            {HISTORY.place(history.line.indexOf(history.now) + 1, history.line.length)}
          </span>
        </h3>
        <p data-testid="history-label" title={label}>
          {label}
        </p>
      </div>
      <div class="history-chart" ref={box}>
        <Chart workbench={workbench} history={history} width={width.value} scored={scored} />
      </div>
      {scored && <Legend />}
    </section>
  );
}

function Legend() {
  return (
    <div class="history-legend note-faint">
      <span>
        <span class="legend-line legend-line-training" /> {HISTORY.training}{" "}
        <Term name="f1">F1</Term>
      </span>
      <span>
        <span class="legend-line" /> {HISTORY.validation}
      </span>
      <span>
        <span class="best-key best-key-validation" /> {HISTORY.best}
      </span>
    </div>
  );
}

interface ChartProps {
  workbench: Workbench;
  history: History;
  width: number;
  /** With each step's F1; elsewhere than in the plane a step is only a place to go back to. */
  scored: boolean;
}

function Chart({ workbench, history, width, scored }: ChartProps) {
  const room = Math.max(2, Math.floor((width - 2 * EDGE) / CLOSEST));
  const here = history.line.indexOf(history.now);
  const first = Math.max(0, Math.min(here - Math.floor(room / 2), history.line.length - room));
  const line = history.line.slice(first, first + room);
  const gap = Math.min(SPACING, (width - 2 * EDGE) / Math.max(1, line.length - 1));
  const parts = scored ? pieces(history, line) : [{ from: 0, to: line.length }];
  const { high, low } = span(
    parts.flatMap(({ from, to }) =>
      line.slice(from, to).flatMap((place) => {
        const step = history.steps[place]!;
        return [step.f1_training, step.f1_validation];
      }),
    ),
  );
  const hasScores = (i: number) => scored && parts.some(({ from, to }) => from <= i && i < to);
  const notes = workbench.historyName.value ? {} : (workbench.project.project.value?.notes ?? {});
  const x = (i: number) => EDGE + i * gap;
  const y = (i: number, key: Score) =>
    hasScores(i)
      ? EDGE + (1 - ((history.steps[line[i]!]![key] || 0) - low) / (high - low)) * (HEIGHT - EDGE)
      : HEIGHT / 2 + EDGE / 2;
  const points = (from: number, to: number, key: Score) =>
    line.slice(from, to).map((_, i) => {
      return `${x(from + i).toFixed(1)} ${y(from + i, key).toFixed(1)}`;
    });
  const path = (key: Score) =>
    parts.map(({ from, to }) => `M${points(from, to, key).join("L")}`).join("");
  const gaps = parts.map(({ from, to }) => {
    const back = points(from, to, "f1_validation").reverse();
    return `M${[...points(from, to, "f1_training"), ...back].join("L")}Z`;
  });
  const branches = forks(history);
  return (
    <>
      <svg width={width} height={HEIGHT + EDGE} aria-hidden="true">
        {scored && (
          <>
            <path class="history-gap" d={gaps.join("")} />
            <path class="history-training" d={path("f1_training")} />
          </>
        )}
        <path class="history-validation" d={path("f1_validation")} />
      </svg>
      <Steps>
        {line.map((place, i) => {
          const step = history.steps[place]!;
          const fork = branches.get(place);
          return (
            <StepDot
              key={place}
              workbench={workbench}
              index={place}
              x={x(i)}
              y={y(i, "f1_validation")}
              title={stepTitle(history, place, first + i, hasScores(i))}
              note={notes[String(step.number ?? 0)] ?? ""}
              now={place === history.now}
              undone={first + i > here}
              bestTraining={scored && place === history.best_training}
              bestValidation={scored && place === history.best_validation}
              fork={fork ? HISTORY.fork(fork.steps, history.steps[fork.tip]!.label) : ""}
              tip={fork?.tip ?? place}
              drop={scored ? FORK_Y - y(i, "f1_validation") : FORK_DROP}
            />
          );
        })}
      </Steps>
    </>
  );
}

const DIRECTIONS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** One stop of the Tab key for all steps: the arrows go from step to step, down to a branch. */
function Steps({ children }: { children: ComponentChildren }) {
  const root = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const focused = event.target as HTMLElement;
    const steps = [...root.current!.querySelectorAll<HTMLElement>(".step")];
    const at = steps.findIndex((step) => step.parentElement!.contains(focused));
    const ends: Record<string, HTMLElement | undefined> = {
      Home: steps[0],
      End: steps.at(-1),
      ArrowDown: steps[at]?.parentElement?.querySelector<HTMLElement>(".fork") ?? undefined,
      ArrowUp: steps[at],
    };
    const by = DIRECTIONS[event.key];
    const next = by ? steps[at + by] : ends[event.key];
    if (by === undefined && !(event.key in ends)) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
  };
  return (
    <div ref={root} role="toolbar" aria-label={HISTORY.steps} onKeyDown={move}>
      {children}
    </div>
  );
}

type Score = "f1_training" | "f1_validation";

interface StepProps {
  workbench: Workbench;
  index: number;
  x: number;
  y: number;
  title: string;
  note: string;
  now: boolean;
  undone: boolean;
  bestTraining: boolean;
  bestValidation: boolean;
  /** What is said of another branch that leaves here; empty where none does. */
  fork: string;
  tip: number;
  /** How far below the step the fork is drawn. */
  drop: number;
}

const StepDot = memoized((props: StepProps) => {
  const marks = [
    props.bestValidation ? "is-best-validation" : "",
    props.bestTraining ? "is-best-training" : "",
    props.undone ? "is-undone" : "",
    props.note ? "is-noted" : "",
  ];
  const goTo = (step: number) => {
    const { historyName, store } = props.workbench;
    store.send({ action: "go-to", step, room: historyName.value });
  };
  const title = props.note ? `${props.title} · ${props.note}` : props.title;
  return (
    <span class="step-place" style={{ left: `${props.x}px`, top: `${props.y}px` }}>
      <button
        type="button"
        class={`step ${marks.filter(Boolean).join(" ")}`}
        data-testid="history-step"
        aria-current={props.now ? "step" : undefined}
        aria-label={title}
        title={title}
        tabIndex={props.now ? 0 : -1}
        onClick={() => goTo(props.index)}
      />
      {props.fork && (
        <button
          type="button"
          class="fork"
          data-testid="history-fork"
          style={{ top: `${props.drop}px`, "--stem": `${props.drop - STEP_RADIUS}px` }}
          aria-label={props.fork}
          title={props.fork}
          tabIndex={-1}
          onClick={() => goTo(props.tip)}
        >
          <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
            <path d="M2 0v3.500c0 4 3 5 7 5" />
            <circle cx="11" cy="8.500" r="2" />
          </svg>
        </button>
      )}
    </span>
  );
});

function span(values: number[]): { low: number; high: number } {
  const known = values.filter((value) => Number.isFinite(value));
  const low = Math.min(1, ...known);
  const high = Math.max(0, ...known);
  const spare = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return { low: low - spare, high: high + spare || 1 };
}

function stepTitle(history: History, place: number, at: number, scored: boolean): string {
  const step = history.steps[place]!;
  if (!scored) return `${at + 1}. ${step.label}`;
  const marks = [
    place === history.best_training ? HISTORY.bestOf("training") : "",
    place === history.best_validation ? HISTORY.bestOf("validation") : "",
  ].filter(Boolean);
  const scores = HISTORY.scores(rate(step.f1_training), rate(step.f1_validation));
  return [`${at + 1}. ${step.label}`, scores, ...marks].join(" · ");
}
