import type { Workbench } from "../../session/workbench";
import { CARDS } from "../words";
import type { Card } from "./cards";

/** Opens an example with its guide, where nothing of what is open is touched. */
export function openExample(workbench: Workbench, card: Card): void {
  const guide = () => {
    workbench.guide.value = { name: card.name, step: 0 };
  };
  const { data, ...where } = card;
  if (data === null) {
    workbench.room.value = card.room;
    guide();
    return;
  }
  inEmptyProject(workbench, CARDS[card.name].project, () => {
    workbench.openData(data, where, guide);
  });
}

/** Goes on in a project without data: the one that is open, or a new one. */
export function inEmptyProject(workbench: Workbench, name: string, then: () => void): void {
  const { project, store } = workbench;
  const now = project.project.value;
  const empty = !store.hasData.value && !store.state.value?.data;
  if (empty && now?.kept && name) project.rename(name);
  if (empty || !now?.kept) {
    then();
    return;
  }
  project.start(name, false);
  workbench.when(() => project.project.value?.place !== now.place, then);
}
