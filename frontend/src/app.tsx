import { useEffect, useRef } from "preact/hooks";
import { handleKey } from "./keys";
import { Banners, Opening, ProgressBar, ProjectNotice } from "./panels/banner";
import { Help } from "./panels/help";
import { HistoryStrip } from "./panels/history";
import { Inspector } from "./panels/inspector";
import { LiveNumbers } from "./panels/live";
import { NoDataInspector, NoDataYet, NoLabelsYet } from "./panels/no-data";
import { missingLabels, Rail, ROOMS } from "./panels/rail";
import { TopBar } from "./panels/topbar";
import type { Session } from "./session";
import { Naming } from "./ui/naming";
import { TipLayer } from "./ui/term";
import { theme } from "./ui/theme";

interface AppProps {
  session: Session;
  /** In a notebook, keys count only while the pointer or the focus is inside. */
  embedded?: boolean;
}

/** The frame of every room: rail, top bar, the room, inspector, history. */
export function App({ session, embedded = false }: AppProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current!;
    const target: EventTarget = embedded ? element : window;
    const onKey = (event: Event) => {
      if (event.defaultPrevented) return;
      if (handleKey(session, event as KeyboardEvent, element)) event.preventDefault();
    };
    target.addEventListener("keydown", onKey);
    return () => target.removeEventListener("keydown", onKey);
  }, [session, embedded]);
  const ready = session.store.ready.value;
  const lost = session.store.status.value === "lost";
  const room = ROOMS.find(({ name }) => name === session.room.value);
  const empty = !session.store.hasData.value && !room?.withoutData;
  const unlabeled = !empty && missingLabels(session);
  const Room = empty ? NoDataYet : unlabeled ? NoLabelsYet : room?.view;
  const RoomInspector = empty || unlabeled ? NoDataInspector : (room?.inspector ?? Inspector);
  return (
    <Naming.Provider value={session.store.say}>
      <div
        ref={root}
        class={`steersman ${embedded ? "embedded" : ""} ${lost ? "is-lost" : ""}`}
        data-theme={theme.value}
        data-ready={ready}
        tabIndex={-1}
      >
        <Rail session={session} />
        {ready ? (
          <>
            <TopBar session={session} />
            <main class="room-view" inert={lost}>
              <ProgressBar session={session} />
              {Room && <Room session={session} />}
            </main>
            <RoomInspector session={session} />
            <HistoryStrip session={session} />
          </>
        ) : (
          <Opening session={session} />
        )}
        <Banners session={session} />
        <ProjectNotice session={session} />
        <Help session={session} />
        <LiveNumbers session={session} />
        <TipLayer />
      </div>
    </Naming.Provider>
  );
}
