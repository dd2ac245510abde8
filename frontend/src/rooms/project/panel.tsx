import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { plural } from "../../ui/format";
import { Icon } from "../../ui/icons";
import type { ListedProject, ProjectView } from "../../wire/project";
import { Beginning } from "./beginning";
import type { ProjectStore } from "./store";
import { ago, COPIES, OTHERS, PROJECT } from "./words";

interface PanelProps {
  workbench: Workbench;
  project: ProjectView;
  onClose: () => void;
}

/** Name and notes, copies that leave and come in, and the other projects. */
export function ProjectPanel({ workbench, project, onClose }: PanelProps) {
  const room = workbench.project;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
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
      aria-label={PROJECT.title}
      data-testid="project-panel"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Escape") return;
        (document.activeElement as HTMLElement | null)?.blur();
        onClose();
      }}
    >
      <Words
        label={PROJECT.name}
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
        label={PROJECT.note}
        lines={3}
        placeholder={PROJECT.aboutNote}
        testid="project-note"
        value={project.note}
        onWrite={(text) => room.note(text, null)}
      />
      {step && (
        <Words
          key={step.number}
          label={PROJECT.stepNote(step.label)}
          lines={2}
          placeholder={PROJECT.aboutStep}
          testid="step-note"
          value={project.notes[String(step.number ?? 0)] ?? ""}
          onWrite={(text) => room.note(text, step.number ?? 0)}
        />
      )}
      <p class="project-place row note-faint">
        <span title={project.place}>
          {project.kept ? PROJECT.savedIn(project.place.split("/").pop() ?? "") : PROJECT.howToSave}
        </span>
        {project.can_take_back && (
          <button
            type="button"
            class="text-button"
            data-testid="take-back"
            title={PROJECT.takeBackHint}
            onClick={() => room.takeBack()}
          >
            {PROJECT.takeBack}
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
  useLayoutEffect(() => {
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
        {button("new", COPIES.new, COPIES.newHint, () => {
          beginning.value = true;
        })}
        {button("export", COPIES.export, COPIES.exportHint, () => room.export(data.value))}
        {button("import", COPIES.import, COPIES.importHint, () => chooser.current?.click())}
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
        {COPIES.withData}
      </label>
      <input
        ref={chooser}
        class="unseen"
        type="file"
        accept=".steer"
        tabIndex={-1}
        aria-label={COPIES.importFile}
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
  if (!others) return <p class="project-empty">{OTHERS.looking}</p>;
  if (others.length === 0) return <p class="project-empty">{OTHERS.none}</p>;
  return (
    <section class="project-others" aria-label={OTHERS.title}>
      <h3>{OTHERS.title}</h3>
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
  const done = plural(project.entries, ...OTHERS.steps);
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
