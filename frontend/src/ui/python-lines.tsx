import { useEffect } from "preact/hooks";
import type { Workbench } from "../session/workbench";
import { IconButton } from "./icons";

interface PythonLinesProps {
  workbench: Workbench;
  title: string;
  text: string;
  /** Begins the names under which tests find the parts. */
  name?: string;
  onClose: () => void;
}

/** The few lines of Python that give the same result, to be copied. */
export function PythonLines(props: PythonLinesProps) {
  const { workbench, title, text, name = "python", onClose } = props;
  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <section class="python-lines boxed" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <button
          type="button"
          class="button"
          data-testid={`${name}-copy`}
          onClick={() => workbench.copyLines(text)}
        >
          Copy
        </button>
        <IconButton
          icon="close"
          label="Close the lines"
          testid={`${name}-close`}
          onClick={onClose}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre tabIndex={0} data-testid={`${name}-text`}>
        {text}
      </pre>
    </section>
  );
}
