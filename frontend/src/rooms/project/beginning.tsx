import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";

/** What a new project is called and what it begins with. */
export function Beginning({ workbench, onCancel }: { workbench: Workbench; onCancel: () => void }) {
  const { project: room, store } = workbench;
  const has = store.hasData.value;
  const name = useSignal("");
  const here = useSignal(has);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const choice = (withData: boolean, title: ComponentChildren, testid: string) => (
    <label class="project-check row note">
      <input
        type="radio"
        name="project-data"
        data-testid={testid}
        checked={here.value === withData}
        disabled={withData && !has}
        onChange={() => {
          here.value = withData;
        }}
      />{" "}
      {title}
    </label>
  );
  return (
    <form
      class="project-copies"
      aria-label="New project"
      data-testid="project-begin"
      onSubmit={(event) => {
        event.preventDefault();
        room.start(name.value.trim(), here.value);
      }}
    >
      <h3>New project</h3>
      <input
        ref={first}
        class="field"
        aria-label="Name of the new project"
        placeholder={here.value ? `${store.stateParts.dataset.value}` : "Its name"}
        maxLength={80}
        data-testid="project-new-name"
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      {has &&
        choice(
          true,
          <span>
            on <b>{store.stateParts.dataset.value}</b>, from the start
          </span>,
          "project-same-data",
        )}
      {choice(false, "on other data: choose it next", "project-other-data")}
      <div class="buttons">
        <button type="submit" class="button button-main" data-testid="project-start">
          Start
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
