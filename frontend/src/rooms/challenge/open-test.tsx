import type { Signal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { Dialog } from "../../ui/dialog";
import { count, rate } from "../../ui/format";
import { useSay } from "../../ui/naming";
import type { Challenge } from "../../wire/types";
import { ASK } from "./words";

interface OpenTestProps {
  workbench: Workbench;
  game: Challenge;
  open: Signal<boolean>;
}

/** Asks before the test is opened: it can be done once. */
export function OpenTest({ workbench, game, open }: OpenTestProps) {
  const say = useSay();
  const asked = open.value;
  const close = () => {
    open.value = false;
  };
  const line = workbench.store.viewParts.validation.value?.line;
  const interval = line?.intervals?.f1;
  return (
    <Dialog
      open={asked}
      class="game-ask floating"
      label={ASK.title}
      testid="challenge-ask"
      onClose={close}
    >
      <div class="game-ask-body">
        <h2>{ASK.title}</h2>
        <p>
          {ASK.why[0]}
          <b>{ASK.why[1]}</b>
          {ASK.why[2]}
        </p>
        <dl>
          <dt>{ASK.validation}</dt>
          <dd>
            {rate(line?.f1)}
            {interval && (
              <small> {say(ASK.likely(rate(interval[0], 2), rate(interval[1], 2)))}</small>
            )}
          </dd>
          <dt>{ASK.goal}</dt>
          <dd>{rate(game.goal)}</dd>
          <dt>{ASK.credits}</dt>
          <dd>{count(game.left)}</dd>
        </dl>
        <div class="buttons">
          <button type="button" class="button" data-testid="challenge-not-yet" onClick={close}>
            {ASK.notYet}
          </button>
          <button
            type="button"
            class="button button-go"
            data-testid="challenge-reveal"
            onClick={() => {
              close();
              workbench.store.send({ action: "reveal" });
            }}
          >
            {ASK.open}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
