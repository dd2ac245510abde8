import { useSignal } from "@preact/signals";
import type { Session } from "../session";
import { count, plural } from "../ui/format";
import { Icon } from "../ui/icons";
import { SearchField } from "../ui/search-field";
import { CellBar, type CellFacts, cellFacts } from "./cell";
import type { MatrixDesk } from "./desk";
import { Reasons } from "./reasons";
import type { Example, MatrixView } from "./wire";
import { csvText, offerFile, percent } from "./words";

/** One cell: its number to step, its bar, its lock, its examples. */
export function CellPanel({ session, view }: { session: Session; view: MatrixView }) {
  const desk = session.matrix;
  const place = desk.cell.value;
  if (!place || place.row >= view.classes.length || place.column >= view.classes.length) {
    return (
      <div class="group quiet">Choose a cell to see its examples and to say what it should be.</div>
    );
  }
  const facts = cellFacts(desk, view, place);
  return (
    <div class="cell-panel" data-testid="cell-panel">
      <CellEditor desk={desk} facts={facts} />
      <Examples session={session} view={view} facts={facts} />
    </div>
  );
}

function CellEditor({ desk, facts }: { desk: MatrixDesk; facts: CellFacts }) {
  const draft = desk.draft.value ?? desk.asked.value;
  const mine = draft && draft.row === facts.row && draft.column === facts.column;
  const value = mine ? draft.count : facts.value;
  const step = (by: number) => desk.edit(facts, Math.min(facts.total, Math.max(0, value + by)));
  return (
    <div class="group cell-editor">
      <h2>{facts.name}</h2>
      <div class="stepper">
        <button
          type="button"
          class="button"
          aria-label="One fewer"
          data-testid="step-down"
          onClick={() => step(-1)}
        >
          −
        </button>
        <span class={`stepper-value ${mine ? "cell-count-wished" : ""}`}>{count(value)}</span>
        <button
          type="button"
          class="button"
          aria-label="One more"
          data-testid="step-up"
          onClick={() => step(1)}
        >
          +
        </button>
        <span class="quiet">
          of {count(facts.total)}, {percent(value / facts.total)}
        </span>
      </div>
      <div class={facts.right ? "cell-right" : "cell-error"}>
        <CellBar desk={desk} facts={facts} />
      </div>
      <p class="cell-range-text" data-testid="range">
        can be <b>{count(facts.range[0])}</b> to <b>{count(facts.range[1])}</b>
        {facts.best ? (
          <>
            ; with any model <b>{count(facts.best[0])}</b> to <b>{count(facts.best[1])}</b>
          </>
        ) : (
          <button
            type="button"
            class="text-button"
            data-testid="best-ranges"
            onClick={() => desk.send({ action: "ask-ranges" })}
          >
            with any model?
          </button>
        )}
      </p>
      <label class="toggle">
        <input
          type="checkbox"
          data-testid="lock"
          checked={facts.locked}
          onChange={() => desk.lock(facts)}
        />
        must not get worse
      </label>
    </div>
  );
}

function Examples({
  session,
  view,
  facts,
}: {
  session: Session;
  view: MatrixView;
  facts: CellFacts;
}) {
  const desk = session.matrix;
  const frame = desk.examples.value;
  const here =
    frame &&
    frame.true === view.classes[facts.row] &&
    frame.predicted === view.classes[facts.column];
  const examples = here ? frame.examples : [];
  return (
    <div class="group examples">
      <div class="examples-head">
        <h3>
          {plural(facts.value, "example", "examples")} <span class="quiet">surest first</span>
        </h3>
        <button
          type="button"
          class="icon-button"
          aria-label="Save these examples as CSV"
          title="Save these examples as CSV"
          data-testid="examples-export"
          disabled={examples.length === 0}
          onClick={() => offerFile(`${facts.name}.csv`, examplesCsv(facts.name, examples))}
        >
          <Icon name="save" />
        </button>
      </div>
      <SearchField
        search={desk.search}
        label="Search these examples"
        testid="examples-search"
        onSearch={() => desk.askExamples()}
      />
      {here && examples.length === 0 && (
        <p class="quiet">
          {desk.search.value ? "None of them holds that." : "No row is in this cell."}
        </p>
      )}
      <ul data-testid="examples">
        {examples.map((example) => (
          <ExampleItem key={example.row} desk={desk} view={view} example={example} />
        ))}
      </ul>
    </div>
  );
}

export function examplesCsv(cell: string, examples: Example[]): string {
  const head = ["cell", "row", "id", "sureness", "text", "reasons"];
  const lines = examples.map(({ row, id, sureness, text, reasons }) => [
    cell,
    row,
    id,
    sureness,
    text,
    reasons.map(({ name, push }) => `${name} ${push.toFixed(3)}`).join("; "),
  ]);
  return csvText([head, ...lines]);
}

function ExampleItem({
  desk,
  view,
  example,
}: {
  desk: MatrixDesk;
  view: MatrixView;
  example: Example;
}) {
  const open = useSignal(false);
  const largest = Math.max(
    1e-9,
    ...(desk.examples.value?.examples ?? []).map((each) => Math.abs(each.sureness)),
  );
  const followed = desk.path.value?.row === example.row;
  return (
    <li class={`example ${followed ? "example-followed" : ""}`} data-testid="example">
      <button
        type="button"
        class="example-head"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span class="example-id">{example.id}</span>
        <span class="sureness" title={`leads by ${example.sureness.toFixed(2)}`}>
          <span style={{ width: `${(Math.abs(example.sureness) / largest) * 100}%` }} />
        </span>
        <span class={open.value ? "example-whole" : "example-text"}>{example.text}</span>
      </button>
      {view.program && (
        <button
          type="button"
          class="icon-button example-follow"
          aria-label={`Follow ${example.id} through the program`}
          title="Follow it through the program"
          data-testid="follow"
          aria-pressed={followed}
          onClick={() => desk.follow(example.row)}
        >
          <Icon name="path" />
        </button>
      )}
      {open.value && <Reasons desk={desk} view={view} example={example} />}
    </li>
  );
}
