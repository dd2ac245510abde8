import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { App } from "../app/app";
import { keepUiApart, savedUi, writeScreen } from "../session/room-store";
import { webSocketTransport } from "../session/transports";
import { Workbench } from "../session/workbench";
import { ClassLink, type Screen } from "./link";
import { wayTo } from "./screen";
import { STUDENT } from "./words";

/** Opens the page that shows the teacher's screen and changes nothing: it is inside a student's. */
export function openFollowPage(address: (path: string) => string, root: HTMLElement): void {
  keepUiApart("follow");
  const link = new ClassLink(address("./class/news"));
  const shown = signal<Workbench | null>(null);
  let before: Screen | null = null;
  effect(() => {
    const { sharing, screen } = link.info.value ?? {};
    if (!sharing || !screen) {
      shown.peek()?.close();
      shown.value = null;
      before = null;
      return;
    }
    const way = wayTo(before, screen);
    before = screen;
    if (way === "same") return;
    writeScreen(screen);
    const current = shown.peek();
    if (way === "step" && current) step(current);
    else {
      current?.close();
      shown.value = openedAnew(address("./class/screen"));
    }
  });
  render(<Followed shown={() => shown.value} />, root);
}

function openedAnew(address: string): Workbench {
  const workbench = new Workbench(webSocketTransport(address));
  for (const room of workbench.roomStores) room.restoreUi();
  step(workbench);
  return workbench;
}

/** Goes to the room, or the lesson, that is open on the teacher's screen. */
function step(workbench: Workbench): void {
  const lesson = savedUi<string>("lesson");
  const room = savedUi<string>("room");
  if (lesson) for (const each of workbench.roomStores) each.openLink(lesson);
  if (room) workbench.room.value = room;
}

function Followed({ shown }: { shown: () => Workbench | null }) {
  const workbench = shown();
  if (!workbench) {
    return (
      <div class="steersman follow-waiting">
        <p>{STUDENT.waiting}</p>
      </div>
    );
  }
  return (
    <div class="followed" inert data-testid="followed">
      <App workbench={workbench} key={workbench} />
    </div>
  );
}
