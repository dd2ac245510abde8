import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { visible } from "../../ui/format";
import type { MatrixView } from "../../wire/matrix";
import { RowPage } from "./row-page";
import type { WhyStore } from "./store";
import { UsesPanel } from "./uses-panel";
import { ROOM } from "./words";

/** What the current model uses, and why it decides a row as it does. */
export function WhyRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.why;
  const view = room.matrix.value;
  const { matrix } = workbench.rooms;
  useEffect(() => {
    if (!matrix.view.peek()) matrix.open();
  }, [matrix, view === null]);
  if (!view) {
    const busy = room.busy.value;
    return (
      <div class="room-empty">
        <h2>{busy ? ROOM.opening : ROOM.unopened}</h2>
        <p class="quiet">{ROOM.hint}</p>
        {!busy && (
          <button type="button" class="button button-main" onClick={() => matrix.open()}>
            {ROOM.open}
          </button>
        )}
      </div>
    );
  }
  return (
    <div class="why-room pane" data-testid="why-room" data-model={view.shown.number}>
      <RoomHead room={room} view={view} />
      <div class="why-body">
        <UsesPanel room={room} />
        <RowPage room={room} />
      </div>
    </div>
  );
}

function RoomHead({ room, view }: { room: WhyStore; view: MatrixView }) {
  const corrected = Object.keys(room.corrections.value).length;
  return (
    <header class="room-top row">
      <h2 class="why-model clip">{view.shown.family}</h2>
      {view.classes.length > 2 && (
        <label class="row">
          <span class="quiet">{ROOM.classLabel}:</span>
          <select
            class="field"
            data-testid="why-class"
            value={room.importance.value?.category}
            onChange={(event) => {
              room.focus.value = event.currentTarget.value;
              room.measure();
              if (room.group.value !== null) room.choose(room.group.value);
            }}
          >
            {view.classes.map((name) => (
              <option key={name} value={name}>
                {visible(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <span class="room-facts" />
      {corrected > 0 && (
        <button
          type="button"
          class="text-button"
          data-testid="corrected-count"
          title={ROOM.correctedHint}
          onClick={() => {
            room.tab.value = "rows";
            room.which.value = "corrected";
            room.pick();
          }}
        >
          {ROOM.corrected(corrected)}
        </button>
      )}
    </header>
  );
}
