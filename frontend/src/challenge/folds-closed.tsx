import { tipHandlers } from "../ui/term";

const WHY =
  "In a game the documents that you bought are the folds: leave the game to choose others.";

/** What stands in the place of the folds while a game is played. */
export function FoldsClosed() {
  return (
    <span class="folds folds-closed term" {...tipHandlers(WHY)}>
      bought documents
      <span class="unseen">: {WHY}</span>
    </span>
  );
}
