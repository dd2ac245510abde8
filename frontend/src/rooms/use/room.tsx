import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { sentence } from "../../ui/format";
import { PageSwitch } from "../../ui/tabs";
import type { UseView } from "../../wire/use";
import { Sending } from "../data/at-hand";
import { bringFile, feedFiles } from "./feeding";
import { LabelPage } from "./label-page";
import type { Page } from "./store";
import { VersionsPage } from "./versions-page";
import { WatchPage } from "./watch-page";
import { EMPTY, ROOM } from "./words";

const PAGES = Object.entries(ROOM.pages).map(([name, title]) => ({ name: name as Page, title }));

/** A model in use: feed it rows, see whether its limits hold, label rows, repair it. */
export function UseRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.use;
  const view = room.view.value;
  const shown = workbench.store.state.value?.matrix?.shown ?? null;
  useEffect(() => {
    if (!room.view.peek()) room.send({ action: "open-use" });
  }, [room, view === null, shown]);
  if (!view) return <NoModel workbench={workbench} />;
  return (
    <div class="use-room pane" data-testid="use-room" data-rows={view.rows} data-state={view.state}>
      <RoomHead workbench={workbench} view={view} />
      <div class="use-body">
        <Trouble workbench={workbench} />
        {view.rows === 0 ? (
          <NoRows workbench={workbench} />
        ) : (
          <OpenPage workbench={workbench} view={view} />
        )}
      </div>
    </div>
  );
}

function OpenPage({ workbench, view }: { workbench: Workbench; view: UseView }) {
  const room = workbench.rooms.use;
  switch (room.page.value) {
    case "label":
      return <LabelPage workbench={workbench} view={view} />;
    case "versions":
      return <VersionsPage room={room} view={view} />;
    default:
      return <WatchPage workbench={workbench} view={view} />;
  }
}

function RoomHead({ workbench, view }: { workbench: Workbench; view: UseView }) {
  const room = workbench.rooms.use;
  const shown = workbench.store.state.value?.matrix?.shown ?? null;
  const other = shown !== null && room.choice.value?.number !== shown;
  return (
    <header class="room-top row">
      <h2 class="use-title clip">{view.title}</h2>
      {view.rows > 0 && (
        <PageSwitch pages={PAGES} open={room.page} label={ROOM.pagesLabel} testid="use-page" />
      )}
      <p class="room-facts note clip">
        {view.versions.length > 1 && (
          <>
            {ROOM.version(view.version)}
            <span class="dot">·</span>
          </>
        )}
        {view.rows > 0 && ROOM.facts(view.rows, view.labeled)}
      </p>
      {other && (
        <button
          type="button"
          class="button"
          data-testid="use-current"
          onClick={() => room.send({ action: "put-in-use", number: shown })}
        >
          {ROOM.useCurrent(shown)}
        </button>
      )}
      {view.rows > 0 && <ChooseRows workbench={workbench} text={ROOM.add} />}
    </header>
  );
}

function ChooseRows(props: { workbench: Workbench; text: string; main?: boolean }) {
  const { workbench, text } = props;
  if (!workbench.rooms.data.upload) return null;
  return (
    <label class={`button ${props.main ? "button-main" : ""}`}>
      {text}
      <input
        type="file"
        multiple
        class="unseen"
        data-testid="use-add"
        onChange={(event) => {
          feedFiles(workbench, [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

function Trouble({ workbench }: { workbench: Workbench }) {
  const { data } = workbench.rooms;
  const fault = data.openFault.value;
  return (
    <>
      {data.sending.value && <Sending room={data} />}
      {fault && (
        <p class="use-warning" role="alert">
          {sentence(fault.what)} {sentence(fault.todo)}
        </p>
      )}
    </>
  );
}

function NoRows({ workbench }: { workbench: Workbench }) {
  return (
    <div class="room-empty use-drop" data-testid="use-empty">
      <h2>{EMPTY.title}</h2>
      <p class="quiet">{EMPTY.hint}</p>
      <ChooseRows workbench={workbench} text={EMPTY.choose} main />
    </div>
  );
}

function NoModel({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.use;
  return (
    <div class="room-empty" data-testid="use-none">
      <h2>{ROOM.none}</h2>
      <p class="quiet">{ROOM.noneHint}</p>
      <div class="row">
        <button
          type="button"
          class="button button-main"
          onClick={() => {
            workbench.room.value = "matrix";
          }}
        >
          {ROOM.goErrors}
        </button>
        {workbench.rooms.data.upload && (
          <label class="button">
            {ROOM.useSaved}
            <input
              type="file"
              accept=".skops"
              class="unseen"
              data-testid="use-saved"
              onChange={(event) => {
                bringFile(workbench, event.currentTarget.files, (path) =>
                  room.send({ action: "put-in-use", path }),
                );
                event.currentTarget.value = "";
              }}
            />
          </label>
        )}
      </div>
      <Trouble workbench={workbench} />
    </div>
  );
}
