import { count } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { MatrixView } from "../../wire/matrix";
import { MiniMatrix } from "./mini-matrix";
import type { MatrixStore } from "./store";
import { accuracyOf, accuracyText } from "./words";

/** The rows that nobody has looked at, and what a look does to their meaning. */
export function SealedPanel({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const { looks, seen, matrix } = view.test;
  return (
    <div class="group sealed" data-testid="sealed">
      <h2>
        <Icon name={looks ? "unlock" : "lock"} size={16} /> {count(view.rows.test)} sealed rows
      </h2>
      <p data-testid="looks">
        {looks === 0 ? "Never opened." : `Opened ${looks === 1 ? "once" : `${looks} times`}.`}{" "}
        <span class="quiet">{meaning(looks, matrix !== null, seen)}</span>
      </p>
      {matrix ? (
        <>
          <MiniMatrix
            classes={view.classes}
            matrix={matrix}
            label="Confusion matrix of the sealed rows"
          />
          <p data-testid="test-accuracy">
            <b>{accuracyText(accuracyOf(matrix))}</b> are right; {accuracyText(view.shown.accuracy)}{" "}
            of the held out rows were.
          </p>
        </>
      ) : (
        <button
          type="button"
          class="button"
          data-testid="open-test"
          onClick={() => room.send({ action: "open-test" })}
        >
          {looks === 0 ? "Open them for this model" : "Open them again, for this model"}
        </button>
      )}
    </div>
  );
}

function meaning(looks: number, shown: boolean, seen: number[]): string {
  if (looks === 0)
    return "Choose a model first: the first look is the only one that is quite fair.";
  if (!shown) {
    const models = `${seen.length === 1 ? "model" : "models"} ${seen.join(", ")} of this question`;
    const whom = seen.length ? models : "another question about the same data";
    return `It was for ${whom}. Another look costs these rows some of their meaning: picking the best of several looks overstates the result.`;
  }
  if (looks === 1) return "This score is fair as long as no choice is made because of it.";
  return "Picking the best of several looks overstates the result: expect less on new rows.";
}
