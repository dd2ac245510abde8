import type { Workbench } from "../session/workbench";

/** A room that has nothing to show before there is data, and the way to it. */
export function NoDataYet({ workbench }: { workbench: Workbench }) {
  const file = workbench.rooms.data.view.value;
  return (
    <section class="room-empty no-data" data-testid="no-data">
      <h2>{file ? `${file.name} is not loaded yet` : "No data yet"}</h2>
      <p class="quiet">
        {file
          ? "Look at its columns, say which one is the label, and load it. Then this room shows it."
          : "Open a file of yours or one of the built-in collections. Then this room shows it."}
      </p>
      <button
        type="button"
        class="button button-main"
        data-testid="go-data"
        onClick={() => {
          workbench.room.value = "data";
        }}
      >
        {file ? `Back to ${file.name}` : "Choose data"}
      </button>
    </section>
  );
}

/** Documents without labels have no category to be inside or outside of, and no error to count. */
export function NoLabelsYet({ workbench }: { workbench: Workbench }) {
  return (
    <div class="room-empty" data-testid="unlabeled">
      <h2>{workbench.store.say.value("These documents have no labels yet")}</h2>
      <p class="quiet">
        Find clusters in them, give those names, and make them the labels of a new data set. It
        opens here.
      </p>
      <button
        type="button"
        class="button button-main"
        onClick={() => {
          workbench.room.value = "clusters";
        }}
      >
        Find clusters
      </button>
    </div>
  );
}

/** The right side of a room that has nothing to show there. */
export function EmptyInspector() {
  return <aside class="inspector" aria-label="Inspector" />;
}
