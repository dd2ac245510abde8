import type { Workbench } from "../../session/workbench";
import type { MatrixView } from "../../wire/matrix";
import { ClassChoice, ModelAwaited, useCurrentModel } from "../matrix/model-room";
import { RowPage } from "./row-page";
import type { WhyStore } from "./store";
import { UsesPanel } from "./uses-panel";
import { ROOM } from "./words";

/** What the current model uses, and why it decides a row as it does. */
export function WhyRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.why;
  const view = useCurrentModel(workbench, room);
  if (!view) return <ModelAwaited workbench={workbench} view={view} hint={ROOM.hint} />;
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
      <h2 class="room-model clip">{view.shown.family}</h2>
      {view.classes.length > 2 && (
        <ClassChoice
          classes={view.classes}
          chosen={room.importance.value?.category}
          testid="why-class"
          onChoose={(name) => {
            room.focus.value = name;
            room.measure();
            if (room.group.value !== null) room.choose(room.group.value);
          }}
        />
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
