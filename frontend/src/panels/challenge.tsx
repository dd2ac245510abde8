import type { Session } from "../session";
import { count, rate } from "../ui/format";
import type { Challenge, SplitName } from "../wire/types";

const LOT = 50;

/** The game: buy documents from a budget, reach the goal on a test that is opened once. */
export function ChallengePanel({ session }: { session: Session }) {
  const { store } = session;
  const game = store.view.value?.challenge;
  if (!game) {
    return (
      <section class="group">
        <h3>Challenge</h3>
        <p>
          Begin with a few documents, buy more from a budget, for training or for validation, and
          steer. Then open the test, once: did it hold?
        </p>
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="challenge-start"
            onClick={() => store.send({ action: "start-challenge" })}
          >
            Start
          </button>
        </div>
      </section>
    );
  }
  return <Game session={session} game={game} />;
}

function Game({ session, game }: { session: Session; game: Challenge }) {
  const { store } = session;
  const opened = game.test_f1 !== null && game.test_f1 !== undefined;
  return (
    <section class="group" data-testid="challenge">
      <h3>Challenge: F1 of {rate(game.goal, 2)} or more on the test</h3>
      <p>
        <b data-testid="challenge-left">{count(game.left)}</b> of {count(game.budget)} credits left
      </p>
      <div class="progress-bar challenge-budget">
        <span style={{ width: `${(100 * game.left) / game.budget}%` }} />
      </div>
      <Shop session={session} split="training" owned={game.training} game={game} />
      <Shop session={session} split="validation" owned={game.validation} game={game} />
      {opened && (
        <p class="challenge-result" data-testid="challenge-result">
          Test F1 <b>{rate(game.test_f1)}</b>:{" "}
          {game.test_f1! >= game.goal ? "the goal is reached." : "the goal is missed."}
        </p>
      )}
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="challenge-reveal"
          disabled={opened}
          onClick={() => store.send({ action: "reveal" })}
        >
          Open the test
        </button>
        <button
          type="button"
          class="button"
          data-testid="challenge-leave"
          onClick={() => store.send({ action: "leave-challenge" })}
        >
          Leave
        </button>
      </div>
    </section>
  );
}

interface ShopProps {
  session: Session;
  split: SplitName;
  owned: number;
  game: Challenge;
}

function Shop({ session, split, owned, game }: ShopProps) {
  return (
    <div class="shop">
      <span>
        {split} <b>{count(owned)}</b>
      </span>
      <button
        type="button"
        class="button"
        data-testid={`buy-${split}`}
        disabled={game.left < LOT}
        onClick={() => session.store.send({ action: "buy", split, documents: LOT })}
      >
        Buy {LOT}
      </button>
    </div>
  );
}
