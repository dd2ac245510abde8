import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { count, rate } from "../../ui/format";
import type { Challenge } from "../../wire/types";

interface OpenTestProps {
  workbench: Workbench;
  game: Challenge;
  open: Signal<boolean>;
}

/** Asks before the test is opened: it can be done once. */
export function OpenTest({ workbench, game, open }: OpenTestProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = open.value;
  useEffect(() => {
    const element = dialog.current!;
    if (asked && !element.open) element.showModal?.();
    if (!asked && element.open) element.close();
  }, [asked]);
  const close = () => {
    open.value = false;
  };
  const line = workbench.store.viewParts.validation.value?.line;
  const interval = line?.intervals?.f1;
  return (
    <dialog
      ref={dialog}
      class="game-ask floating"
      aria-label="Open the test?"
      data-testid="challenge-ask"
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      {asked && (
        <div class="game-ask-body">
          <h2>Open the test?</h2>
          <p>
            It can be opened <b>once</b> in a game: a second look would be steering by the test.
            What counts is the model as it stands now.
          </p>
          <dl>
            <dt>F1 on validation</dt>
            <dd>
              {rate(line?.f1)}
              {interval && (
                <small>
                  {" "}
                  likely {rate(interval[0], 2)} to {rate(interval[1], 2)} on others
                </small>
              )}
            </dd>
            <dt>Goal on the test</dt>
            <dd>{rate(game.goal)}</dd>
            <dt>Credits left</dt>
            <dd>{count(game.left)}</dd>
          </dl>
          <div class="buttons">
            <button type="button" class="button" data-testid="challenge-not-yet" onClick={close}>
              Not yet
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
              Open it, once
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}
