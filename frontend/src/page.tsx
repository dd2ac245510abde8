import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { keepBayes } from "./bayes/room-state";
import { uploadFile } from "./data/upload";
import { keepLesson, openLesson } from "./lab/lessons";
import type { Latency } from "./latency";
import { ROOMS } from "./panels/rail";
import { keepRoomSteps } from "./room-steps";
import { Session } from "./session";
import { roomIn, stateIn } from "./share";
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

interface Asked {
  state: State | null;
  room: string | null;
}

/** What the address asks for, taken out of the address: it is applied once. */
function takenFromAddress(): Asked {
  const [state, room] = [stateIn(location.hash), roomIn(location.hash)];
  if (state) history.replaceState(history.state, "", location.pathname + location.search);
  return { state, room: ROOMS.some(({ name }) => name === room) ? room : null };
}

/** Goes to the room of a link as soon as the server shows what the link has for that room. */
function enter(session: Session, { state, room }: Asked): void {
  if (!state || !room) return;
  const part = room as keyof State;
  let waiting = true;
  effect(() => {
    const shown = session.store.state.value;
    if (!waiting || !shown || (state[part] && !shown[part])) return;
    waiting = false;
    session.room.value = room;
  });
}

/** Opens the lesson that the address asks for, once. */
function takeLesson(session: Session): void {
  if (!openLesson(session, location.hash)) return;
  history.replaceState(history.state, "", location.pathname + location.search);
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
  keepBayes(session);
  session.matrix.keep();
  session.compare.keep();
}

/** Opens the workbench as a page of its own. */
export function openPage(): void {
  const asked = takenFromAddress();
  const session = new Session(webSocketTransport(liveAddress(location)), asked.state);
  keepOpen(session);
  enter(session, asked);
  documents.value = "./docs/";
  window.steersman = { latencies: session.store.latencies.records, session };
  takeLesson(session);
  keepRoomSteps(session);
  window.addEventListener("pagehide", () => session.store.leave());
  window.addEventListener("hashchange", () => {
    takeLesson(session);
    const { state, room } = takenFromAddress();
    if (state) session.store.send({ action: "set-state", state });
    enter(session, { state, room });
  });
  render(<App session={session} />, document.getElementById("steersman")!);
}
