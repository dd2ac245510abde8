import { plural } from "../../ui/format";
import { Sideways } from "../../ui/sideways";
import type { CompareView, MeasuredPair, PairsFrame } from "../../wire/compare";
import { Mark, modelColor } from "./marks";
import { MeasureMenu } from "./measure-menu";
import type { CompareStore } from "./store";
import { amount, COST, MATRICES, PAIRS, pText } from "./words";

const SURE = 0.05;

/** Whether a pair is made of these two, in any order. */
export function isPair(pair: { first: string; second: string }, one: string, other: string) {
  return (
    (pair.first === one && pair.second === other) || (pair.first === other && pair.second === one)
  );
}

/** All pairs by the chosen measure, which can be changed here. */
export function PairGrid({ room, view }: { room: CompareStore; view: CompareView }) {
  const all = room.measured.value;
  return (
    <section aria-label={PAIRS.allLabel} class="pair-side">
      <div class="compare-head">
        <h2>{PAIRS.all}</h2>
        <MeasureMenu room={room} view={view} />
      </div>
      {all ? <Grid room={room} view={view} all={all} /> : <Untested room={room} />}
    </section>
  );
}

function Untested({ room }: { room: CompareStore }) {
  if (!room.pairsStopped.value) return <p class="quiet compare-note">{PAIRS.testing}</p>;
  return (
    <p class="quiet compare-note">
      {PAIRS.stopped}{" "}
      <button type="button" class="text-button" onClick={() => room.askPairs()}>
        {PAIRS.again}
      </button>
    </p>
  );
}

function Grid({ room, view, all }: { room: CompareStore; view: CompareView; all: PairsFrame }) {
  const names = room.models.value.map(({ name }) => name);
  const ready = names.filter((name) =>
    all.pairs.some((pair) => [pair.first, pair.second].includes(name)),
  );
  return (
    <>
      <Sideways label={PAIRS.grid} holds={plural(ready.length, "model", "models")}>
        <table class="pair-grid" data-testid="pair-grid" data-measure={all.measure}>
          <thead>
            <tr>
              <th>
                <span class="unseen">{PAIRS.minus}</span>
              </th>
              {ready.map((name) => (
                <th key={name} scope="col" title={name}>
                  <Mark place={names.indexOf(name)} />
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ready.map((first) => (
              <tr key={first}>
                <th scope="row" title={first}>
                  <div class="pair-name">
                    <Mark place={names.indexOf(first)} /> <span>{first}</span>
                  </div>
                </th>
                {ready.map((second) => {
                  const pair = all.pairs.find((each) => isPair(each, first, second));
                  return (
                    <td key={second}>
                      {pair && (
                        <PairCell
                          room={room}
                          view={view}
                          names={names}
                          first={first}
                          second={second}
                          pair={pair}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
      <p class="quiet compare-note">
        {PAIRS.difference(all.measure)} {PAIRS.colored} {PAIRS.tests[all.test]}
        {room.choice.value!.repeats > 1 && ` ${MATRICES.firstCut}`}
      </p>
    </>
  );
}

function PairCell(props: {
  room: CompareStore;
  view: CompareView;
  names: string[];
  first: string;
  second: string;
  pair: MeasuredPair;
}) {
  const { room, view, names, first, second, pair } = props;
  const by = (pair.first === first ? 1 : -1) * pair.difference;
  const sure = pair.adjusted <= SURE;
  const better = by >= 0 === (view.measure !== COST) ? first : second;
  const chosen = view.pair.includes(first) && view.pair.includes(second);
  return (
    <button
      type="button"
      class={`pair-cell boxed ${sure ? "pair-sure" : ""}`}
      style={{ "--model": modelColor(names.indexOf(better)) }}
      aria-pressed={chosen}
      data-testid="pair-cell"
      onClick={() => room.choosePair(first, second)}
    >
      <span class="unseen">{PAIRS.cell(first, second)}</span>
      <b>{amount(view.measure, by)}</b>
      <small>{pText(pair.adjusted)}</small>
    </button>
  );
}
