import { useSignal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import { Icon, IconButton } from "../../ui/icons";
import { useSay } from "../../ui/naming";
import { Term } from "../../ui/term";
import type { Challenge, SplitName } from "../../wire/types";
import { OpenTest } from "./open-test";
import { ResultCard } from "./result-card";
import { leftShare, type Outcome, outcome } from "./standing";
import { STRIP } from "./words";

/** The game above the plots; nothing while none is played. */
export function ChallengeStrip({ workbench }: { workbench: Workbench }) {
  const game = workbench.store.viewParts.challenge.value;
  return game ? <Strip workbench={workbench} game={game} /> : null;
}

interface GameProps {
  workbench: Workbench;
  game: Challenge;
}

function Strip({ workbench, game }: GameProps) {
  const say = useSay();
  const { store } = workbench;
  const validationF1 = store.viewParts.validation.value?.line.f1 ?? 0;
  const result = outcome(game, validationF1);
  return (
    <section class="game" aria-label={STRIP.label} data-testid="challenge">
      <div class="game-goal">
        <span class="game-name note">{STRIP.goal}</span>
        <b>
          <Term name="f1">F1</Term> {rate(game.goal, 2)}
        </b>
      </div>
      <Budget game={game} />
      {result ? (
        <Finished workbench={workbench} game={game} result={result} validationF1={validationF1} />
      ) : (
        <Playing workbench={workbench} game={game} />
      )}
      <IconButton
        icon="close"
        label={STRIP.leave}
        hint={say(STRIP.leaveHint)}
        testid="challenge-leave"
        onClick={() => store.send({ action: "leave-challenge" })}
      />
    </section>
  );
}

function Playing({ workbench, game }: GameProps) {
  const asking = useSignal(false);
  return (
    <>
      <Shop workbench={workbench} game={game} split="training" />
      <Shop workbench={workbench} game={game} split="validation" />
      <button
        type="button"
        class="button button-go"
        data-testid="challenge-open"
        onClick={() => {
          asking.value = true;
        }}
      >
        {STRIP.open}
      </button>
      <OpenTest workbench={workbench} game={game} open={asking} />
    </>
  );
}

function Finished(props: GameProps & { result: Outcome; validationF1: number }) {
  const { workbench, result } = props;
  const card = useSignal(true);
  return (
    <>
      <button
        type="button"
        class={`game-result bare row ${result.reached ? "is-reached" : "is-missed"}`}
        data-testid="challenge-show-result"
        aria-expanded={card.value}
        onClick={() => {
          card.value = !card.value;
        }}
      >
        <Icon name={result.reached ? "check" : "warn"} />
        {STRIP.result(result.title, rate(result.f1))}
      </button>
      <button
        type="button"
        class="button button-go"
        data-testid="challenge-again"
        onClick={() => workbench.store.send({ action: "start-challenge" })}
      >
        {STRIP.newGame}
      </button>
      {card.value && (
        <ResultCard
          {...props}
          onClose={() => {
            card.value = false;
          }}
        />
      )}
    </>
  );
}

function Budget({ game }: { game: Challenge }) {
  const left = leftShare(game);
  return (
    <div class="game-budget">
      <span>
        <b data-testid="challenge-left">{count(game.left)}</b>{" "}
        <span class="game-name note">{STRIP.left(count(game.budget))}</span>
      </span>
      <span class={`game-bar ${left < 0.2 ? "is-low" : ""}`} aria-hidden="true">
        <span style={{ transform: `scaleX(${left})` }} />
      </span>
    </div>
  );
}

function Shop({ workbench, game, split }: GameProps & { split: SplitName }) {
  const say = useSay();
  return (
    <div class="game-shop row">
      <span class="game-owned">
        <Term name={split}>{split}</Term>
        <b data-testid={`challenge-${split}`}>{count(game[split])}</b>
      </span>
      {game.lots.map((lot, place) => (
        <button
          key={lot}
          type="button"
          class="button"
          data-testid={place === 0 ? `buy-${split}` : `buy-${split}-more`}
          aria-label={say(STRIP.buy(lot, split))}
          title={game.left < lot ? say(STRIP.tooFew(lot, game.left)) : say(STRIP.more(lot, split))}
          disabled={game.left < lot}
          onClick={() => workbench.store.send({ action: "buy", split, documents: lot })}
        >
          +{count(lot)}
        </button>
      ))}
    </div>
  );
}
