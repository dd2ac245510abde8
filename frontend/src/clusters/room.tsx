import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { plural } from "../ui/format";
import { PageSwitch } from "../ui/tabs";
import { CategoriesPage } from "./categories";
import { Curve } from "./curve";
import type { ClusterDesk, Page } from "./desk";
import { ClusterList } from "./list";
import { MapPage } from "./map";
import type { ClustersView } from "./wire";

const PAGES: { name: Page; title: string }[] = [
  { name: "map", title: "Map" },
  { name: "categories", title: "Beside the categories" },
];

/** From documents without labels to labels: clusters, their words, their map. */
export function ClustersRoom({ session }: { session: Session }) {
  const desk = session.clusters;
  const view = desk.view.value;
  const data = session.store.chosen.dataset.value;
  useEffect(() => {
    if (!desk.view.peek()) desk.send({ action: "open-clusters" });
  }, [desk, data, view === null]);
  if (!view) return <Unopened desk={desk} busy={session.store.progress.value !== null} />;
  return (
    <div class="clusters-room" data-testid="clusters-room">
      <RoomHead desk={desk} view={view} />
      <div class="clusters-page">
        <ClusterList desk={desk} view={view} />
        <div class="clusters-main">
          {desk.page.value === "map" ? (
            <MapPage session={session} />
          ) : (
            <CategoriesPage desk={desk} view={view} />
          )}
          {desk.searching.value && (
            <div class="clusters-growing">
              <Curve desk={desk} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function Unopened({ desk, busy }: { desk: ClusterDesk; busy: boolean }) {
  return (
    <div class="matrix-unopened">
      <h2>{busy ? "Drawing the map" : "The map is not drawn yet"}</h2>
      <p class="quiet">
        Each document or row becomes a point near those that are like it. No label is looked at.
      </p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          data-testid="open-clusters"
          onClick={() => desk.send({ action: "open-clusters" })}
        >
          Draw the map
        </button>
      )}
    </div>
  );
}

function RoomHead({ desk, view }: { desk: ClusterDesk; view: ClustersView }) {
  const found = view.found;
  const method = view.methods.find(({ name }) => name === found?.settings.method);
  return (
    <header class="matrix-top clusters-top">
      <p class="matrix-facts" data-testid="clusters-facts">
        {plural(view.rows, view.row_word)}
        {found && (
          <>
            <span class="dot">·</span>
            {found.clusters.length} clusters
            <span class="dot">·</span>
            {method?.title}
            {found.settings.kept > 0 && (
              <>
                <span class="dot">·</span>
                {Math.round(found.settings.kept * 100)} % of the labels kept
              </>
            )}
          </>
        )}
      </p>
      <PageSwitch
        pages={PAGES}
        open={desk.page}
        label="Pages of the clusters room"
        testid="clusters"
      />
    </header>
  );
}
