import type { Session } from "../session";

/** A room that has nothing to show before there is data, and the way to it. */
export function NoDataYet({ session }: { session: Session }) {
  const file = session.data.view.value;
  return (
    <section class="matrix-unopened no-data" data-testid="no-data">
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
          session.room.value = "data";
        }}
      >
        {file ? `Back to ${file.name}` : "Choose data"}
      </button>
    </section>
  );
}

/** Documents without labels have no category to be inside or outside of, and no error to count. */
export function NoLabelsYet({ session }: { session: Session }) {
  return (
    <div class="matrix-unopened" data-testid="unlabeled">
      <h2>{session.store.say.value("These documents have no labels yet")}</h2>
      <p class="quiet">
        Find clusters in them, give those names, and make them the labels of a new data set. It
        opens here.
      </p>
      <button
        type="button"
        class="button button-main"
        onClick={() => {
          session.room.value = "clusters";
        }}
      >
        Find clusters
      </button>
    </div>
  );
}

/** The place of the knobs while there is nothing to turn them for. */
export function NoDataInspector() {
  return <aside class="inspector" aria-label="Inspector" />;
}
