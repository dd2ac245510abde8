import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { plural } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { ListedProject, ProjectView } from "../../wire/project";
import { Beginning } from "./beginning";
import type { ProjectStore } from "./store";
import { ago } from "./words";

interface PanelProps {
  workbench: Workbench;
  project: ProjectView;
  onClose: () => void;
}

/** Name and notes, copies that leave and come in, and the other projects. */
export function ProjectPanel({ workbench, project, onClose }: PanelProps) {
  const room = workbench.project;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const name = root.current!.querySelector("input")!;
    name.setSelectionRange(0, 0); // so that a long name shows its beginning
    name.focus();
  }, []);
  const step = room.step.value;
  return (
    <div
      ref={root}
      class="project-panel floating"
      role="dialog"
      aria-label="Project"
      data-testid="project-panel"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Escape") return;
        (document.activeElement as HTMLElement | null)?.blur();
        onClose();
      }}
    >
      <Words
        label="Name"
        testid="project-name"
        value={project.name}
        onWrite={(text) => room.rename(text)}
      />
      {project.notice && (
        <p class="project-notice" role="status">
          <Icon name="warn" size={14} /> {project.notice}
        </p>
      )}
      <Words
        label="Note"
        lines={3}
        placeholder="What this work is about"
        testid="project-note"
        value={project.note}
        onWrite={(text) => room.note(text, null)}
      />
      {step && (
        <Words
          key={step.number}
          label={`Note on this step: ${step.label}`}
          lines={2}
          placeholder="Why you did it, what you saw"
          testid="step-note"
          value={project.notes[String(step.number ?? 0)] ?? ""}
          onWrite={(text) => room.note(text, step.number ?? 0)}
        />
      )}
      <p class="project-place row note-faint">
        <span title={project.place}>
          {project.kept
            ? `Kept in ${project.place.split("/").pop()}`
            : "Not kept: start with --project FILE to keep this work."}
        </span>
        {project.can_take_back && (
          <button
            type="button"
            class="text-button"
            data-testid="take-back"
            title="The last name or note as it was before"
            onClick={() => room.takeBack()}
          >
            Take back
          </button>
        )}
      </p>
      {project.kept && (
        <>
          <Copies room={room} workbench={workbench} />
          <Others room={room} />
        </>
      )}
    </div>
  );
}

interface WordsProps {
  label: string;
  value: string;
  lines?: number;
  placeholder?: string;
  testid: string;
  onWrite: (text: string) => void;
}

type Typed = { currentTarget: { value: string } };

/** A field that writes when it is left, or on Enter; what is typed outlives whatever else arrives. */
function Words({ label, value, lines = 1, placeholder, testid, onWrite }: WordsProps) {
  const id = useId();
  const draft = useSignal<string | null>(null);
  useEffect(() => {
    draft.value = null;
  }, [value]);
  const field = {
    id,
    class: "field",
    value: draft.value ?? value,
    placeholder,
    "data-testid": testid,
    spellcheck: false,
    onInput: (event: Typed) => {
      draft.value = event.currentTarget.value;
    },
    onBlur: (event: Typed) => onWrite(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      const done = event.key === "Enter" && (lines === 1 || event.ctrlKey || event.metaKey);
      if (done) (event.currentTarget as HTMLElement).blur();
    },
  };
  return (
    <div class="project-words">
      <label for={id}>{label}</label>
      {lines === 1 ? <input {...field} maxLength={80} /> : <textarea {...field} rows={lines} />}
    </div>
  );
}

function Copies({ room, workbench }: { room: ProjectStore; workbench: Workbench }) {
  const data = useSignal(false);
  const beginning = useSignal(false);
  const chooser = useRef<HTMLInputElement>(null);
  const button = (name: string, title: string, hint: string, onClick: () => void) => (
    <button
      type="button"
      class="button"
      title={hint}
      data-testid={`project-${name}`}
      onClick={onClick}
    >
      {title}
    </button>
  );
  if (beginning.value) {
    return <Beginning workbench={workbench} onCancel={() => (beginning.value = false)} />;
  }
  return (
    <div class="project-copies">
      <div class="buttons buttons-3">
        {button("new", "New …", "Start afresh; this project is kept as it is", () => {
          beginning.value = true;
        })}
        {button("export", "Export", "This project as one file, to open elsewhere", () =>
          room.export(data.value),
        )}
        {button("import", "Import", "A project file from elsewhere", () =>
          chooser.current?.click(),
        )}
      </div>
      <label class="project-check row note">
        <input
          type="checkbox"
          data-testid="project-with-data"
          checked={data.value}
          onChange={(event) => {
            data.value = event.currentTarget.checked;
          }}
        />{" "}
        Export takes data and models along
      </label>
      <input
        ref={chooser}
        class="unseen"
        type="file"
        accept=".steer"
        tabIndex={-1}
        aria-label="A project file to import"
        data-testid="project-file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void room.import(file);
        }}
      />
    </div>
  );
}

function Others({ room }: { room: ProjectStore }) {
  const listed = room.others.value;
  const others = listed?.filter((each) => !each.here);
  if (!others) return <p class="project-empty">Looking for other projects…</p>;
  if (others.length === 0) return <p class="project-empty">There is no other project yet.</p>;
  return (
    <section class="project-others" aria-label="Other projects">
      <h3>Other projects</h3>
      <ul>
        {others.map((each) => (
          <li key={each.path}>
            <Other room={room} project={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Other({ room, project }: { room: ProjectStore; project: ListedProject }) {
  const done = plural(project.entries, "step", "steps");
  return (
    <button
      type="button"
      class="project-other bare"
      data-testid="project-other"
      title={project.fault || project.path}
      disabled={project.fault !== ""}
      onClick={() => room.goTo(project.path)}
    >
      <span class="project-other-name">{project.name}</span>
      <span class="project-other-data">{project.fault || `${project.data} · ${done}`}</span>
      {!project.fault && (
        <span class="project-other-when">{ago(project.kept_at, room.now.value)}</span>
      )}
    </button>
  );
}
