import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { Icon } from "../../ui/icons";
import { ProjectPanel } from "./panel";
import { ago, PROJECT } from "./words";

/** The project's name and that it is kept; a click opens what can be done with it. */
export function ProjectMenu({ workbench }: { workbench: Workbench }) {
  const room = workbench.project;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = room.open.value;
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) room.open.value = false;
    };
    window.addEventListener("pointerdown", outside);
    return () => window.removeEventListener("pointerdown", outside);
  }, [open]);
  const project = room.project.value;
  if (!project) return null;
  const when = ago(project.kept_at ?? 0, room.now.value);
  const saved = project.kept ? PROJECT.saved(when) : PROJECT.notSaved;
  return (
    <div class="project" ref={root}>
      <button
        ref={button}
        type="button"
        class="project-button bare"
        data-testid="project"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={PROJECT.label(project.name, saved)}
        title={project.kept ? project.place : PROJECT.endsWithServer}
        onClick={() => {
          if (open) room.open.value = false;
          else room.show();
        }}
      >
        <span class="project-name clip">{project.name}</span>{" "}
        <span
          class={`project-kept row note-faint ${project.kept ? "" : "is-unkept"}`}
          data-testid="project-kept"
        >
          {project.notice && <Icon name="warn" size={11} />}
          {saved}
        </span>
        <Icon name="down" size={12} />
      </button>
      {open && (
        <ProjectPanel
          workbench={workbench}
          project={project}
          onClose={() => {
            room.open.value = false;
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
