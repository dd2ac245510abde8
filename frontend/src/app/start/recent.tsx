import { useEffect } from "preact/hooks";
import { ago } from "../../rooms/project/words";
import { FIRST_ROOM } from "../../session/room-store";
import type { Workbench } from "../../session/workbench";
import type { ListedProject } from "../../wire/project";
import { START } from "../words";

const MOST = 4;

/** The projects that were worked on last: a click goes on with one. */
export function RecentProjects({ workbench }: { workbench: Workbench }) {
  const { project, store } = workbench;
  const kept = project.project.value?.kept ?? false;
  useEffect(() => {
    if (kept) project.list();
  }, [kept]);
  const worth = (each: ListedProject) =>
    each.fault === "" && (each.here ? store.hasData.value : each.entries > 0);
  const recent = (project.others.value ?? []).filter(worth).slice(0, MOST);
  if (recent.length === 0) return null;
  return (
    <section class="start-recent" aria-label={START.recent}>
      <h2>{START.recent}</h2>
      <ul>
        {recent.map((each) => (
          <li key={each.path}>
            <button
              type="button"
              class="start-project"
              data-testid="recent-project"
              title={each.path}
              onClick={() => {
                if (each.here) workbench.room.value = FIRST_ROOM;
                else project.goTo(each.path, "", FIRST_ROOM);
              }}
            >
              <b class="clip">{each.name}</b>
              <span class="note clip">
                {each.data}
                <span class="dot">·</span>
                {each.here ? START.open : ago(each.kept_at, project.now.value)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
