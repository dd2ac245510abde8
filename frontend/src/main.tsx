import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import type { Latency } from "./latency";
import { Session } from "./session";
import { hashOf, stateIn } from "./share";
import { webSocketTransport } from "./transports";

declare global {
  interface Window {
    /** For browser journeys and the interaction benchmark. */
    steersman: { latencies: Latency[]; session: Session };
  }
}

const HASH_PAUSE_MS = 400;

function liveAddress(page: Location): string {
  const address = new URL("./live", page.href);
  address.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  address.search = page.search;
  address.hash = "";
  return address.href;
}

/** Keeps the address in step with the state, so that a reload or a copy reopens it. */
function followInAddress(session: Session): void {
  let timer = 0;
  effect(() => {
    const state = session.store.state.value;
    if (!state) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      history.replaceState(null, "", hashOf(state));
    }, HASH_PAUSE_MS);
  });
}

const session = new Session(webSocketTransport(liveAddress(location)), stateIn(location.hash));
window.steersman = { latencies: session.store.latencies.records, session };
followInAddress(session);
window.addEventListener("hashchange", () => {
  const state = stateIn(location.hash);
  if (state) session.store.send({ action: "set-state", state });
});
render(<App session={session} />, document.getElementById("steersman")!);
