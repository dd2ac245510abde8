import "./style.css";
import { effect } from "@preact/signals";
import { render as renderInto } from "preact";
import { roomNamed } from "../rooms";
import { type WidgetModel, widgetTransport } from "../session/transports";
import { Workbench } from "../session/workbench";
import { App } from "./app";
import { openPage } from "./page";
import { KERNEL } from "./words";
// narrow screens have the last word over the styles of the rooms above
import "./screens.css";

/** Draws the workbench into a notebook's cell; returns what takes it away again. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const workbench = new Workbench(widgetTransport(model));
  const [still, live] = [document.createElement("div"), document.createElement("div")];
  el.append(still, live);
  renderInto(<App workbench={workbench} embedded compact={!!model.get("compact")} />, live);
  const stops = [
    keepSize(model, live),
    showPicture(workbench, model, still, live),
    shareRoom(workbench, model),
    shareSelection(workbench, model),
    echoRevision(model),
  ];
  return () => {
    for (const stop of stops) stop();
    renderInto(null, live);
    still.remove();
    live.remove();
    workbench.close();
  };
}

/** The height that the cell asks for. */
function keepSize(model: WidgetModel, live: HTMLElement): () => void {
  const set = () => live.style.setProperty("--cell-height", `${model.get("height")}px`);
  set();
  model.on("change:height", set);
  return () => model.off("change:height", set);
}

/** Until the kernel answers, and where there is none, the numbers that were saved are shown. */
function showPicture(
  workbench: Workbench,
  model: WidgetModel,
  still: HTMLElement,
  live: HTMLElement,
): () => void {
  return effect(() => {
    const { ready, status } = workbench.store;
    const picture = String(model.get("picture") ?? "");
    const shown = !ready.value && picture !== "";
    still.hidden = !shown;
    live.hidden = shown;
    if (!shown) return;
    still.innerHTML = picture;
    if (status.value === "lost") {
      const said = document.createElement("p");
      said.dataset.testid = "no-kernel";
      said.textContent = `${KERNEL.title} ${KERNEL.about}`;
      still.append(said);
    }
  });
}

/** The room, as the notebook and the page name it. */
function shareRoom(workbench: Workbench, model: WidgetModel): () => void {
  const follow = () => {
    const room = roomNamed(String(model.get("room")));
    if (room) workbench.room.value = room.name;
  };
  follow();
  model.on("change:room", follow);
  const stop = effect(() => setShared(model, "room", workbench.room.value));
  return () => {
    stop();
    model.off("change:room", follow);
  };
}

/** The rows that are selected on the page. */
function shareSelection(workbench: Workbench, model: WidgetModel): () => void {
  const { store } = workbench;
  const follow = () => {
    const rows = model.get("selection") as number[];
    const now = store.selection.peek()?.rows ?? [];
    if (String(rows) !== String(now)) store.select(rows, "training");
  };
  model.on("change:selection", follow);
  const stop = effect(() => setShared(model, "selection", store.selection.value?.rows ?? []));
  return () => {
    stop();
    model.off("change:selection", follow);
  };
}

/** Sends the revision back: marimo runs cells again only after a change that comes from the page. */
function echoRevision(model: WidgetModel): () => void {
  const echo = () => setShared(model, "seen_revision", model.get("revision"));
  model.on("change:revision", echo);
  return () => model.off("change:revision", echo);
}

function setShared(model: WidgetModel, name: string, value: unknown): void {
  if (String(model.get(name)) === String(value)) return;
  model.set(name, value);
  model.save_changes();
}

/** One file for both: a notebook takes the default, the page's own script opens the page. */
export { openPage };
export default { render };
