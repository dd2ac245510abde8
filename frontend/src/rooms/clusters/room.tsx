import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { plural } from "../../ui/format";
import { PageSwitch } from "../../ui/tabs";
import type { ClustersView } from "../../wire/clusters";
import { CategoriesPage } from "./categories";
import { Curve } from "./curve";
import { ClusterList } from "./list";
import { MapPage } from "./map";
import type { ClusterStore, Page } from "./store";
import { ROOM } from "./words";

const PAGES = Object.entries(ROOM.pages).map(([name, title]) => ({ name: name as Page, title }));

/** From documents without labels to labels: clusters, their words, their map. */
export function ClustersRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.clusters;
  const view = room.view.value;
  const data = workbench.store.stateParts.dataset.value;
  useEffect(() => {
    if (!room.view.peek()) room.send({ action: "open-clusters" });
  }, [room, data, view === null]);
  if (!view) return <Unopened room={room} busy={workbench.store.progress.value !== null} />;
  return (
    <div class="clusters-room" data-testid="clusters-room">
      <RoomHead room={room} view={view} />
      <div class="clusters-page pane">
        <ClusterList room={room} view={view} />
        <div class="clusters-main pane">
          {room.page.value === "map" ? (
            <MapPage workbench={workbench} />
          ) : (
            <CategoriesPage room={room} view={view} />
          )}
          {room.searching.value && (
            <div class="clusters-growing">
              <Curve room={room} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function Unopened({ room, busy }: { room: ClusterStore; busy: boolean }) {
  return (
    <div class="room-empty">
      <h2>{busy ? ROOM.drawing : ROOM.undrawn}</h2>
      <p class="quiet">{ROOM.about}</p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          data-testid="open-clusters"
          onClick={() => room.send({ action: "open-clusters" })}
        >
          {ROOM.draw}
        </button>
      )}
    </div>
  );
}

function RoomHead({ room, view }: { room: ClusterStore; view: ClustersView }) {
  const found = view.found;
  const method = view.methods.find(({ name }) => name === found?.settings.method);
  return (
    <header class="room-top row clusters-top">
      <p class="room-facts note clip" data-testid="clusters-facts">
        {plural(view.rows, view.row_word)}
        {found && (
          <>
            <span class="dot">·</span>
            {ROOM.clusters(found.clusters.length)}
            <span class="dot">·</span>
            {method?.title}
            {found.settings.kept > 0 && (
              <>
                <span class="dot">·</span>
                {ROOM.kept(found.settings.kept)}
              </>
            )}
          </>
        )}
      </p>
      <PageSwitch pages={PAGES} open={room.page} label={ROOM.pagesLabel} testid="clusters" />
    </header>
  );
}
