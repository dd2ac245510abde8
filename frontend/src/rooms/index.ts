import { bayesRoom } from "./bayes";
import { clustersRoom } from "./clusters";
import { compareRoom } from "./compare";
import { dataRoom } from "./data";
import { labRoom } from "./lab";
import { matrixRoom } from "./matrix";
import { planeRoom } from "./plane";
import type { Room } from "./room";

const LIST = [
  planeRoom,
  matrixRoom,
  labRoom,
  clustersRoom,
  compareRoom,
  dataRoom,
  bayesRoom,
] as const;

type Listed = (typeof LIST)[number];

/** The store of each room by the room's name. */
export type RoomStores = { [R in Listed as R["name"]]: ReturnType<R["createStore"]> };

/** The rooms in the order of the rail. */
export const ROOMS: readonly Room[] = LIST;

export function roomNamed(name: string | null): Room | undefined {
  return ROOMS.find((room) => room.name === name);
}
