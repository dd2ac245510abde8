import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { TabList } from "../../ui/tabs";
import { LAB_PAGES } from "./pages";

/** Classic classifiers step by step. */
export function LabRoom({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.lab;
  useEffect(() => {
    if (!room.choice.peek()) room.send({ action: "open-lab" });
  }, [room, room.choice.value === null]);
  const page = LAB_PAGES.find(({ name }) => name === room.page.value) ?? LAB_PAGES[0]!;
  const Shown = page.view;
  return (
    <div class="lab-room pane" data-testid="lab-room">
      {LAB_PAGES.length > 1 && (
        <TabList
          class="tabs lab-pages"
          tabs={LAB_PAGES}
          chosen={page.name}
          onChoose={(name) => {
            room.page.value = name;
          }}
          label="Pages of the lab"
          testid="lab-page"
        />
      )}
      <Shown workbench={workbench} />
    </div>
  );
}
