import { MissingFile } from "../rooms/project/missing-file";
import type { Workbench } from "../session/workbench";
import { sentence, taskText } from "../ui/format";
import { Icon, IconButton } from "../ui/icons";
import { TaskBar } from "../ui/task-bar";
import { FAULT, KERNEL, LINK, LOST, OPENING } from "./words";

/** What happened to the work and what to do: lost connection, error, progress, short notices. */
export function Banners({
  workbench,
  embedded = false,
}: {
  workbench: Workbench;
  embedded?: boolean;
}) {
  const { store } = workbench;
  const fault = store.fault.value;
  const lost = store.status.value === "lost";
  const words = embedded ? KERNEL : LOST;
  return (
    <div class="banners">
      {lost && (
        <div class="banner banner-lost" role="alert" data-testid="banner-lost">
          <span class="spinner" aria-hidden="true" />
          <p>
            <b>{words.title}</b> {words.about}
          </p>
        </div>
      )}
      {fault && !lost && (
        <div
          class="banner banner-fault"
          role="alert"
          data-testid="banner-error"
          data-code={fault.code}
        >
          <Icon name="warn" />
          <div class="banner-words">
            <b>{sentence(fault.what)}</b> {sentence(fault.todo)}{" "}
            <span class="quiet">{FAULT.unchanged}</span>
            {fault.needs && <MissingFile workbench={workbench} needs={fault.needs} />}
          </div>
          <IconButton
            icon="close"
            label={FAULT.close}
            onClick={() => {
              store.fault.value = null;
            }}
          />
        </div>
      )}
      {workbench.link.value && (
        <div class="banner" role="status">
          <p>{LINK.copyByHand}</p>
          <input
            class="field link-field"
            readOnly
            aria-label={LINK.field}
            data-testid="shared-link"
            value={workbench.link.value}
            onFocus={(event) => event.currentTarget.select()}
          />
          <IconButton
            icon="close"
            label={FAULT.close}
            onClick={() => {
              workbench.link.value = null;
            }}
          />
        </div>
      )}
      {workbench.notice.value && (
        <div class="banner banner-notice" role="status">
          <Icon name="check" />
          <p>{workbench.notice.value}</p>
        </div>
      )}
    </div>
  );
}

/** How the project was opened, out of the way of what is done first. */
export function ProjectNotice({ workbench: { project, store } }: { workbench: Workbench }) {
  if (!project.notice.value || !store.ready.value) return null;
  return (
    <div class="banners banners-low">
      <div class="banner" role="status" data-testid="banner-project">
        <Icon name="info" />
        <p>{project.notice.value}</p>
        <IconButton
          icon="close"
          label={FAULT.close}
          testid="close-notice"
          onClick={() => project.closeNotice()}
        />
      </div>
    </div>
  );
}

/** A thin bar below the top bar while a task runs, with a way to stop it. */
export function ProgressBar({ workbench }: { workbench: Workbench }) {
  const progress = workbench.store.progress.value;
  if (!progress) return null;
  return (
    <div class="progress" data-testid="progress">
      <TaskBar task={progress.task} done={progress.done} />
      <p>{progress.message || taskText(progress.task)}</p>
      <button
        type="button"
        class="button"
        data-testid="cancel"
        onClick={() => workbench.store.stop()}
      >
        {OPENING.cancel}
      </button>
    </div>
  );
}

/** The page before the first answer. */
export function Opening({ workbench }: { workbench: Workbench }) {
  const { store } = workbench;
  const fault = store.fault.value;
  return (
    <div class="opening" data-testid="opening">
      {fault ? (
        <>
          <h1>{OPENING.nothing}</h1>
          <p>{sentence(fault.what)}</p>
          <p>{sentence(fault.todo)}</p>
        </>
      ) : (
        <>
          <h1>{OPENING.title}</h1>
          <p>{OPENING.about}</p>
        </>
      )}
      <ProgressBar workbench={workbench} />
    </div>
  );
}
