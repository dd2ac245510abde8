import type { Session } from "../session";
import { TabList } from "../ui/tabs";
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
  return (
    <div class="lecture" data-testid="bayes-room">
      <TabList
        tabs={PAGES}
        chosen={page.value}
        onChoose={(name) => {
          page.value = name;
        }}
        label="Bayes in the plane"
        testid="bayes"
        arrows
      />
      {page.value === "spaces" ? (
        <FourSpaces session={session} />
      ) : (
        <ThreeFeatures session={session} />
      )}
    </div>
  );
}
