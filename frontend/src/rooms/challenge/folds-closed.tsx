import { useSay } from "../../ui/naming";
import { tipHandlers } from "../../ui/term";

const WHY =
  "In a game the documents that you bought are the folds: leave the game to choose others.";

/** What stands in the place of the folds while a game is played. */
export function FoldsClosed() {
  const say = useSay();
  return (
    <span class="folds folds-closed term" {...tipHandlers(say(WHY))}>
      {say("bought documents")}
      <span class="unseen">: {say(WHY)}</span>
    </span>
  );
}
