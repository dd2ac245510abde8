import "./style.css";
import { render as renderInto } from "preact";
import { type WidgetModel, widgetTransport } from "../session/transports";
import { Workbench } from "../session/workbench";
import { App } from "./app";
import { openPage } from "./page";
// narrow screens have the last word over the styles of the rooms above
import "./screens.css";

/** Draws the workbench into a notebook's cell; returns what takes it away again. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const workbench = new Workbench(widgetTransport(model));
  renderInto(<App workbench={workbench} embedded />, el);
  return () => {
    renderInto(null, el);
    workbench.close();
  };
}

/** One file for both: a notebook takes the default, the page's own script opens the page. */
export { openPage };
export default { render };
