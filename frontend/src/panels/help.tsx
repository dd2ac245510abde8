import { useEffect, useRef } from "preact/hooks";
import { KEYS, MOUSE } from "../keys";
import type { Session } from "../session";
import { IconButton } from "../ui/icons";
import { useSay } from "../ui/naming";
import { TERMS, type TermName } from "../ui/terms";

const LISTED: TermName[] = [
  "recall",
  "precision",
  "f1",
  "training",
  "validation",
  "fold",
  "likelihood",
  "line",
  "bisector",
  "priors",
  "alpha",
  "beta",
  "slope",
  "intercept",
  "margin",
  "gap",
  "spread",
  "interval",
];

/** The keys, what the mouse does, and every word that needs a sentence. */
export function Help({ session }: { session: Session }) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = session.helpOpen.value;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal?.();
    if (!open && element.open) element.close();
  }, [open]);
  const close = () => {
    session.helpOpen.value = false;
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
              <h3>Words</h3>
              <dl class="words">
                {LISTED.map((name) => (
                  <div key={name}>
                    <dt>{name === "f1" ? "F1" : name}</dt>
                    <dd>{say(TERMS[name])}</dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        </div>
      )}
    </dialog>
  );
}

function KeyList({ entries }: { entries: typeof KEYS }) {
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
