import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { NEW_PROJECT } from "./words";

/** What a new project is called and what it begins with. */
export function Beginning({ workbench, onCancel }: { workbench: Workbench; onCancel: () => void }) {
  const { project: room, store } = workbench;
  const has = store.hasData.value;
  const name = useSignal("");
  const here = useSignal(has);
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const choice = (withData: boolean, title: string, testid: string) => (
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
      aria-label={NEW_PROJECT.title}
      data-testid="project-begin"
      onSubmit={(event) => {
        event.preventDefault();
        room.start(name.value.trim(), here.value);
      }}
    >
      <h3>{NEW_PROJECT.title}</h3>
      <input
        ref={first}
        class="field"
        aria-label={NEW_PROJECT.name}
        placeholder={here.value ? `${store.stateParts.dataset.value}` : NEW_PROJECT.namePlaceholder}
        maxLength={80}
        data-testid="project-new-name"
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      {has && choice(true, NEW_PROJECT.sameData, "project-same-data")}
      {choice(false, NEW_PROJECT.otherData, "project-other-data")}
      <div class="buttons">
        <button type="submit" class="button button-main" data-testid="project-start">
          {NEW_PROJECT.start}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {NEW_PROJECT.cancel}
        </button>
      </div>
    </form>
  );
}
