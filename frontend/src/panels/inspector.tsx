import { ChallengePanel } from "../challenge/challenge-panel";
import type { Session, Tab } from "../session";
import { count } from "../ui/format";
import { TabbedInspector } from "../ui/tabs";
import { DocumentPanel } from "./document";
import { KnobsPanel } from "./knobs";
import { SelectionPanel } from "./selection";

/** The knobs, the document that was clicked, or the documents inside a lasso. */
export function Inspector({ session }: { session: Session }) {
  const { store } = session;
  const selection = store.selection.value;
  const tabs: { name: Tab; title: string }[] = [
    { name: "knobs", title: "Knobs" },
    { name: "challenge", title: "Challenge" },
  ];
  if (store.document.value) tabs.push({ name: "document", title: store.say.value("Document") });
  if (selection)
    tabs.push({ name: "selection", title: `${count(selection.rows.length)} gathered` });
  return (
    <TabbedInspector tabs={tabs} open={session.tab}>
      {(tab) => (
        <>
          {tab === "knobs" && <KnobsPanel session={session} />}
          {tab === "challenge" && <ChallengePanel session={session} />}
          {tab === "document" && <DocumentPanel session={session} />}
          {tab === "selection" && <SelectionPanel session={session} />}
        </>
      )}
    </TabbedInspector>
  );
}
