import { Chart } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { count } from "../../../ui/format";
import { Term } from "../../../ui/term";
import type { TablesAnswer } from "../../../wire/lessons";
import type { Change, LessonAsked, LessonPage } from "./kinds";
import { figure, superscript } from "./numbers";
import { type AskedKnob, Awaiting, Cell, decimalsOf, Knobs, Large, Lesson } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-tables";
type TablesAsked = LessonAsked[typeof KIND];
const START: TablesAsked = {
  scores: [-0.1, 0.6, 1.2, 0, 0.6, 1.4, 0.1, 0.1, 1.4],
  threshold: 5,
  bins: 10,
  columns: 3,
  classes: 2,
  points: 100,
  dimensions: 2,
  first: [1, 2],
  second: [3, 1],
};
const WIDEST = 3;

export const tablesLesson: LessonPage = {
  name: "tables",
  topic: "bayes",
  source: "gadat",
  title: "Four short examples",
  about: "A scored mail, a kernel, the curse of dimensionality, and how many neighbors to use.",
  start: { [KIND]: START },
  view: TablesLesson,
};

interface Shared {
  workbench: Workbench;
  asked: TablesAsked;
  shown: TablesAnswer;
  change: Change<typeof KIND>;
}

/** Four examples that fit on a page. */
function TablesLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Adding up" />;
  const shared = { workbench, asked, shown, change };
  return (
    <Lesson
      name="tables"
      main={
        <div class="small-figures">
          <ScoredMail {...shared} />
          <Kernel {...shared} />
          <Cells {...shared} />
          <Rates {...shared} />
        </div>
      }
    />
  );
}

/** A mail's tests and their scores, which add up to a verdict. */
function ScoredMail({ asked, shown, change }: Shared) {
  return (
    <section class="small-figure" aria-label="A scored mail">
      <header>
        <h3>A scored mail</h3>
        <p>
          <b data-testid="score-total" class={shown.flagged ? "lesson-tone-in" : "lesson-tone-out"}>
            {figure(shown.total, 3)}
          </b>{" "}
          <span class="quiet">
            {shown.flagged ? "at or above" : "below"} {asked.threshold}:{" "}
            {shown.flagged ? "spam" : "not spam"}
          </span>
        </p>
      </header>
      <table class="score-table">
        <tbody>
          {shown.tests.map(({ name, about, score }, i) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {about}
              </th>
              <td>
                <Cell
                  label={`score of ${about}`}
                  testid={`score-${i}`}
                  value={asked.scores[i]!}
                  decimals={decimalsOf(asked.scores)}
                  onChange={(next) => change({ scores: asked.scores.with(i, next) })}
                />
              </td>
              <td class="score-bar">
                <i
                  class={score < 0 ? "score-out" : "score-in"}
                  style={{ width: `${(100 * Math.min(Math.abs(score), WIDEST)) / WIDEST}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Two vectors, lifted: the inner product there is the square of the one here. */
function Kernel({ asked, shown, change }: Shared) {
  const { kernel } = shown;
  const ends = [asked.first, asked.second];
  const domain = { x0: -4, x1: 4, y0: -4, y1: 4 };
  return (
    <section class="small-figure" aria-label="A kernel">
      <header>
        <h3>
          <Term name="kernel">A kernel</Term>
        </h3>
        <p>
          <span class="quiet">⟨x, y⟩² =</span>{" "}
          <b data-testid="kernel-value">{figure(kernel.kernel, 4)}</b>{" "}
          <span class="quiet">= ⟨h(x), h(y)⟩ =</span>{" "}
          <b data-testid="kernel-lifted">{figure(kernel.lifted_product, 4)}</b>
        </p>
      </header>
      <div class="kernel-body">
        <Chart
          name="kernel"
          description={`x is (${asked.first.join(", ")}), y is (${asked.second.join(", ")})`}
          width={236}
          height={220}
          domain={domain}
          xTicks={[-4, -2, 0, 2, 4]}
          yTicks={[-4, -2, 0, 2, 4]}
          onTake={(_, near) => (near(pair(asked.first)) <= near(pair(asked.second)) ? 0 : 1)}
          onMove={(held, [x, y], dragging) => {
            const at = [Number(x.toFixed(1)), Number(y.toFixed(1))];
            change(held === 0 ? { first: at } : { second: at }, dragging);
          }}
        >
          {(place) =>
            ends.map((end, i) => (
              <g key={i === 0 ? "x" : "y"} class={`kernel-vector kernel-vector-${i}`}>
                <line x1={place.x(0)} y1={place.y(0)} x2={place.x(end[0]!)} y2={place.y(end[1]!)} />
                <circle cx={place.x(end[0]!)} cy={place.y(end[1]!)} r={5} />
                <text x={place.x(end[0]!) + 8} y={place.y(end[1]!) - 6}>
                  {i === 0 ? "x" : "y"}
                </text>
              </g>
            ))
          }
        </Chart>
        <dl class="kernel-facts">
          {kernel.lifted.map((each, i) => (
            <div key={i === 0 ? "x" : "y"}>
              <dt>
                h({i === 0 ? "x" : "y"}) = ({i === 0 ? "x" : "y"}₁², √2 {i === 0 ? "x₁x₂" : "y₁y₂"},{" "}
                {i === 0 ? "x" : "y"}₂²)
              </dt>
              <dd>({each.map((value) => figure(value, 4)).join(", ")})</dd>
            </div>
          ))}
          <div>
            <dt>⟨x, y⟩</dt>
            <dd>{figure(kernel.product, 4)}</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

function pair(values: number[]): [number, number] {
  return [values[0]!, values[1]!];
}

const CELL_KNOBS: AskedKnob<TablesAsked>[] = [
  {
    of: "bins",
    label: "bins",
    help: "How many bins each column is divided into.",
    low: 2,
    high: 50,
    whole: true,
  },
  {
    of: "columns",
    label: "columns",
    help: "How many columns there are.",
    low: 1,
    high: 12,
    whole: true,
  },
];

/** How many numbers a table of all combinations needs, and how many naive Bayes does. */
function Cells({ workbench, asked, shown, change }: Shared) {
  const { cells } = shown;
  return (
    <section class="small-figure" aria-label="The curse of dimensionality">
      <header>
        <h3>
          <Term name="naive">The curse of dimensionality</Term>
        </h3>
        <p class="quiet">values for each class</p>
      </header>
      <div class="lesson-larges">
        <Large
          name="cells-joint"
          label="all combinations"
          value={cells.joint < 1e9 ? count(cells.joint) : figure(cells.joint, 3)}
          note={`${asked.bins}${superscript(asked.columns)}`}
        />
        <Large
          name="cells-naive"
          label="naive Bayes"
          value={count(cells.naive)}
          note={`${asked.columns} × ${asked.bins}`}
        />
        <Large
          name="cells-gaussian"
          label="Gaussian naive Bayes, total"
          value={count(cells.gaussian)}
          note={`(${asked.classes} − 1) + ${asked.columns} · 2 · ${asked.classes}`}
        />
      </div>
      <div class="small-knobs">
        <Knobs
          workbench={workbench}
          knobs={CELL_KNOBS}
          asked={asked}
          start={START}
          onMove={change}
        />
      </div>
    </section>
  );
}

const RATE_KNOBS: AskedKnob<TablesAsked>[] = [
  {
    of: "points",
    label: "points n",
    help: "Number of training points.",
    low: 10,
    high: 1_000_000,
    scale: "log",
    whole: true,
  },
  {
    of: "dimensions",
    label: "dimensions d",
    help: "How many columns the points have.",
    low: 1,
    high: 20,
    whole: true,
  },
];

/** k = n^(2/(2+d)) and the excess error it brings. */
function Rates({ workbench, asked, shown, change }: Shared) {
  return (
    <section class="small-figure" aria-label="How many neighbors">
      <header>
        <h3>How many neighbors</h3>
        <p class="quiet">and how fast the error falls</p>
      </header>
      <div class="lesson-larges">
        <Large
          name="rate-neighbors"
          label={`k = n^(2/(2 + ${asked.dimensions}))`}
          value={figure(shown.rate.neighbors, 3)}
        />
        <Large
          name="rate-excess"
          label={`excess error ~ n^(−2/${2 + asked.dimensions})`}
          value={figure(shown.rate.excess, 3)}
          note={
            asked.dimensions > 1
              ? `the same as ${figure(shown.rate.alike, 2)} points in one dimension`
              : "the rate of one dimension, n^(−2/3)"
          }
        />
      </div>
      <div class="small-knobs">
        <Knobs
          workbench={workbench}
          knobs={RATE_KNOBS}
          asked={asked}
          start={START}
          onMove={change}
        />
      </div>
    </section>
  );
}
