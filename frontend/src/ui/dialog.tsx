import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface DialogProps {
  open: boolean;
  label: string;
  testid: string;
  class: string;
  /** Whether a click beside it closes it; it does if not given. */
  closesBeside?: boolean;
  onClose: () => void;
  /** What keys do; if not given, the page behind does not get them. */
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
}

/** A dialog over the page: modal while it is open, empty while it is not. */
export function Dialog(props: DialogProps) {
  const { open, closesBeside = true, onClose, onKeyDown } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) element.showModal?.();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      class={props.class}
      aria-label={props.label}
      data-testid={props.testid}
      onClose={onClose}
      onKeyDown={onKeyDown ?? ((event) => event.stopPropagation())}
      onClick={(event) => {
        if (closesBeside && event.target === dialog.current) onClose();
      }}
    >
      {open && props.children}
    </dialog>
  );
}
