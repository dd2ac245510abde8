import type { Workbench } from "../session/workbench";
import { INSPECTOR, NO_DATA, NO_LABELS } from "./words";

/** A room that has nothing to show before there is data, and the way to it. */
export function NoDataYet({ workbench }: { workbench: Workbench }) {
  const file = workbench.rooms.data.view.value;
  return (
    <section class="room-empty no-data" data-testid="no-data">
      <h2>{file ? NO_DATA.notLoaded(file.name) : NO_DATA.title}</h2>
      <p class="quiet">{file ? NO_DATA.load : NO_DATA.about}</p>
      <button
        type="button"
        class="button button-main"
        data-testid="go-data"
        onClick={() => {
          workbench.room.value = "data";
        }}
      >
        {file ? NO_DATA.back(file.name) : NO_DATA.choose}
      </button>
    </section>
  );
}

/** Documents without labels have no category to be inside or outside of, and no error to count. */
export function NoLabelsYet({ workbench }: { workbench: Workbench }) {
  return (
    <div class="room-empty" data-testid="unlabeled">
      <h2>{workbench.store.say.value(NO_LABELS.title)}</h2>
      <p class="quiet">{NO_LABELS.about}</p>
      <button
        type="button"
        class="button button-main"
        onClick={() => {
          workbench.room.value = "clusters";
        }}
      >
        {NO_LABELS.find}
      </button>
    </div>
  );
}

/** The right side of a room that has nothing to show there. */
export function EmptyInspector() {
  return <aside class="inspector" aria-label={INSPECTOR} />;
}
