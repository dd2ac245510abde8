import { render } from "preact";
import { App } from "./app";
import { uploadFile } from "./data/upload";
import { keepLesson, openLesson } from "./lab/lessons";
import type { Latency } from "./latency";
import { Session } from "./session";
import { stateIn } from "./share";
import { webSocketTransport } from "./transports";
import { documents } from "./ui/term";
import type { State } from "./wire/types";

declare global {
  interface Window {
    /** For browser journeys and the interaction benchmark. */
    steersman: { latencies: Latency[]; session: Session };
  }
}

function liveAddress(page: Location): string {
  const address = new URL("./live", page.href);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  address.search = page.search;
  address.hash = "";
  return address.href;
}

/** The state that the address asks for, taken out of the address: it is applied once. */
function takenFromAddress(): State | null {
  const state = stateIn(location.hash);
  if (state) history.replaceState(null, "", location.pathname + location.search);
  return state;
}

/** Opens the lesson that the address asks for, once. */
function takeLesson(session: Session): void {
  if (!openLesson(session, location.hash)) return;
  history.replaceState(null, "", location.pathname + location.search);
}

/** A reload finds the room, and what was open in it, as it was. */
function keepOpen(session: Session): void {
  session.data.upload = uploadFile;
  try {
    const room = sessionStorage.getItem("steersman-room");
    if (room) session.room.value = room;
    else session.data.startHere();
    session.room.subscribe((room) => sessionStorage.setItem("steersman-room", room));
    keepLesson(session);
  } catch {
    // a page without storage opens as new
  }
  session.matrix.keep();
  session.compare.keep();
}

/** Opens the workbench as a page of its own. */
export function openPage(): void {
  const session = new Session(webSocketTransport(liveAddress(location)), takenFromAddress());
  keepOpen(session);
  documents.value = "./docs/";
  window.steersman = { latencies: session.store.latencies.records, session };
  takeLesson(session);
  window.addEventListener("hashchange", () => {
    takeLesson(session);
    const state = takenFromAddress();
    if (state) session.store.send({ action: "set-state", state });
  });
  render(<App session={session} />, document.getElementById("steersman")!);
}
