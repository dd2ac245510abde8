import { useSignal } from "@preact/signals";
import type { Needs } from "../../session/store";
import type { Workbench } from "../../session/workbench";
import { MISSING_FILE } from "./words";

/** Asks where the data file of a project is now, and opens the project with it. */
export function MissingFile({ workbench, needs }: { workbench: Workbench; needs: Needs }) {
  const path = useSignal("");
  const { project } = workbench;
  const { data } = workbench.rooms;
  const open = (file: string) => project.goTo(needs.project, file);
  return (
    <form
      class="missing-file"
      data-testid="missing-file"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.value.trim()) open(path.value);
      }}
    >
      {data.upload && (
        <label class="button data-choose">
          {MISSING_FILE.choose(needs.file)}
          <input
            type="file"
            class="unseen"
            data-testid="missing-choose"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) data.bring(file, open);
            }}
          />
        </label>
      )}
      <input
        class="field"
        aria-label={MISSING_FILE.path(needs.file)}
        placeholder={data.upload ? MISSING_FILE.orType : MISSING_FILE.type}
        data-testid="missing-path"
        autocomplete="off"
        spellcheck={false}
        value={path.value}
        onInput={(event) => {
          path.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button button-main" data-testid="missing-open">
        {MISSING_FILE.open}
      </button>
    </form>
  );
}
