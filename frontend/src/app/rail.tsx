import { roomNamed, roomsOf } from "../rooms";
import type { TopChoice } from "../rooms/room";
import { SECTIONS, type Section } from "../rooms/sections";
import { START_PAGE } from "../session/room-store";
import type { Workbench } from "../session/workbench";
import { Icon } from "../ui/icons";
import { RAIL } from "./words";

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
  const open = roomNamed(workbench.room.value);
  return (
    <nav class="rail row" aria-label={RAIL.label}>
      <button
        type="button"
        class="mark bare"
        aria-label={RAIL.start}
        title={RAIL.start}
        data-testid="go-start"
        aria-current={workbench.room.value === START_PAGE ? "page" : undefined}
        onClick={() => {
          workbench.room.value = START_PAGE;
        }}
      >
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <circle cx="11" cy="11" r="6.500" />
          <circle cx="11" cy="11" r="1.600" />
          <path d="M11 1.500v19 M1.500 11h19 M4.300 4.300l13.400 13.400 M17.700 4.300 4.300 17.700" />
        </svg>
      </button>
      {SECTIONS.map((section) => (
        <SectionEntry
          key={section.name}
          section={section}
          open={open?.section === section.name ? open.name : null}
          workbench={workbench}
        />
      ))}
    </nav>
  );
}

/** A task of the rail; while it is open, its rooms below it. */
function SectionEntry(props: { section: Section; open: string | null; workbench: Workbench }) {
  const { section, open, workbench } = props;
  const rooms = roomsOf(section.name);
  const [only, second] = rooms;
  const several = second !== undefined;
  return (
    <>
      <button
        type="button"
        class="room"
        data-testid={several ? `section-${section.name}` : `room-${only!.name}`}
        aria-current={open ? (several ? "true" : "page") : undefined}
        aria-expanded={several ? open !== null : undefined}
        onClick={() => workbench.openSection(section.name)}
      >
        <Icon path={section.icon} size={20} />
        <span>{section.title}</span>
      </button>
      {several && open && (
        <div class="sub-rooms">
          {rooms.map((room) => (
            <button
              key={room.name}
              type="button"
              class="sub-room"
              data-testid={`room-${room.name}`}
              aria-current={open === room.name ? "page" : undefined}
              onClick={() => {
                workbench.room.value = room.name;
              }}
            >
              {room.railTitle ?? room.title}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
