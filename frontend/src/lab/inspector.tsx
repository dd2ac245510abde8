import type { Session } from "../session";
import { LAB_PAGES } from "./pages";

/** What the open page of the lab shows on its right. */
export function LabInspector({ session }: { session: Session }) {
  const page = LAB_PAGES.find(({ name }) => name === session.lab.page.value) ?? LAB_PAGES[0]!;
  const Shown = page.inspector;
  return Shown ? <Shown session={session} /> : <aside class="inspector" aria-label="Inspector" />;
}
