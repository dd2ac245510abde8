import { Chart } from "../../charts/chart";
import { niceTicks, wholeTicks } from "../../charts/scale";
import { TailBars } from "../../charts/tails";
import { count } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { Term } from "../../ui/term";
import type { CompareView, Method, PairFrame, Side } from "../../wire/compare";
import { Mark, modelColor } from "./marks";
import { isPair, PairGrid } from "./pair-grid";
import { Segments } from "./segments";
import type { CompareStore } from "./store";
import { amount, measureName, PAIRS, pText } from "./words";

/** Pairs whose grid fits beside the chosen one: those of four models. */
const MOST_BESIDE = 6;

/** All pairs at a glance, and the chosen one with its table, its tests and what they mean. */
export function PairsPage({ room, view }: { room: CompareStore; view: CompareView }) {
  const comparison = room.comparison.value;
  if (!comparison || comparison.pairs.length === 0) {
    return (
      <div class="compare-scroll" data-testid="pairs">
        <p class="quiet compare-note">{PAIRS.none}</p>
      </div>
    );
  }
  return (
    <div class="compare-scroll" data-testid="pairs">
      {comparison.cautions.length > 0 && (
        <div class="cautions small" role="note" data-testid="cautions">
          <Icon name="warn" />
          <div>
            {comparison.cautions.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </div>
        </div>
      )}
      <div class={`pairs-page ${comparison.pairs.length > MOST_BESIDE ? "pairs-many" : ""}`}>
        <PairGrid room={room} view={view} />
        <ChosenPair room={room} view={view} />
      </div>
    </div>
  );
}

const METHODS = Object.entries(PAIRS.methods).map(([value, title]) => ({
  value: value as Method,
  title,
}));

function ChosenPair({ room, view }: { room: CompareStore; view: CompareView }) {
  const pair = room.pair.value;
  const [first, second] = view.pair;
  const names = room.models.value.map(({ name }) => name);
  if (!pair || pair.first !== first || pair.second !== second) {
    return (
      <section class="chosen-pair" aria-label={PAIRS.chosen}>
        <p class="quiet">{room.busy.value ? PAIRS.testingOne : PAIRS.choose}</p>
      </section>
    );
  }
  const all = room.measured.value;
  const holm = all?.pairs.find((each) => isPair(each, first!, second!));
  const corrected = all?.test === "permutation" ? 1 : 0;
  return (
    <section class="chosen-pair" aria-label={PAIRS.chosen} data-testid="chosen-pair">
      <h2>
        <Mark place={names.indexOf(pair.first)} /> {pair.first}{" "}
        <span class="quiet">{PAIRS.and}</span> <Mark place={names.indexOf(pair.second)} />{" "}
        {pair.second}
      </h2>
      <McNemarTable room={room} pair={pair} />
      <Difference pair={pair} place={names.indexOf(pair.first)} />
      <div class="compare-head">
        <h3>{PAIRS.testsTitle}</h3>
        <Segments
          legend={PAIRS.how}
          chosen={room.choice.value!.method}
          items={METHODS.map((each) => ({ ...each, hint: view.methods[each.value] }))}
          onChoose={(method) => room.show({ method })}
        />
      </div>
      <dl class="tests" data-testid="tests">
        {pair.tests.map((test, at) => (
          <div key={test.name}>
            <dt>
              <b>
                <Term name={TERMS[at]!}>{test.name}</Term>
              </b>
              <span class="test-p">{pText(test.p_value)}</span>
              {at === corrected && holm && all!.pairs.length > 1 && (
                <span class="quiet">
                  {pText(holm.adjusted)} {PAIRS.after} <Term name="holm">{PAIRS.holm}</Term>{" "}
                  {PAIRS.pairs(all!.pairs.length)}
                </span>
              )}
            </dt>
            <dd>
              {at === 0 && <Tails pair={pair} />}
              <span class="quiet">{test.way}</span> {test.meaning}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet compare-note">{pair.independence}</p>
    </section>
  );
}

/** The exact distribution of the rows that only the first gets right; the shaded area is p. */
function Tails({ pair: { tails } }: { pair: PairFrame }) {
  const { first, observed, chances } = tails;
  const last = first + chances.length - 1;
  return (
    <div class="pair-tails">
      <Chart
        name="pair-tails"
        description={PAIRS.tails(observed)}
        width={300}
        height={84}
        domain={{ x0: first - 0.5, x1: last + 0.5, y0: 0, y1: 1.1 * Math.max(...chances) }}
        xTicks={wholeTicks(first, last, 6)}
        yTicks={[]}
      >
        {(place) => (
          <>
            <TailBars place={place} {...tails} />
            <line
              class="tail-observed"
              x1={place.x(observed)}
              x2={place.x(observed)}
              y1={0}
              y2={place.height}
            />
          </>
        )}
      </Chart>
      <p class="note">{PAIRS.tails(observed)}</p>
    </div>
  );
}

/** The tests in the order in which the server sends them. */
const TERMS = ["mcnemar", "permutation", "bootstrap"] as const;

/** McNemar's table; each cell opens its rows. */
function McNemarTable({ room, pair }: { room: CompareStore; pair: PairFrame }) {
  const [[bothWrong, onlyFirst], [onlySecond, bothRight]] = pair.table;
  const cell = (side: Side, value: number) => (
    <td class={side.startsWith("only") ? "mcnemar-apart" : ""}>
      <button
        type="button"
        aria-pressed={room.tab.value === "rows" && room.side.value === side}
        data-testid={`side-${side}`}
        onClick={() => room.list(side)}
      >
        <b>{count(value)}</b>
        <small>{PAIRS.cells[side]}</small>
        <span class="unseen">{PAIRS.list}</span>
      </button>
    </td>
  );
  return (
    <table class="mcnemar" data-testid="mcnemar">
      <thead>
        <tr>
          <th>
            <span class="unseen">{PAIRS.mcnemar}</span>
          </th>
          <th scope="col">{PAIRS.wrong(pair.first)}</th>
          <th scope="col">{PAIRS.right(pair.first)}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{PAIRS.wrong(pair.second)}</th>
          {cell("both-wrong", bothWrong)}
          {cell("only-first", onlyFirst)}
        </tr>
        <tr>
          <th scope="row">{PAIRS.right(pair.second)}</th>
          {cell("only-second", onlySecond)}
          {cell("both-right", bothRight)}
        </tr>
      </tbody>
    </table>
  );
}

/** How far the two are apart, with an interval around it and zero in sight. */
function Difference({ pair, place }: { pair: PairFrame; place: number }) {
  const { value, low, high } = pair.difference;
  const end = Math.max(Math.abs(low), Math.abs(high), 0.005) * 1.15;
  const at = (each: number) => `${((each + end) / (2 * end)) * 100}%`;
  return (
    <div class="difference" data-testid="difference">
      <p>
        {PAIRS.apart(measureName(pair.measure))} <b>{PAIRS.points(pair.measure, value)}</b>{" "}
        <span class="quiet">{PAIRS.range(pair.measure, low, high)}</span>
      </p>
      <div
        class="interval-track difference-track"
        role="img"
        aria-label={`${PAIRS.points(pair.measure, value)}, ${PAIRS.range(pair.measure, low, high)}`}
      >
        {niceTicks(-end, end, 5).map((mark) => (
          <i
            key={mark}
            class={`interval-tick ${mark === 0 ? "difference-zero" : ""}`}
            style={{ left: at(mark) }}
          />
        ))}
        <i
          class="interval-range"
          style={{
            left: at(low),
            width: `${((high - low) / (2 * end)) * 100}%`,
            background: modelColor(place),
          }}
        />
        <i class="interval-dot" style={{ left: at(value) }}>
          <Mark place={place} />
        </i>
      </div>
      <div class="interval-axis difference-axis" aria-hidden="true">
        {niceTicks(-end, end, 5).map((mark) => (
          <span key={mark} style={{ left: at(mark) }}>
            {amount(pair.measure, mark)}
          </span>
        ))}
      </div>
    </div>
  );
}
