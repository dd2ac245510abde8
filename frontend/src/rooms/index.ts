import { bayesRoom } from "./bayes";
import { challengeRoom } from "./challenge";
import { clustersRoom } from "./clusters";
import { compareRoom } from "./compare";
import { dataRoom } from "./data";
import { labRoom } from "./lab";
import { lessonsRoom } from "./lab/lessons";
import { matrixRoom } from "./matrix";
import { planeRoom } from "./plane";
import type { GuestRoom, Room } from "./room";
import { scoresRoom } from "./scores";
import type { SectionName } from "./sections";
import { slicesRoom } from "./slices";
import { useRoom } from "./use";
import { whyRoom } from "./why";

const OWNERS = [
  dataRoom,
  matrixRoom,
  scoresRoom,
  whyRoom,
  slicesRoom,
  useRoom,
  compareRoom,
  planeRoom,
  clustersRoom,
  labRoom,
  bayesRoom,
] as const;

type Owner = (typeof OWNERS)[number];

/** The store of each room that has one, by the room's name. */
export type RoomStores = { [R in Owner as R["name"]]: ReturnType<R["createStore"]> };

/** The rooms that have a store. */
export const ROOMS_WITH_STORE: readonly Room[] = OWNERS;

/** The rooms in the order of the rail, and of the tabs of a section. */
export const ROOMS: readonly (Room | GuestRoom)[] = [
  dataRoom,
  matrixRoom,
  scoresRoom,
  whyRoom,
  slicesRoom,
  useRoom,
  compareRoom,
  planeRoom,
  clustersRoom,
  labRoom,
  lessonsRoom,
  bayesRoom,
  challengeRoom,
];

export function roomNamed(name: string | null): Room | GuestRoom | undefined {
  return ROOMS.find((room) => room.name === name);
}

/** The rooms of a section, in their order. */
export function roomsOf(section: SectionName): (Room | GuestRoom)[] {
  return ROOMS.filter((room) => room.section === section);
}
