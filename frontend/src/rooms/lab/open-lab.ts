import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";

/** Opens the lab, which the lessons share, where it is not open yet. */
export function useOpenLab(workbench: Workbench): void {
  const room = workbench.rooms.lab;
  useEffect(() => {
    if (!room.choice.peek()) room.send({ action: "open-lab" });
  }, [room, room.choice.value === null]);
}
