import { useEffect, useRef } from "preact/hooks";
import { TeacherScreen } from "../class/bar";
import { roomNamed } from "../rooms";
import { GameRunning } from "../rooms/challenge/game-running";
import { hidesProject } from "../rooms/challenge/pause";
import { START_PAGE } from "../session/room-store";
import type { Workbench } from "../session/workbench";
import { Naming } from "../ui/naming";
import { TipLayer } from "../ui/term";
import { theme } from "../ui/theme";
import { Banners, Opening, ProgressBar, ProjectNotice } from "./banner";
import { FileDrop } from "./file-drop";
import { Guide } from "./guide";
import { Help } from "./help";
import { HistoryStrip } from "./history";
import { handleKey } from "./keys";
import { LiveNumbers } from "./live";
import { EmptyInspector, NoDataYet, NoLabelsYet } from "./no-data";
import { missingLabels, Rail } from "./rail";
import { useRoomFocus } from "./room-focus";
import { SampleNote } from "./sample-note";
import { stageClasses } from "./speaker-button";
import { StartPage } from "./start/start-page";
import { TopBar } from "./topbar";
import { RAIL } from "./words";

interface AppProps {
  workbench: Workbench;
  /** In a notebook, keys count only while the pointer or the focus is inside. */
  embedded?: boolean;
  /** The room alone: no rail, no top bar, no history. */
  compact?: boolean;
}

/** To the content by focus, not by the address: that belongs to links. */
function skip({ currentTarget }: MouseEvent): void {
  (currentTarget as Element).parentElement?.querySelector<HTMLElement>("#content")?.focus();
}

/** The frame of every room: rail, top bar, the room, inspector, history. */
export function App({ workbench, embedded = false, compact = false }: AppProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current!;
    const target: EventTarget = embedded ? element : window;
    const onKey = (event: Event) => {
      if (event.defaultPrevented) return;
      if (handleKey(workbench, event as KeyboardEvent, element)) event.preventDefault();
    };
    target.addEventListener("keydown", onKey);
    return () => target.removeEventListener("keydown", onKey);
  }, [workbench, embedded]);
  useRoomFocus(workbench, root);
  const ready = workbench.store.ready.value;
  const lost = workbench.store.status.value === "lost";
  const room = roomNamed(workbench.room.value);
  const empty = !workbench.store.hasData.value && !room?.withoutData;
  const unlabeled = !empty && missingLabels(workbench);
  const game = hidesProject(workbench);
  const Room = game ? GameRunning : empty ? NoDataYet : unlabeled ? NoLabelsYet : room?.view;
  const RoomInspector =
    game || empty || unlabeled ? EmptyInspector : (room?.inspector ?? EmptyInspector);
  return (
    <Naming.Provider value={workbench.store.say}>
      <div
        ref={root}
        class={[
          "steersman",
          embedded && "embedded",
          compact && "compact",
          lost && "is-lost",
          ...stageClasses(workbench),
        ]
          .filter(Boolean)
          .join(" ")}
        data-theme={theme.value}
        data-ready={ready}
        // JupyterLab would take Enter for a command of its own.
        data-lm-suppress-shortcuts={embedded ? "true" : undefined}
        tabIndex={-1}
      >
        <button type="button" class="skip-link bare" onClick={skip}>
          {RAIL.skip}
        </button>
        <Guide workbench={workbench} root={() => root.current} />
        <div class="sizes">
          <div class="layout">
            <Rail workbench={workbench} />
            {ready && workbench.room.value === START_PAGE ? (
              <StartPage workbench={workbench} />
            ) : ready ? (
              <>
                <TopBar workbench={workbench} />
                <main
                  id="content"
                  class="room-view pane"
                  aria-label={room?.title}
                  tabIndex={-1}
                  inert={lost}
                >
                  <ProgressBar workbench={workbench} />
                  <SampleNote workbench={workbench} />
                  {Room && <Room workbench={workbench} />}
                </main>
                <RoomInspector workbench={workbench} />
                <HistoryStrip workbench={workbench} />
              </>
            ) : (
              <Opening workbench={workbench} />
            )}
          </div>
        </div>
        <Banners workbench={workbench} embedded={embedded} />
        <ProjectNotice workbench={workbench} />
        {!embedded && <FileDrop workbench={workbench} />}
        <Help workbench={workbench} />
        <LiveNumbers workbench={workbench} />
        {!embedded && <TeacherScreen />}
        <TipLayer />
      </div>
    </Naming.Provider>
  );
}
