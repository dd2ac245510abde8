import { AskDialog } from "../../ui/ask-dialog";
import { count } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { FinalBound, MatrixView } from "../../wire/matrix";
import { MiniMatrix } from "./mini-matrix";
import type { MatrixStore } from "./store";
import {
  FINAL,
  finalBoundText,
  finalCostText,
  intervalText,
  looksText,
  verdictText,
} from "./words";

/** Asks before the final test rows are used: only the first look is unbiased. */
export function FinalTestDialog({ room, view }: { room: MatrixStore; view: MatrixView }) {
  return (
    <AskDialog
      open={room.testAsked}
      look="room-dialog"
      title={FINAL.ask}
      testid="final-test-ask"
      no={{ text: FINAL.notYet, testid: "final-test-not-yet" }}
      yes={{ text: FINAL.go, testid: "final-test-run" }}
      onYes={() => room.send({ action: "open-test" })}
    >
      <p>
        {count(view.rows.test)} rows took no part in training or tuning. {FINAL.once}
      </p>
      {view.test.looks > 0 && <p class="quiet">{looksText(view.test.looks, false)}</p>}
    </AskDialog>
  );
}

/** Every limit on the final test rows, and what the result means. */
export function FinalTestResult({ view }: { view: MatrixView }) {
  const { bounds, cost, looks } = view.test;
  const broken = bounds.some(({ holds }) => !holds);
  const verdict = broken ? "final-test-broken" : bounds.length > 0 ? "final-test-held" : "";
  return (
    <div class={`final-test ${verdict}`} data-testid="final-test" data-held={!broken}>
      <h3>{verdictText(bounds, cost)}</h3>
      <ul>
        {bounds.map((tested, place) => (
          <BoundLine key={place} tested={tested} view={view} />
        ))}
      </ul>
      {cost && bounds.length > 0 && <p data-testid="final-cost">{finalCostText(cost)}</p>}
      <p class="quiet small">{looksText(looks, true)}</p>
    </div>
  );
}

function BoundLine({ tested, view }: { tested: FinalBound; view: MatrixView }) {
  return (
    <li class="row" data-testid="final-bound" data-holds={tested.holds}>
      <span class={tested.holds ? "mark-held" : "mark-broken"}>
        <Icon name={tested.holds ? "check" : "close"} size={14} />
        <span class="unseen">{tested.holds ? "holds: " : "broken: "}</span>
      </span>
      <span>
        {finalBoundText(tested, view)} <span class="quiet">{intervalText(tested)}</span>
      </span>
    </li>
  );
}

/** The final test rows in the inspector: the result with its matrix, or the way to it. */
export function FinalTestPanel({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const { looks, matrix } = view.test;
  return (
    <div class="group sealed" data-testid="sealed">
      <h2>
        {FINAL.title}: {count(view.rows.test)} rows
      </h2>
      {matrix ? (
        <>
          <FinalTestResult view={view} />
          <MiniMatrix
            classes={view.classes}
            matrix={matrix}
            referred={view.test.referred}
            label={FINAL.matrix}
          />
        </>
      ) : (
        <>
          <p data-testid="looks">{looksText(looks, false)}</p>
          <button
            type="button"
            class="button"
            data-testid="open-test"
            onClick={() => {
              room.testAsked.value = true;
            }}
          >
            {FINAL.runAgain}
          </button>
        </>
      )}
    </div>
  );
}
