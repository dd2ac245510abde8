import { useEffect, useRef } from "preact/hooks";
import type { KeyHelp } from "../rooms/room";
import type { Workbench } from "../session/workbench";
import { IconButton } from "../ui/icons";
import { useSay } from "../ui/naming";
import { TERMS, type TermName } from "../ui/terms";
import { nameOf, wordsFor } from "./help-words";
import { KEYS, MOUSE } from "./keys";

/** The keys, what the mouse does, and every word that needs a sentence. */
export function Help({ workbench }: { workbench: Workbench }) {
  const { here, elsewhere } = wordsFor(workbench.room.value);
  const dialog = useRef<HTMLDialogElement>(null);
  const open = workbench.helpOpen.value;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal?.();
    if (!open && element.open) element.close();
  }, [open]);
  const close = () => {
    workbench.helpOpen.value = false;
  };
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-label="Keys and words"
      data-testid="help-dialog"
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
      onKeyDown={(event) => {
        if (event.key === "?") close();
      }}
    >
      {open && (
        <div class="help-body">
          <header>
            <h2>Keys and words</h2>
            <IconButton icon="close" label="Close" onClick={close} />
          </header>
          <div class="help-columns">
            <section>
              <h3>Keys</h3>
              <KeyList entries={KEYS} />
              <h3>On the plots</h3>
              <KeyList entries={MOUSE} />
              <h3>On a slider</h3>
              <p>
                Drag it, press the arrow keys, or type the number. Shift moves finely, a
                double-click goes back to the default.
              </p>
            </section>
            <section>
              {here.length > 0 && <h3>Words</h3>}
              <WordList terms={here} />
              <h3>{here.length > 0 ? "In other rooms" : "Words"}</h3>
              <WordList terms={elsewhere} />
            </section>
          </div>
        </div>
      )}
    </dialog>
  );
}

function WordList({ terms }: { terms: readonly TermName[] }) {
  const say = useSay();
  return (
    <dl class="words">
      {terms.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>{say(TERMS[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

function KeyList({ entries }: { entries: readonly KeyHelp[] }) {
  const say = useSay();
  return (
    <dl class="keys">
      {entries.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{say(does)}</dd>
        </div>
      ))}
    </dl>
  );
}
