import type { Workbench } from "../../session/workbench";
import { sentence } from "../../ui/format";
import { Select } from "../../ui/select";
import type { NewFile, UseView } from "../../wire/use";
import { bringFile } from "./feeding";
import type { UseStore } from "./store";
import { FILES } from "./words";

/** The files whose rows the model has seen, and which of their columns are what. */
export function UseInspector({ workbench }: { workbench: Workbench }) {
  const view = workbench.rooms.use.view.value;
  return (
    <aside class="inspector scores-inspector" aria-label="Inspector">
      <h2 class="unseen">Inspector</h2>
      <div class="inspector-body">{view && <Files workbench={workbench} view={view} />}</div>
    </aside>
  );
}

function Files({ workbench, view }: { workbench: Workbench; view: UseView }) {
  const room = workbench.rooms.use;
  return (
    <>
      <section class="group">
        <h3>{FILES.model}</h3>
        <p>{view.title}</p>
        <h3>{FILES.limits}</h3>
        {view.limits.map(({ bound, words }) => (
          <p key={bound} title={bound}>
            {sentence(words)}
          </p>
        ))}
      </section>
      <section class="group" data-testid="use-files">
        <h3>{FILES.title}</h3>
        {view.files.length === 0 && <p class="note">{FILES.none}</p>}
        {view.files.map((file, place) => (
          <FileEntry key={`${place} ${file.name}`} room={room} file={file} place={place} />
        ))}
        {view.files.length > 0 && workbench.rooms.data.upload && (
          <p>
            <label class="button" title={FILES.importHint}>
              {FILES.importLabels}
              <input
                type="file"
                class="unseen"
                data-testid="use-import"
                onChange={(event) => {
                  bringFile(workbench, event.currentTarget.files, (path) =>
                    room.send({ action: "import-labels", path }),
                  );
                  event.currentTarget.value = "";
                }}
              />
            </label>
          </p>
        )}
      </section>
    </>
  );
}

function FileEntry({ room, file, place }: { room: UseStore; file: NewFile; place: number }) {
  const set = (change: { label?: string; identifier?: string; time?: string }) =>
    room.send({
      action: "set-fed-columns",
      place,
      label: file.label,
      identifier: file.id,
      time: file.time,
      ...change,
    });
  return (
    <div class="use-file" data-testid="use-file">
      <p class="clip" title={file.name}>
        <strong>{file.name}</strong>
      </p>
      <p class="note">{FILES.rows(file.rows, file.labeled)}</p>
      <dl class="use-columns">
        <ColumnChoice
          name={FILES.label}
          chosen={file.label}
          columns={file.columns}
          onChoose={(label) => set({ label })}
        />
        <ColumnChoice
          name={FILES.id}
          chosen={file.id}
          columns={file.columns}
          onChoose={(identifier) => set({ identifier })}
        />
        <ColumnChoice
          name={FILES.time}
          chosen={file.time}
          columns={file.columns}
          onChoose={(time) => set({ time })}
        />
      </dl>
      {file.notes.map((note) => (
        <p key={note} class="note">
          {sentence(note)}
        </p>
      ))}
    </div>
  );
}

function ColumnChoice(props: {
  name: string;
  chosen: string;
  columns: string[];
  onChoose: (column: string) => void;
}) {
  return (
    <label class="use-column">
      <span class="note">{props.name}</span>
      <Select
        value={props.chosen}
        options={[["", FILES.noColumn], ...props.columns.map((name) => [name, name] as const)]}
        onChoose={props.onChoose}
      />
    </label>
  );
}
