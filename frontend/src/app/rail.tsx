import { ROOMS, roomNamed } from "../rooms";
import type { TopChoice } from "../rooms/room";
import type { Workbench } from "../session/workbench";
import { Icon } from "../ui/icons";

const USUAL: readonly TopChoice[] = ["category"];

/** Whether the open room waits for labels that the documents do not have. */
export function missingLabels({ room: { value: name }, store }: Workbench): boolean {
  const room = roomNamed(name);
  return store.unlabeled.value && !room?.withoutData && !room?.withoutLabels;
}

/** What the open room takes of the choices at the top; nothing before there is something to show. */
export function takenBy(workbench: Workbench): readonly TopChoice[] {
  if (!workbench.store.hasData.value || missingLabels(workbench)) return [];
  const takes = roomNamed(workbench.room.value)?.takes ?? USUAL;
  return typeof takes === "function" ? takes(workbench) : takes;
}

export function Rail({ workbench }: { workbench: Workbench }) {
  return (
    <nav class="rail row" aria-label="Rooms">
      <span class="mark" aria-hidden="true">
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <circle cx="11" cy="11" r="6.500" />
          <circle cx="11" cy="11" r="1.600" />
          <path d="M11 1.500v19 M1.500 11h19 M4.300 4.300l13.400 13.400 M17.700 4.300 4.300 17.700" />
        </svg>
      </span>
      {ROOMS.map((room) => (
        <button
          key={room.name}
          type="button"
          class="room"
          data-testid={`room-${room.name}`}
          aria-current={workbench.room.value === room.name ? "page" : undefined}
          onClick={() => {
            workbench.room.value = room.name;
          }}
        >
          <Icon path={room.icon} size={20} />
          <span>{room.title}</span>
        </button>
      ))}
    </nav>
  );
}
