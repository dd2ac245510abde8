import { Chart, type Place } from "../../../charts/chart";
import { wholeTicks } from "../../../charts/scale";
import { TailBars } from "../../../charts/tails";
import type { Workbench } from "../../../session/workbench";
import { Spoken } from "../../../ui/spoken";
import type { PValueAnswer } from "../../../wire/lessons";
import type { Change, LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { type AskedKnob, Awaiting, Cell, GoodToKnow, Group, Knobs, Large, Lesson } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-pvalue";
type PValueAsked = LessonAsked[typeof KIND];
const START: PValueAsked = { only_first: 15, only_second: 6, level: 0.05, nulls: 0.5, edge: 0.7 };

export const pValueLesson: LessonPage = {
  name: "p-value",
  topic: "evaluation",
  source: "song",
  title: "A p-value",
  about: "McNemar's test: is one classifier better, or was it luck? The shaded area is p.",
  start: { [KIND]: START },
  view: PValueLesson,
};

interface Shared {
  asked: PValueAsked;
  shown: PValueAnswer;
  change: Change<typeof KIND>;
}

/** A p-value as an area, and the question that it does not answer. */
function PValueLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Tossing coins" />;
  const shared = { asked, shown, change };
  return (
    <Lesson
      name="p-value"
      main={
        <>
          <div class="p-value-top">
            <Tails {...shared} />
          </div>
          <PValues shown={shown} level={asked.level} />
          <Transposed workbench={workbench} {...shared} />
        </>
      }
      aside={<Controls workbench={workbench} {...shared} />}
    />
  );
}

/** How likely every count is if both are equally good; the extreme ones are shaded. */
function Tails({ asked, shown, change }: Shared) {
  const most = Math.max(...shown.chances) * 1.12;
  return (
    <Chart
      name="p-value"
      description={`Of ${shown.rows} rows that only one gets right, ${asked.only_first} are the first's. p-value ${figure(shown.exact, 3)}`}
      width={840}
      height={280}
      domain={{ x0: -0.5, x1: shown.rows + 0.5, y0: 0, y1: most }}
      xTicks={wholeTicks(0, shown.rows, 12)}
      xName="rows that only the first gets right, if both are equally good"
      onTake={() => 0}
      onMove={(_, [x], dragging) => {
        const first = Math.min(shown.rows, Math.max(0, Math.round(x)));
        if (first !== asked.only_first || !dragging) {
          change({ only_first: first, only_second: shown.rows - first }, dragging);
        }
      }}
    >
      {(place) => (
        <>
          <TailBars place={place} first={0} chances={shown.chances} extreme={shown.extreme} />
          <Observed place={place} at={asked.only_first} rows={shown.rows} />
        </>
      )}
    </Chart>
  );
}

function Observed({ place, at, rows }: { place: Place; at: number; rows: number }) {
  const left = at > rows / 2;
  return (
    <g class="tail-observed">
      <line x1={place.x(at)} x2={place.x(at)} y1={0} y2={place.height} />
      <text
        class="chart-note"
        x={place.x(at) + (left ? -6 : 6)}
        y={12}
        text-anchor={left ? "end" : "start"}
      >
        observed: {at}
      </text>
    </g>
  );
}

function PValues({ shown, level }: { shown: PValueAnswer; level: number }) {
  const verdict = shown.rejected ? `below ${level}: reject` : `not below ${level}: no evidence`;
  return (
    <div class="lesson-larges">
      <Large
        name="p-exact"
        label="p-value, the shaded area"
        value={figure(shown.exact, 4)}
        note={verdict}
      />
      <Large name="p-mid" label="mid-p" value={figure(shown.mid_p, 4)} />
      <Large
        name="p-chi2"
        label="chi-square"
        value={figure(shown.chi2, 4)}
        note="approximate, with correction"
      />
      <Large
        name="p-permutation"
        label="permutation"
        value={figure(shown.permutation, 3)}
        note="1,999 random swaps"
      />
      <Spoken text={`p-value ${figure(shown.exact, 3)}, ${verdict}`} />
    </div>
  );
}

const KNOBS: AskedKnob<PValueAsked>[] = [
  {
    of: "level",
    label: "level α",
    help: "How often you accept to reject although both are equally good.",
    low: 0.001,
    high: 0.5,
    scale: "log",
  },
];
const OTHER_KNOBS: AskedKnob<PValueAsked>[] = [
  {
    of: "nulls",
    label: "equally good",
    help: "The share of all comparisons in which both are equally good.",
    low: 0,
    high: 1,
  },
  {
    of: "edge",
    label: "else, edge",
    help: "Where one is better: its share of the rows that only one gets right.",
    low: 0.5,
    high: 1,
  },
];

/** Two classifiers on the same rows. */
function Controls({ workbench, asked, change }: Shared & { workbench: Workbench }) {
  const whole = (value: number) => Math.max(0, Math.min(200, Math.round(value)));
  return (
    <>
      <Group title="Rows that only one gets right">
        <table class="p-value-table">
          <tbody>
            <tr>
              <th scope="row">only the first (b)</th>
              <td>
                <Cell
                  label="rows that only the first gets right"
                  testid="only-first"
                  value={asked.only_first}
                  onChange={(next) => change({ only_first: whole(next) })}
                />
              </td>
            </tr>
            <tr>
              <th scope="row">only the second (c)</th>
              <td>
                <Cell
                  label="rows that only the second gets right"
                  testid="only-second"
                  value={asked.only_second}
                  onChange={(next) => change({ only_second: whole(next) })}
                />
              </td>
            </tr>
          </tbody>
        </table>
        <Knobs workbench={workbench} knobs={KNOBS} asked={asked} start={START} onMove={change} />
      </Group>
      <GoodToKnow>
        <li>Rows that both get right or wrong say nothing about which is better.</li>
        <li>p = (1 / 2^(b+c−1)) Σ C(b+c, j), for j from 0 to min(b, c); at most 1.</li>
        <li>A small p says nothing about how large or useful a difference is.</li>
        <li>
          Q. McNemar, <i>Psychometrika</i> 12 (1947).
        </li>
      </GoodToKnow>
    </>
  );
}

/** P(significant | equal) beside P(equal | significant). */
function Transposed({ workbench, asked, shown, change }: Shared & { workbench: Workbench }) {
  const { false_alarm, power, equal_if_significant } = shown.transposed;
  return (
    <section class="p-value-transposed" aria-label="What p does not say">
      <h3>What p does not say: the transposed conditional</h3>
      <div class="p-value-both">
        <div class="lesson-larges">
          <Large
            name="p-false-alarm"
            label="P(significant | equally good)"
            value={figure(false_alarm, 3)}
            note={`at most α. Otherwise: ${figure(power, 2)}`}
          />
          <Large
            name="p-equal"
            label="P(equally good | significant)"
            value={equal_if_significant === null ? "–" : figure(equal_if_significant, 3)}
            note="by Bayes' rule, over many comparisons"
          />
        </div>
        <div class="small-knobs">
          <Knobs
            workbench={workbench}
            knobs={OTHER_KNOBS}
            asked={asked}
            start={START}
            onMove={change}
          />
        </div>
      </div>
    </section>
  );
}
