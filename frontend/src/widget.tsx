import { render as renderInto } from "preact";
import { App } from "./app";
import { openPage } from "./page";
import { Session } from "./session";
import { type WidgetModel, widgetTransport } from "./transports";

/** Draws the workbench into a notebook's cell; returns what takes it away again. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const session = new Session(widgetTransport(model));
  renderInto(<App session={session} embedded />, el);
  return () => {
    renderInto(null, el);
    session.close();
  };
}

/** One file for both: a notebook takes the default, the page's own script opens the page. */
export { openPage };
export default { render };
