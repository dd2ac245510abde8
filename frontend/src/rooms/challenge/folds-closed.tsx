import { useSay } from "../../ui/naming";
import { tipHandlers } from "../../ui/term";
import { FOLDS_CLOSED } from "./words";

/** Shown instead of the folds while a game is played. */
export function FoldsClosed() {
  const say = useSay();
  return (
    <span class="folds folds-closed term" {...tipHandlers(say(FOLDS_CLOSED.why))}>
      {say(FOLDS_CLOSED.title)}
      <span class="unseen">: {say(FOLDS_CLOSED.why)}</span>
    </span>
  );
}
