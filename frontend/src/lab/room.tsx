import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { LAB_PAGES } from "./pages";

/** Classic classifiers step by step. */
export function LabRoom({ session }: { session: Session }) {
  const desk = session.lab;
  useEffect(() => {
    if (!desk.choice.peek()) desk.send({ action: "open-lab" });
  }, [desk]);
  const page = LAB_PAGES.find(({ name }) => name === desk.page.value) ?? LAB_PAGES[0]!;
  const Shown = page.view;
  return (
    <div class="lab-room" data-testid="lab-room">
      {LAB_PAGES.length > 1 && (
        <div class="tabs lab-pages" role="tablist" aria-label="Pages of the lab">
          {LAB_PAGES.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={page.name === name}
              data-testid={`lab-page-${name}`}
              onClick={() => {
                desk.page.value = name;
              }}
            >
              {title}
            </button>
          ))}
        </div>
      )}
      <Shown session={session} />
    </div>
  );
}
