import type { Signal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { AskDialog } from "../../ui/ask-dialog";
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
  const line = workbench.store.viewParts.validation.value?.line;
  const interval = line?.intervals?.f1;
  return (
    <AskDialog
      open={open}
      look="game-ask"
      title={ASK.title}
      testid="challenge-ask"
      no={{ text: ASK.notYet, testid: "challenge-not-yet" }}
      yes={{ text: ASK.open, testid: "challenge-reveal" }}
      onYes={() => workbench.store.send({ action: "reveal" })}
    >
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
    </AskDialog>
  );
}
