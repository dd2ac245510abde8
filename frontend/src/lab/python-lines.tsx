import type { Session } from "../session";

/** The few lines of Python behind a picture, to be copied. */
export function PythonLines({ session }: { session: Session }) {
  const desk = session.lab;
  const shown = desk.python.value;
  if (!shown) return null;
  return (
    <section class="group" aria-label="Python">
      <h3>The same in Python</h3>
      <pre class="lab-code" data-testid="python-text">
        {shown.text}
      </pre>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="python-copy"
          onClick={() => session.copyLines(shown.text)}
        >
          Copy
        </button>
        <button
          type="button"
          class="button"
          data-testid="python-close"
          onClick={() => {
            desk.python.value = null;
          }}
        >
          Close
        </button>
      </div>
    </section>
  );
}
