import type { Session } from "../session";
import { FourSpaces } from "./four-spaces";
import { roomState } from "./room-state";
import { ThreeFeatures } from "./three-features";

const PAGES = [
  { name: "spaces", title: "One object, four spaces" },
  { name: "objects", title: "Three features" },
] as const;

/** Bayes' rule in the plane, to be shown in front of people. */
export function BayesRoom({ session }: { session: Session }) {
  const { page } = roomState(session);
  const step = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    page.value = page.value === "spaces" ? "objects" : "spaces";
    const tabs = (event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]");
    tabs[page.value === "spaces" ? 0 : 1]?.focus();
  };
  return (
    <div class="lecture" data-testid="bayes-room">
      <div class="tabs" role="tablist" aria-label="Bayes in the plane" onKeyDown={step}>
        {PAGES.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={page.value === name}
            tabIndex={page.value === name ? 0 : -1}
            data-testid={`bayes-${name}`}
            onClick={() => {
              page.value = name;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      {page.value === "spaces" ? (
        <FourSpaces session={session} />
      ) : (
        <ThreeFeatures session={session} />
      )}
    </div>
  );
}
