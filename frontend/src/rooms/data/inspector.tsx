import type { Workbench } from "../../session/workbench";
import { count, shares } from "../../ui/format";
import { Select } from "../../ui/select";
import type { ColumnView, FileView, FindingView, Role } from "../../wire/data";
import { ClassName } from "./class-name";
import { FeatureRules } from "./feature-rules";
import type { DataStore } from "./store";
import { CLASSES, LOADED } from "./words";

/** What will be loaded: the classes with their rows, and what each column is taken for. */
export function DataInspector({ workbench }: { workbench: Workbench }) {
  const { view: open, isLoaded } = workbench.rooms.data;
  const view = open.value;
  const title = view ? (isLoaded.value ? LOADED.after : LOADED.before) : LOADED.none;
  return (
    <aside class="inspector" aria-label="Inspector">
      <div class="tabs">
        <h2 class="data-inspector-title">{title}</h2>
      </div>
      <div class="inspector-body">
        {view ? <Loaded view={view} workbench={workbench} /> : <Advice />}
      </div>
    </aside>
  );
}

function Advice() {
  return (
    <div class="group data-advice">
      {LOADED.advice.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}

function Loaded({ view, workbench }: { view: FileView; workbench: Workbench }) {
  const distinct = workbench.rooms.data.choice.value?.distinct;
  const duplicates = view.findings.find(isAboutEqualRows)?.rows ?? 0;
  return (
    <>
      {!view.fixed_roles && view.labels.length < 2 && (
        <LabelChoice room={workbench.rooms.data} view={view} />
      )}
      {view.labels.map((label) => (
        <Balance key={label.column} room={workbench.rooms.data} view={view} label={label} />
      ))}
      <div class="group">
        <h3>{LOADED.features}</h3>
        <Taken view={view} as="text" title="Text" />
        <Taken view={view} as="number" title="Numbers" />
        <Taken view={view} as="category" title="Categories" />
        <Taken view={view} as="date" title="Dates" />
        <Taken view={view} as="vector" title="Vectors" />
        <FeatureRules room={workbench.rooms.data} view={view} />
      </div>
      {(distinct || view.columns.some(({ role }) => NOT_LEARNED.includes(role))) && (
        <div class="group">
          <h3>{LOADED.others}</h3>
          <Taken view={view} as="id" title="Identifier" />
          <Taken view={view} as="split" title="Train or test" />
          <Taken view={view} as="leave" title="Left out" />
          {distinct && <p class="data-taken">{LOADED.duplicates(duplicates)}</p>}
        </div>
      )}
    </>
  );
}

function isAboutEqualRows({ remedy }: FindingView): boolean {
  return remedy === "distinct" || remedy === "one-of-equal";
}

const OFFERED = 2000;

/** Which column is the label: in a wide table it may be far to the right. */
function LabelChoice({ room, view }: { room: DataStore; view: FileView }) {
  const label = view.labels[0]?.column ?? "";
  const names = [...view.columns.map(({ name }) => name), ...view.other_columns].slice(0, OFFERED);
  return (
    <div class="group">
      <label class="data-label-choice row note">
        <span>{LOADED.label}</span>
        <Select
          class="field field-small"
          testid="label-choice"
          value={label}
          options={[
            ["", label ? LOADED.noLabel : LOADED.noLabelYet],
            ...names.map((name) => [name, name] as const),
          ]}
          onChoose={(value) => {
            const chosen = value;
            if (chosen) room.setRole(chosen, "label");
            else room.setRole(label, "leave");
          }}
        />
      </label>
      {!label && <p class="quiet">{LOADED.labelHint}</p>}
    </div>
  );
}

const SEPARATORS = [";", ",", "|", " ", "/"];

/** Several labels may stand in one cell: corn; wheat. */
function Separator({ room, view }: { room: DataStore; view: FileView }) {
  return (
    <label class="data-separator row note">
      {CLASSES.perRow}
      <Select
        class="field field-small"
        testid="separator"
        value={view.separator ?? ""}
        options={[
          ["", CLASSES.one],
          ...SEPARATORS.map((sign) => [sign, CLASSES.several(sign)] as const),
        ]}
        onChoose={(value) => room.setReading({ separator: value || null })}
      />
    </label>
  );
}

interface BalanceProps {
  room: DataStore;
  view: FileView;
  label: FileView["labels"][number];
}

function Balance({ room, view, label }: BalanceProps) {
  const most = Math.max(1, ...label.balance.map((bar) => bar.rows));
  const parts = shares(
    label.balance.map(({ rows }) => rows),
    label.rows,
  );
  const hidden = label.classes - label.balance.length;
  return (
    <div class="group" data-testid="balance">
      <h3>
        {CLASSES.title(label.classes, label.column)}
        {view.rows_seen < view.rows && (
          <span class="quiet">{CLASSES.firstRows(view.rows_seen)}</span>
        )}
      </h3>
      {view.labels.length === 1 && !view.fixed_roles && <Separator room={room} view={view} />}
      <ul class="data-balance">
        {label.balance.map((bar, place) => (
          <li key={bar.label} data-catch={bar.label === view.positive?.label}>
            <span class="data-balance-name clip" title={bar.name} dir="auto">
              {bar.name}
            </span>
            <span class="data-balance-track" aria-hidden="true">
              <span style={{ width: `${(bar.rows / most) * 100}%` }} />
            </span>
            <span class="data-balance-rows">
              {count(bar.rows)} <span class="quiet">{parts[place]}</span>
            </span>
            {view.labels.length === 1 && <ClassName room={room} bar={bar} />}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="quiet">{CLASSES.more(hidden)}</p>}
    </div>
  );
}

const NAMED = 12;
const NOT_LEARNED: Role[] = ["id", "split", "leave"];

function Taken({ view, as, title }: { view: FileView; as: Role; title: string }) {
  const columns: ColumnView[] = view.columns.filter((column) => column.role === as);
  if (columns.length === 0) return null;
  const names = columns.slice(0, NAMED).map((column) => column.name);
  const more = (view.roles[as] ?? columns.length) - names.length;
  return (
    <p class="data-taken">
      <span class="quiet">{title}</span> {names.join(", ")}
      {more > 0 && <span class="quiet">{LOADED.more(more)}</span>}
    </p>
  );
}
