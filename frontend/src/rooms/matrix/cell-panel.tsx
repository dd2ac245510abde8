import { useSignal } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { count, plural } from "../../ui/format";
import { Icon } from "../../ui/icons";
import { titleOf, useSay } from "../../ui/naming";
import { RowPicture } from "../../ui/row-picture";
import { SearchField } from "../../ui/search-field";
import type { Example, MatrixView } from "../../wire/matrix";
import { CellBar, type CellFacts, cellFacts } from "./cell";
import { Reasons } from "./reasons";
import type { MatrixStore } from "./store";
import { CELL, percent, reachText, referredName } from "./words";

/** One cell: its number to step, its bar, its lock, its examples. */
export function CellPanel({ workbench, view }: { workbench: Workbench; view: MatrixView }) {
  const room = workbench.rooms.matrix;
  const place = room.cell.value;
  const { referred } = view.shown;
  if (place && place.column === view.classes.length && referred[place.row] !== undefined) {
    return <ReferredPanel workbench={workbench} view={view} row={place.row} />;
  }
  if (!place || place.row >= view.classes.length || place.column >= view.classes.length) {
    return <div class="group quiet">{CELL.choose}</div>;
  }
  const facts = cellFacts(room, view, place);
  return (
    <div class="cell-panel" data-testid="cell-panel">
      <CellEditor room={room} facts={facts} />
      <Examples
        workbench={workbench}
        view={view}
        cell={{
          truth: view.classes[place.row]!,
          said: view.classes[place.column]!,
          value: facts.value,
        }}
      />
    </div>
  );
}

/** Rows of a class that go to a person, to read. */
function ReferredPanel(props: { workbench: Workbench; view: MatrixView; row: number }) {
  const { workbench, view, row } = props;
  const value = view.shown.referred[row]!;
  const total = view.shown.matrix[row]!.reduce((sum, each) => sum + each, value);
  const cell = { truth: view.classes[row]!, said: view.referral, value };
  return (
    <div class="cell-panel" data-testid="cell-panel">
      <div class="group cell-editor">
        <h2>{referredName(view.classes[row]!)}</h2>
        <p data-testid="referred-share">
          <b>{count(value)}</b>{" "}
          <span class="quiet">
            of {count(total)}, {percent(value / Math.max(1, total))}
          </span>
        </p>
        <p class="note">{CELL.referred}</p>
      </div>
      <Examples workbench={workbench} view={view} cell={cell} />
    </div>
  );
}

function CellEditor({ room, facts }: { room: MatrixStore; facts: CellFacts }) {
  const draft = room.draft.value ?? room.asked.value;
  const mine = draft && draft.row === facts.row && draft.column === facts.column;
  const value = mine ? draft.count : facts.value;
  const step = (by: number) => room.edit(facts, Math.min(facts.total, Math.max(0, value + by)));
  return (
    <div class="group cell-editor">
      <h2>{facts.name}</h2>
      <div class="stepper row">
        <button
          type="button"
          class="button"
          aria-label={CELL.fewer}
          data-testid="step-down"
          onClick={() => step(-1)}
        >
          −
        </button>
        <span class={`stepper-value ${mine ? "cell-count-wished" : ""}`}>{count(value)}</span>
        <button
          type="button"
          class="button"
          aria-label={CELL.more}
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
        <CellBar room={room} facts={facts} />
      </div>
      <SideBySide facts={facts} />
      <p class="cell-range-text note" data-testid="range">
        {reachText(facts.range, facts.best, facts.right)}{" "}
        {!facts.best && (
          <button
            type="button"
            class="text-button"
            data-testid="best-ranges"
            onClick={() => room.send({ action: "ask-ranges" })}
          >
            {CELL.otherModels}
          </button>
        )}
      </p>
      <label class="toggle">
        <input
          type="checkbox"
          data-testid="lock"
          checked={facts.locked}
          onChange={() => room.lock(facts)}
        />
        {CELL.keep}
      </label>
    </div>
  );
}

/** Observed, wanted and reached, once the cell was steered. */
function SideBySide({ facts }: { facts: CellFacts }) {
  if (facts.before === null || (facts.before === facts.value && facts.wanted === null)) return null;
  const sign = facts.atMost ? "≤" : "≥";
  return (
    <dl class="side-by-side note" data-testid="side-by-side">
      <dt>{CELL.was}</dt>
      <dd>{count(facts.before)}</dd>
      {facts.wanted !== null && (
        <>
          <dt>{CELL.wanted}</dt>
          <dd>
            {sign} {count(facts.wanted)}
          </dd>
        </>
      )}
      <dt>{CELL.is}</dt>
      <dd>
        <b>{count(facts.value)}</b>
      </dd>
    </dl>
  );
}

/** A cell of the matrix by its names, and how many rows are in it. */
interface NamedCell {
  truth: string;
  said: string;
  value: number;
}

function Examples(props: { workbench: Workbench; view: MatrixView; cell: NamedCell }) {
  const { workbench, view, cell } = props;
  const say = useSay();
  const room = workbench.rooms.matrix;
  const frame = room.examples.value;
  const here = frame && frame.true === cell.truth && frame.predicted === cell.said;
  const examples = here ? frame.examples : [];
  return (
    <div class="group examples">
      <div class="examples-head spread">
        <h3>
          {room.search.value.trim() && here
            ? `${count(frame.found)} of ${plural(cell.value, "example", "examples")}`
            : plural(cell.value, "example", "examples")}{" "}
          <button
            type="button"
            class="text-button"
            data-testid="examples-order"
            title={CELL.otherOrder}
            onClick={() => {
              room.doubtfulFirst.value = !room.doubtfulFirst.value;
              room.askExamples();
            }}
          >
            {room.doubtfulFirst.value ? CELL.doubtfulFirst : CELL.surestFirst}
          </button>
        </h3>
        <button
          type="button"
          class="icon-button"
          aria-label={CELL.saveExamples}
          title={CELL.saveExamplesHint}
          data-testid="examples-export"
          disabled={examples.length === 0}
          onClick={() =>
            room.send({
              action: "export-examples",
              true: cell.truth,
              predicted: cell.said,
              search: room.search.value,
            })
          }
        >
          <Icon name="save" />
        </button>
      </div>
      <SearchField
        search={room.search}
        label={CELL.search}
        testid="examples-search"
        hint={say(exampleSearch(examples))}
        onSearch={() => room.askExamples()}
      />
      {here && examples.length === 0 && (
        <p class="quiet">{room.search.value ? CELL.noneFound : CELL.empty}</p>
      )}
      <ul data-testid="examples">
        {examples.map((example) => (
          <ExampleItem key={example.row} workbench={workbench} view={view} example={example} />
        ))}
      </ul>
      {here && frame.found > examples.length && (
        <p class="quiet">
          {count(frame.found - examples.length)} more are in the CSV; search to bring others up.
        </p>
      )}
    </div>
  );
}

/** What may be searched for: words, or a condition on a feature that speaks here. */
function exampleSearch(examples: Example[]): string {
  const name = examples.flatMap(({ reasons }) => reasons.map((each) => each.name))[0];
  return name ? `words, or ${name} > 1` : "words, or a condition on a feature";
}

function ExampleItem({
  workbench,
  view,
  example,
}: {
  workbench: Workbench;
  view: MatrixView;
  example: Example;
}) {
  const room = workbench.rooms.matrix;
  const say = useSay();
  const open = useSignal(false);
  const largest = Math.max(
    1e-9,
    ...(room.examples.value?.examples ?? []).map((each) => Math.abs(each.sureness)),
  );
  const followed = room.path.value?.row === example.row;
  const whole = room.reasons.value.get(example.row)?.text ?? example.text;
  return (
    <li class={`example ${followed ? "example-followed" : ""}`} data-testid="example">
      <button
        type="button"
        class="example-head bare"
        aria-expanded={open.value}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <span class="example-id clip">{titleOf(example.id, say)}</span>
        <span
          class="sureness"
          title={`It leads by ${example.sureness.toFixed(2)} in the model's own scores`}
        >
          <span style={{ width: `${(Math.abs(example.sureness) / largest) * 100}%` }} />
        </span>
        <span class="sureness-value note-faint">{example.sureness.toFixed(1)}</span>
        {!open.value && example.picture && <RowPicture picture={example.picture} size={40} />}
        {!open.value && !example.picture && (
          <span class="example-text note clip">{example.text}</span>
        )}
      </button>
      {view.program?.kind === "votes" && (
        <button
          type="button"
          class="icon-button example-follow"
          aria-label={`Follow ${example.id} through the program`}
          title={CELL.follow}
          data-testid="follow"
          aria-pressed={followed}
          onClick={() => room.follow(example.row)}
        >
          <Icon name="path" />
        </button>
      )}
      {open.value && example.picture && <RowPicture picture={example.picture} size={120} />}
      {open.value && !example.picture && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
        <p class="example-whole note" data-testid="example-whole" tabIndex={0}>
          {whole}
        </p>
      )}
      {open.value && <Reasons room={room} view={view} example={example} />}
      {open.value && (
        <button
          type="button"
          class="text-button"
          data-testid="why-this-row"
          onClick={() => {
            workbench.rooms.why.show(example.row);
            workbench.room.value = "why";
          }}
        >
          {CELL.why}
        </button>
      )}
    </li>
  );
}
