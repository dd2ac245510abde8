import { useState } from "preact/hooks";
import { bandPath, Chart, curvePath } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { plural } from "../../../ui/format";
import type { FoldsAnswer } from "../../../wire/lessons";
import { ClassPoints } from "./class-points";
import type * as kinds from "./kinds";
import type { LessonAsked, LessonPage } from "./kinds";
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
import { useLesson } from "./store";

const KIND = "lesson-folds";
type FoldsAsked = LessonAsked[typeof KIND];
type Change = kinds.Change<typeof KIND>;
const START: FoldsAsked = { rows: 120, folds: 3, neighbors: 1, seed: 0 };
const DOMAIN = { x0: -2, x1: 3, y0: -1.4, y1: 2 };

export const foldsLesson: LessonPage = {
  name: "folds",
  topic: "lines",
  source: "comp9417",
  title: "Cross-validation",
  about: "Each part validates once. The test rows wait until everything is chosen.",
  start: { [KIND]: START },
  view: FoldsLesson,
};

/** Bands of rows that train, validate and test, and the choice that they allow. */
function FoldsLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  const [picked, setPicked] = useState(0);
  if (!shown) return <Awaiting what="Splitting the rows" />;
  const round = Math.min(picked, shown.bands.length - 1);
  return (
    <Lesson
      name="folds"
      main={
        <>
          <Bands shown={shown} round={round} onPick={setPicked} />
          <div class="fold-charts">
            <RoundPicture shown={shown} round={round} />
            <ErrorByNeighbors asked={asked} shown={shown} change={change} />
          </div>
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

/** One band a round; a click shows its points. */
function Bands(props: { shown: FoldsAnswer; round: number; onPick: (round: number) => void }) {
  const { shown, round, onPick } = props;
  const share = (rows: number) => `${(100 * rows) / (shown.training + shown.test)}%`;
  return (
    <div class="fold-bands" data-testid="fold-bands">
      {shown.bands.map(({ start, end, error, wrong }, i) => (
        <button
          key={i}
          type="button"
          class="fold-band"
          aria-pressed={i === round}
          title={`${wrong} of ${end - start} wrong`}
          data-testid={`fold-band-${i}`}
          onClick={() => onPick(i)}
        >
          <span class="fold-rows">
            <span class="unseen">Round {i + 1}: </span>
            <i class="fold-train" style={{ width: share(start) }}>
              {start > 0 && "train"}
            </i>
            <i class="fold-validate" style={{ width: share(end - start) }}>
              {shown.bands.length < 8 && "validate"}
            </i>
            <i class="fold-train" style={{ width: share(shown.training - end) }}>
              {end < shown.training && "train"}
            </i>
            <i class="fold-waits" style={{ width: share(shown.test) }} />
          </span>
          <b>{figure(error, 3)}</b>
        </button>
      ))}
      <div class="fold-band">
        <span class="fold-rows">
          <i class="fold-train" style={{ width: share(shown.training) }}>
            train on all
          </i>
          <i class="fold-test" style={{ width: share(shown.test) }}>
            test
          </i>
        </span>
        <b data-testid="fold-test">{figure(shown.test_error, 3)}</b>
      </div>
    </div>
  );
}

/** The rows of one round as points: those that validate are ringed, test rows are faint. */
function RoundPicture({ shown, round }: { shown: FoldsAnswer; round: number }) {
  const { start, end } = shown.bands[round]!;
  return (
    <Chart
      name="fold-points"
      description={`Round ${round + 1}: rows ${start + 1} to ${end} validate`}
      width={360}
      height={300}
      domain={DOMAIN}
      xName={`round ${round + 1}: ringed points validate, faint ones wait for the test`}
    >
      {(place) => (
        <ClassPoints
          name="fold"
          place={place}
          domain={DOMAIN}
          rows={shown.points.map(([x, y], i) => [x, y, shown.labels[i]!])}
          ringed={(i) => i >= start && i < end}
          faint={(i) => i >= shown.training}
        />
      )}
    </Chart>
  );
}

/** The cross-validated error of every k; drag to choose one. */
function ErrorByNeighbors(props: { asked: FoldsAsked; shown: FoldsAnswer; change: Change }) {
  const { asked, shown, change } = props;
  const ks = shown.errors.map((_, i) => i + 1);
  const spread = (sign: number) =>
    shown.errors.map((error, i) => Math.max(0, error + sign * shown.spreads[i]!));
  const top = Math.max(...spread(1)) + 0.02;
  return (
    <Chart
      name="fold-errors"
      description={`Cross-validated error of each k: least at ${shown.best}`}
      width={420}
      height={300}
      domain={{ x0: 0, x1: ks.length + 1, y0: 0, y1: top }}
      xName="neighbors k"
      yName="cross-validated error"
      onTake={() => 0}
      onMove={(_, [x], dragging) =>
        change({ neighbors: Math.min(ks.length, Math.max(1, Math.round(x))) }, dragging)
      }
    >
      {(place) => (
        <>
          <path class="fold-spread" d={bandPath(place, ks, spread(-1), spread(1))} />
          <path class="neighbors-risk" d={curvePath(place, ks, shown.errors)} />
          <g class="k-marker k-best">
            <line x1={place.x(shown.best)} x2={place.x(shown.best)} y1={12} y2={place.height} />
            <text x={place.x(shown.best) + 5} y={14}>
              least: {shown.best}
            </text>
          </g>
          <circle
            class="neighbors-risk-dot"
            cx={place.x(asked.neighbors)}
            cy={place.y(shown.mean)}
            r={6}
          />
        </>
      )}
    </Chart>
  );
}

const KNOBS: AskedKnob<FoldsAsked>[] = [
  {
    of: "folds",
    label: "parts",
    help: "In how many parts the training rows are split. As many as rows: leave one out.",
    low: 2,
    high: 20,
    whole: true,
  },
  {
    of: "neighbors",
    label: "k",
    help: "The setting to choose: how many neighbors vote.",
    low: 1,
    high: 30,
    whole: true,
  },
  {
    of: "rows",
    label: "rows",
    help: "Rows in all; every fourth is a test row.",
    low: 40,
    high: 200,
    whole: true,
  },
];

function Controls(props: {
  workbench: Workbench;
  asked: FoldsAsked;
  shown: FoldsAnswer;
  change: Change;
}) {
  const { workbench, asked, shown, change } = props;
  return (
    <>
      <Group title="The split">
        <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={change} />
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="folds-best"
            onClick={() => change({ neighbors: shown.best })}
          >
            Use the best k
          </button>
          <button
            type="button"
            class="button"
            onClick={() => change({ seed: (asked.seed + 1) % 1000 })}
          >
            New rows
          </button>
          <ResetButton name="folds" onReset={() => change(START)} />
        </div>
      </Group>
      <Group title="Errors">
        <div class="lesson-larges fold-larges">
          <Large
            name="fold-mean"
            label="cross-validated"
            value={figure(shown.mean, 3)}
            note={`rounds vary by ${figure(shown.spread, 2)}`}
          />
          <Large
            name="fold-test-large"
            label="test"
            value={figure(shown.test_error, 3)}
            note={plural(shown.test, "row")}
          />
        </div>
      </Group>
      <GoodToKnow>
        <li>
          k must not be chosen on the training rows (one neighbor is never wrong there) nor on the
          test rows, which then would no longer be new.
        </li>
      </GoodToKnow>
    </>
  );
}
