import { useLayoutEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { useSay } from "../../ui/naming";
import type { Challenge } from "../../wire/types";
import type { Outcome } from "./standing";
import { leftText, RESULT } from "./words";

interface ResultCardProps {
  workbench: Workbench;
  game: Challenge;
  result: Outcome;
  validationF1: number;
  onClose: () => void;
}

/** The end of a game: reached or missed, by how much, and what next. */
export function ResultCard(props: ResultCardProps) {
  const say = useSay();
  const { workbench, game, result, onClose } = props;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => card.current?.focus(), []);
  return (
    <div
      ref={card}
      class={`game-card floating ${result.reached ? "is-reached" : "is-missed"}`}
      role="status"
      tabIndex={-1}
      data-testid="challenge-result"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <Icon name={result.reached ? "check" : "warn"} size={20} />
        <h2>
          {result.title} {result.distance}
        </h2>
        <IconButton icon="close" label={RESULT.close} onClick={onClose} />
      </header>
      <p class="game-score">
        <b>{rate(result.f1)}</b> {RESULT.f1}
        <span class="gauge-key small" aria-hidden="true">
          <i class="gauge-key-test" /> {RESULT.test} <i /> {RESULT.validation}
        </span>
      </p>
      <Gauge goal={game.goal} test={result.f1} validation={props.validationF1} />
      <p>{result.prediction}</p>
      <p>
        {say(RESULT.bought(count(game.training), count(game.validation)))}{" "}
        {leftText(game, result.reached)}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="button"
          onClick={() => workbench.store.send({ action: "leave-challenge" })}
        >
          {RESULT.leave}
        </button>
        <button
          type="button"
          class="button button-go"
          onClick={() => workbench.store.send({ action: "start-challenge" })}
        >
          {RESULT.newGame}
        </button>
      </div>
    </div>
  );
}

const percent = (value: number) => `${Math.min(1, Math.max(0, value)) * 100}%`;

/** Goal, validation and test on one track from 0 to 1. */
function Gauge(props: { goal: number; test: number; validation: number }) {
  const { goal, test, validation } = props;
  return (
    <div
      class="gauge"
      role="img"
      aria-label={RESULT.gauge(rate(goal), rate(test), rate(validation))}
    >
      <span
        class="gauge-gap"
        style={{ left: percent(Math.min(goal, test)), width: percent(Math.abs(goal - test)) }}
      />
      <span class="gauge-goal" style={{ left: percent(goal) }}>
        <i>{RESULT.goal(rate(goal, 2))}</i>
      </span>
      <span class="gauge-validation" style={{ left: percent(validation) }} />
      <span class="gauge-test" style={{ left: percent(test) }} />
      <span class="gauge-end note-faint">0</span>
      <span class="gauge-end note-faint gauge-end-high">1</span>
    </div>
  );
}
