import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RoomStore } from "../../session/room-store";
import type { Workbench } from "../../session/workbench";
import { visible } from "../../ui/format";
import { Select } from "../../ui/select";
import type { MatrixView } from "../../wire/matrix";
import type { Action } from "../../wire/types";
import { MODEL_ROOM } from "./words";

/** The store of a room about the current model of Steer. */
export abstract class ModelRoomStore<Sent extends Action = Action> extends RoomStore<Sent> {
  /** The current model, null before one is fitted. */
  readonly matrix = computed(() => {
    const shown = this.store.state.value?.matrix?.shown ?? null;
    return shown === null ? null : (this.store.view.value?.matrix ?? null);
  });
}

/** The current model; one is fitted where there is none. */
export function useCurrentModel(workbench: Workbench, room: ModelRoomStore): MatrixView | null {
  const view = room.matrix.value;
  const { matrix } = workbench.rooms;
  useEffect(() => {
    if (!matrix.view.peek()) matrix.open();
  }, [matrix, view === null]);
  return view;
}

/** What a room shows until it has the current model, or what the server says of it. */
export function ModelAwaited(props: {
  workbench: Workbench;
  view: MatrixView | null;
  hint: string;
  opening?: string;
}) {
  const { workbench, view, hint, opening = MODEL_ROOM.fitting } = props;
  const busy = workbench.store.progress.value !== null || view !== null;
  return (
    <div class="room-empty">
      <h2>{busy ? opening : MODEL_ROOM.none}</h2>
      <p class="quiet">{hint}</p>
      {!busy && (
        <button
          type="button"
          class="button button-main"
          onClick={() => workbench.rooms.matrix.open()}
        >
          {MODEL_ROOM.fit}
        </button>
      )}
    </div>
  );
}

/** The class that a page of the model is about. */
export function ClassChoice(props: {
  classes: string[];
  chosen: string | undefined;
  testid: string;
  onChoose: (name: string) => void;
}) {
  return (
    <label class="row">
      <span class="quiet">{MODEL_ROOM.classLabel}:</span>
      <Select
        testid={props.testid}
        value={props.chosen}
        options={props.classes.map((name) => [name, visible(name)] as const)}
        onChoose={props.onChoose}
      />
    </label>
  );
}
