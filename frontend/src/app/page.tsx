import { effect } from "@preact/signals";
import { render } from "preact";
import { openFollowPage } from "../class/follow";
import { ClassLink, classLink } from "../class/link";
import { showScreen } from "../class/screen";
import { openTeacherPage } from "../class/teacher-page";
import { roomNamed } from "../rooms";
import type { Latency } from "../session/latency";
import { once } from "../session/once";
import { START_PAGE, savedUi, saveUi, writeUi } from "../session/room-store";
import { webSocketTransport } from "../session/transports";
import { type GuideProgress, Workbench } from "../session/workbench";
import { documents } from "../ui/term";
import type { State } from "../wire/types";
import { App } from "./app";
import { keepBrowserHistory } from "./browser-history";
import { roomIn, stateIn } from "./links";
import { keepTitle } from "./title";

declare global {
  interface Window {
    /** For browser journeys and the interaction benchmark. */
    steersman: { latencies: Latency[]; workbench: Workbench };
  }
}

function socketAddress(path: string, page: Location = location): string {
  const address = new URL(path, page.href);
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
  if (state || room) history.replaceState(history.state, "", location.pathname + location.search);
  return { state, room: roomNamed(room)?.name ?? null };
}

/** Goes to the room of a link as soon as the server shows what the link has for that room. */
function enter(workbench: Workbench, { state, room }: Asked): void {
  if (!room) return;
  if (!state) {
    workbench.room.value = room;
    return;
  }
  const part = room as keyof State;
  let waiting = true;
  effect(() => {
    const shown = workbench.store.state.value;
    if (!waiting || !shown || (state[part] && !shown[part])) return;
    waiting = false;
    workbench.room.value = room;
  });
}

/** Opens what the address asks of a room, such as a lesson, once; false when it asks for nothing. */
function takeLink(workbench: Workbench): boolean {
  const taken = workbench.roomStores.some((room) => room.openLink(location.hash));
  if (taken) history.replaceState(history.state, "", location.pathname + location.search);
  return taken;
}

/** A reload finds the room, and what was open in it, as it was; false when there is nothing to find. */
function restoreUi(workbench: Workbench): boolean {
  const { guide, lastRooms, room, roomStores } = workbench;
  lastRooms.value = savedUi<typeof lastRooms.value>("sections") ?? {};
  saveUi("sections", () => lastRooms.value);
  guide.value = savedUi<GuideProgress>("guide");
  effect(() => writeUi("guide", guide.value));
  const before = savedUi<string>("room");
  room.value = before ?? room.value;
  for (const each of roomStores) each.restoreUi();
  saveUi("room", () => room.value);
  return before !== null;
}

/** Where nothing is open and nothing was asked for, the page begins with its start page. */
function beginAtStart({ room, store }: Workbench): void {
  once(
    () => store.ready.value,
    () => {
      if (!store.hasData.value && !store.state.value?.data) room.value = START_PAGE;
    },
  );
}

/** Opens the page that the address asks for: the workbench, or one of a class. */
export function openPage(): void {
  const root = document.getElementById("steersman")!;
  const inClass = "class" in root.dataset;
  if (inClass && location.pathname.endsWith("/class")) openTeacherPage(socketAddress, root);
  else if (inClass && location.pathname.endsWith("/follow")) openFollowPage(socketAddress, root);
  else openWorkbench(root, inClass);
}

function openWorkbench(root: HTMLElement, inClass: boolean): void {
  const asked = takenFromAddress();
  const transport = webSocketTransport(socketAddress("./live"), () => location.reload());
  const workbench = new Workbench(transport, asked.state, savedUi<string>("project") ?? "");
  saveUi("project", () => workbench.store.place.value || null);
  const restored = restoreUi(workbench);
  enter(workbench, asked);
  documents.value = "./docs/";
  window.steersman = { latencies: workbench.store.latencies.records, workbench };
  const linked = takeLink(workbench);
  if (!restored && !asked.room && !linked) beginAtStart(workbench);
  keepBrowserHistory(workbench);
  keepTitle(workbench);
  window.addEventListener("pagehide", () => workbench.store.leave());
  window.addEventListener("hashchange", () => {
    takeLink(workbench);
    const { state, room } = takenFromAddress();
    if (state) workbench.store.send({ action: "set-state", state });
    enter(workbench, { state, room });
  });
  if (inClass) {
    classLink.value = new ClassLink(socketAddress("./class/news"));
    showScreen(classLink.value);
  }
  render(<App workbench={workbench} />, root);
}
