import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../session";
import { Icon } from "../ui/icons";
import { ProjectPanel } from "./panel";
import { ago } from "./words";

/** The project's name and that it is kept; a click opens what can be done with it. */
export function ProjectMenu({ session }: { session: Session }) {
  const desk = session.project;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = desk.open.value;
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) desk.open.value = false;
    };
    window.addEventListener("pointerdown", outside);
    return () => window.removeEventListener("pointerdown", outside);
  }, [open]);
  const project = desk.project.value;
  if (!project) return null;
  const kept = project.kept ? `kept ${ago(project.kept_at ?? 0, desk.now.value)}` : "not kept";
  return (
    <div class="project" ref={root}>
      <button
        ref={button}
        type="button"
        class="project-button"
        data-testid="project"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Project: ${project.name} ${kept}`}
        title={project.kept ? project.place : "This work ends with the server"}
        onClick={() => {
          if (open) desk.open.value = false;
          else desk.show();
        }}
      >
        <span class="project-name">{project.name}</span>{" "}
        <span class={`project-kept ${project.kept ? "" : "is-unkept"}`} data-testid="project-kept">
          {project.notice && <Icon name="warn" size={11} />}
          {kept}
        </span>
        <Icon name="down" size={12} />
      </button>
      {open && (
        <ProjectPanel
          session={session}
          project={project}
          onClose={() => {
            desk.open.value = false;
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
