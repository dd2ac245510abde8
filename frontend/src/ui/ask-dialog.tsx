import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog";

interface AskDialogProps {
  /** Whether it is open; it closes itself. */
  open: Signal<boolean>;
  /** The question, as its title. */
  title: string;
  testid: string;
  /** The class of the dialog; its body has the class with `-body` behind it. */
  look: string;
  /** The words of both buttons, and what tests call them. */
  no: { text: string; testid: string };
  yes: { text: string; testid: string };
  onYes: () => void;
  children: ComponentChildren;
}

/** Asks before something is done that can be done once. */
export function AskDialog(props: AskDialogProps) {
  const { open, title, testid, look, no, yes, onYes, children } = props;
  const close = () => {
    open.value = false;
  };
  return (
    <Dialog
      open={open.value}
      class={`${look} floating`}
      label={title}
      testid={testid}
      onClose={close}
    >
      <div class={`${look}-body`}>
        <h2>{title}</h2>
        {children}
        <div class="buttons">
          <button type="button" class="button" data-testid={no.testid} onClick={close}>
            {no.text}
          </button>
          <button
            type="button"
            class="button button-go"
            data-testid={yes.testid}
            onClick={() => {
              close();
              onYes();
            }}
          >
            {yes.text}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
