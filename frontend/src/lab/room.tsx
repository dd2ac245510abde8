import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { TabList } from "../ui/tabs";
import { LAB_PAGES } from "./pages";

/** Classic classifiers step by step. */
export function LabRoom({ session }: { session: Session }) {
  const desk = session.lab;
  useEffect(() => {
    if (!desk.choice.peek()) desk.send({ action: "open-lab" });
  }, [desk, desk.choice.value === null]);
  const page = LAB_PAGES.find(({ name }) => name === desk.page.value) ?? LAB_PAGES[0]!;
  const Shown = page.view;
  return (
    <div class="lab-room" data-testid="lab-room">
      {LAB_PAGES.length > 1 && (
        <TabList
          class="tabs lab-pages"
          tabs={LAB_PAGES}
          chosen={page.name}
          onChoose={(name) => {
            desk.page.value = name;
          }}
          label="Pages of the lab"
          testid="lab-page"
        />
      )}
      <Shown session={session} />
    </div>
  );
}
