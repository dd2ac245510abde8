import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../session/workbench";
import { rate } from "../ui/format";
import { memoized } from "../ui/memo";
import { Term } from "../ui/term";
import type { History, Run } from "../wire/types";
import { missingLabels } from "./rail";

const HEIGHT = 44;
const EDGE = 10;
const SPACING = 40;
const CLOSEST = 9;
const LEAST_SPAN = 0.08;

/** Every step taken, in the plane with the F1 it gave: click one to go there. */
export function HistoryStrip({ workbench }: { workbench: Workbench }) {
  const history = workbench.store.viewParts.history.value;
  const scored =
    ["plane", "challenge"].includes(workbench.room.value) &&
    workbench.store.hasData.value &&
    !missingLabels(workbench);
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(600);
  useEffect(() => {
    const measure = () => {
      if (box.current) width.value = box.current.clientWidth || 600;
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  if (!history) return <section class="history" ref={box} />;
  return (
    <section class="history" aria-label="History">
      <div class="history-text">
        <h3>
          History{" "}
          <span class="quiet">
            {history.now + 1} of {history.steps.length}
          </span>
        </h3>
        <p data-testid="history-label" title={history.steps[history.now]?.label}>
          {history.steps[history.now]?.label}
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
        <span class="legend-line legend-line-training" /> training <Term name="f1">F1</Term>
      </span>
      <span>
        <span class="legend-line" /> validation F1
      </span>
      <span>
        <span class="best-key best-key-validation" /> best so far
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
  const first = Math.max(
    0,
    Math.min(history.now - Math.floor(room / 2), history.steps.length - room),
  );
  const steps = history.steps.slice(first, first + room);
  const gap = Math.min(SPACING, (width - 2 * EDGE) / Math.max(1, steps.length - 1));
  const pieces = scored
    ? shownRuns(workbench.store.viewParts.runs.value ?? [], first, steps.length)
    : [{ from: 0, to: steps.length }];
  const { high, low } = span(
    pieces.flatMap(({ from, to }) =>
      steps.slice(from, to).flatMap((step) => [step.f1_training, step.f1_validation]),
    ),
  );
  const hasScores = (i: number) => scored && pieces.some(({ from, to }) => from <= i && i < to);
  const notes = workbench.project.project.value?.notes ?? {};
  const x = (i: number) => EDGE + i * gap;
  const y = (i: number, key: Score) =>
    hasScores(i)
      ? EDGE + (1 - ((steps[i]![key] || 0) - low) / (high - low)) * (HEIGHT - EDGE)
      : HEIGHT / 2 + EDGE / 2;
  const points = ({ from, to }: Piece, key: Score) =>
    steps.slice(from, to).map((_, i) => {
      return `${x(from + i).toFixed(1)} ${y(from + i, key).toFixed(1)}`;
    });
  const path = (key: Score) => pieces.map((piece) => `M${points(piece, key).join("L")}`).join("");
  const gaps = pieces.map((piece) => {
    const back = points(piece, "f1_validation").reverse();
    return `M${[...points(piece, "f1_training"), ...back].join("L")}Z`;
  });
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
      {steps.map((step, i) => {
        const index = first + i;
        return (
          <StepDot
            key={index}
            workbench={workbench}
            index={index}
            x={x(i)}
            y={y(i, "f1_validation")}
            title={stepTitle(history, index, hasScores(i))}
            note={notes[String(step.number ?? 0)] ?? ""}
            now={index === history.now}
            undone={index > history.now}
            bestTraining={scored && index === history.best_training}
            bestValidation={scored && index === history.best_validation}
          />
        );
      })}
    </>
  );
}

type Score = "f1_training" | "f1_validation";

/** Visible steps whose scores can be compared, by their places. */
interface Piece {
  from: number;
  to: number;
}

/** The runs on one data set as far as they are visible; those without data have no scores. */
function shownRuns(runs: Run[], first: number, shown: number): Piece[] {
  if (runs.length === 0) return [{ from: 0, to: shown }];
  return runs
    .map(({ start, has_data }, i) => ({
      from: Math.max(0, start - first),
      to: has_data ? Math.min(shown, (runs[i + 1]?.start ?? first + shown) - first) : 0,
    }))
    .filter(({ from, to }) => from < to);
}

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
}

const StepDot = memoized((props: StepProps) => {
  const marks = [
    props.bestValidation ? "is-best-validation" : "",
    props.bestTraining ? "is-best-training" : "",
    props.undone ? "is-undone" : "",
    props.note ? "is-noted" : "",
  ];
  const title = props.note ? `${props.title} · ${props.note}` : props.title;
  return (
    <button
      type="button"
      class={`step ${marks.filter(Boolean).join(" ")}`}
      data-testid="history-step"
      aria-current={props.now ? "step" : undefined}
      aria-label={title}
      title={title}
      style={{ left: `${props.x}px`, top: `${props.y}px` }}
      onClick={() => props.workbench.store.send({ action: "go-to", step: props.index })}
    />
  );
});

function span(values: number[]): { low: number; high: number } {
  const known = values.filter((value) => Number.isFinite(value));
  const low = Math.min(1, ...known);
  const high = Math.max(0, ...known);
  const spare = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return { low: low - spare, high: high + spare || 1 };
}

function stepTitle(history: History, index: number, scored: boolean): string {
  const step = history.steps[index]!;
  if (!scored) return `${index + 1}. ${step.label}`;
  const marks = [
    index === history.best_training ? "best for training" : "",
    index === history.best_validation ? "best for validation" : "",
  ].filter(Boolean);
  const scores = `F1 training ${rate(step.f1_training)}, validation ${rate(step.f1_validation)}`;
  return [`${index + 1}. ${step.label}`, scores, ...marks].join(" · ");
}
