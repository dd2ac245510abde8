import type { ComponentType } from "preact";
import { BayesRoom } from "../bayes/bayes-room";
import { ClusterInspector } from "../clusters/inspector";
import { ClustersRoom } from "../clusters/room";
import { CompareInspector } from "../compare/inspector";
import { CompareRoom } from "../compare/room";
import { DataInspector } from "../data/inspector";
import { DataRoom } from "../data/room";
import { LabInspector } from "../lab/inspector";
import { LabRoom } from "../lab/room";
import { MatrixInspector } from "../matrix/inspector";
import { MatrixRoom } from "../matrix/room";
import type { Session } from "../session";
import { Icon, type IconName } from "../ui/icons";
import { PlaneRoom } from "./plane-room";

export interface Room {
  name: string;
  title: string;
  icon: IconName;
  view: ComponentType<{ session: Session }>;
  /** What the room shows on its right instead of the knobs. */
  inspector?: ComponentType<{ session: Session }>;
  /** What the room takes of the choices at the top besides the data; the category if not said. */
  takes?: readonly TopChoice[] | ((session: Session) => readonly TopChoice[]);
  /** Whether it has something to show before any data has been chosen. */
  withoutData?: boolean;
  /** Whether it has something to show where no document has a label. */
  withoutLabels?: boolean;
}

export type TopChoice = "category" | "folds" | "search";

const USUAL: readonly TopChoice[] = ["category"];

/** The rooms that exist. A new room is one more line. */
export const ROOMS: Room[] = [
  {
    name: "plane",
    title: "Plane",
    icon: "plane",
    view: PlaneRoom,
    takes: ["category", "folds", "search"],
  },
  {
    name: "matrix",
    title: "Matrix",
    icon: "matrix",
    view: MatrixRoom,
    inspector: MatrixInspector,
  },
  {
    name: "lab",
    title: "Lab",
    icon: "lab",
    view: LabRoom,
    inspector: LabInspector,
    takes: ({ lab }) => (lab.onData.value ? USUAL : []),
    withoutData: true,
  },
  {
    name: "clusters",
    title: "Clusters",
    icon: "clusters",
    view: ClustersRoom,
    inspector: ClusterInspector,
    takes: ["search"],
    withoutLabels: true,
  },
  {
    name: "compare",
    title: "Compare",
    icon: "compare",
    view: CompareRoom,
    inspector: CompareInspector,
    takes: ({ compare }) => (compare.choice.value?.all_classes ? [] : USUAL),
  },
  {
    name: "data",
    title: "Data",
    icon: "data",
    view: DataRoom,
    inspector: DataInspector,
    takes: [],
    withoutData: true,
  },
  { name: "bayes", title: "Bayes", icon: "bayes", view: BayesRoom, takes: [], withoutData: true },
];

/** Whether the room on show waits for labels that the documents do not have. */
export function missingLabels({ room: { value: name }, clusters }: Session): boolean {
  const room = ROOMS.find((each) => each.name === name);
  return clusters.unlabeled.value && !room?.withoutData && !room?.withoutLabels;
}

/** What the room on show takes of the choices at the top; nothing before there is something to show. */
export function takenBy(session: Session): readonly TopChoice[] {
  if (!session.store.hasData.value || missingLabels(session)) return [];
  const takes = ROOMS.find((room) => room.name === session.room.value)?.takes ?? USUAL;
  return typeof takes === "function" ? takes(session) : takes;
}

export function Rail({ session }: { session: Session }) {
  return (
    <nav class="rail" aria-label="Rooms">
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
          aria-current={session.room.value === room.name ? "page" : undefined}
          onClick={() => {
            session.room.value = room.name;
          }}
        >
          <Icon name={room.icon} size={20} />
          <span>{room.title}</span>
        </button>
      ))}
    </nav>
  );
}
