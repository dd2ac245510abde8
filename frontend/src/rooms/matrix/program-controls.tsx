import { Select } from "../../ui/select";
import { SettledSlider } from "../../ui/settled-slider";
import { tipHandlers } from "../../ui/term";
import type { Granularity, Learner, MatrixView, Program } from "../../wire/matrix";
import { votesShort } from "./program-graph";
import { isWeak } from "./program-layout";
import { CONTROLS } from "./program-words";
import type { MatrixStore } from "./store";

const GRANULARITIES = Object.entries(CONTROLS.granularities).map(([name, words]) => ({
  name: name as Granularity,
  ...words,
}));
const LEARNERS = Object.entries(CONTROLS.learners).map(([name, title]) => ({
  name: name as Learner,
  title,
}));

const PUBLISHED_PAGE = "martingale.md#differences-from-the-published-algorithm";

/** How the program is grown and what of it is adjusted by hand. */
export function ProgramControls(props: { room: MatrixStore; view: MatrixView; program: Program }) {
  const { room, view, program } = props;
  const choice = room.choice.value!;
  const turnable = program.kind === "votes";
  return (
    <div class="program-controls row">
      <SettledSlider
        name="levels"
        {...CONTROLS.levels}
        value={choice.levels}
        low={1}
        high={30}
        start={15}
        whole
        scale="linear"
        newGesture={() => 0}
        page="martingale.md#settings"
        onSettle={(levels) => room.chooseModel(choice.model, { levels })}
      />
      <SettledSlider
        name="freeze"
        {...CONTROLS.freeze}
        value={choice.freeze}
        low={0}
        high={1}
        start={0.1}
        scale="linear"
        newGesture={() => 0}
        page="martingale.md#settings"
        onSettle={(freeze) => room.chooseModel(choice.model, { freeze })}
      />
      <label
        class="program-learner"
        {...tipHandlers(CONTROLS.learnerHelp, "martingale.md#settings")}
      >
        <span class="unseen">{CONTROLS.learner}</span>
        <Select
          class="field field-small"
          testid="learner"
          value={choice.learner}
          options={LEARNERS.map(({ name, title }) => [name, title] as const)}
          onChoose={(value) => room.chooseModel(choice.model, { learner: value as Learner })}
        />
      </label>
      <label class="program-published row" {...tipHandlers(CONTROLS.publishedHelp, PUBLISHED_PAGE)}>
        <input
          type="checkbox"
          data-testid="published"
          checked={choice.published}
          onChange={(event) =>
            room.chooseModel(choice.model, { published: event.currentTarget.checked })
          }
        />
        {CONTROLS.published}
      </label>
      {turnable && <Turning room={room} view={view} program={program} />}
    </div>
  );
}

/** Which nodes follow the matrix, and which are turned by hand. */
function Turning(props: { room: MatrixStore; view: MatrixView; program: Program }) {
  const { room, view, program } = props;
  const choice = room.choice.value!;
  return (
    <>
      <fieldset class="segments">
        <legend class="unseen">{CONTROLS.granularity}</legend>
        {GRANULARITIES.map(({ name, title, help }) => (
          <button
            key={name}
            type="button"
            aria-pressed={choice.granularity === name}
            data-testid={`granularity-${name}`}
            onClick={() => room.chooseModel("martingale", { granularity: name })}
            {...tipHandlers(help, "martingale.md#steering")}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Weak room={room} view={view} program={program} />
    </>
  );
}

/** Which nodes are weak, a way from one to the next, and a count of what was done by hand. */
function Weak({ room, view, program }: { room: MatrixStore; view: MatrixView; program: Program }) {
  const granularity = room.choice.value!.granularity;
  const deciding = program.nodes.filter(({ label }) => label < 0).length;
  const weak = program.nodes.filter((node) => isWeak(node, program.threshold)).length;
  return (
    <div class="program-weak row small">
      <SettledSlider
        name="threshold"
        {...CONTROLS.threshold}
        value={program.threshold}
        low={0}
        high={0.5}
        start={0.3}
        scale="linear"
        newGesture={() => 0}
        page="martingale.md#steering"
        onSettle={(threshold) =>
          room.send({ action: "mark-weak", threshold: Math.round(threshold * 100) / 100 })
        }
      />
      <span class="quiet" data-testid="weak-count">
        {CONTROLS.weak(weak, deciding)}
      </span>
      <Walk room={room} view={view} program={program} granularity={granularity} />
    </div>
  );
}

/** The share of the votes that weak nodes lack which the offered ones make up for. */
function covered({ nodes, offered }: Program): number {
  const short = nodes.map((node) => node.short ?? 0);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return sum(offered.map((node) => short[node]!)) / Math.max(1e-9, sum(short));
}

/** Leads the person from node to node, the neediest first, and counts what was done by hand. */
function Walk(props: {
  room: MatrixStore;
  view: MatrixView;
  program: Program;
  granularity: Granularity;
}) {
  const { room, view, program, granularity } = props;
  const tuned = new Set(view.shown.tuned).size;
  const offered = granularity === "root" ? [] : program.offered;
  const left = offered.filter((node) => !view.shown.tuned.includes(node));
  const place = room.node.value === null ? -1 : offered.indexOf(room.node.value);
  const next = left.find((node) => offered.indexOf(node) > place) ?? left[0];
  const short = next === undefined ? 0 : (program.nodes[next]!.short ?? 0);
  const turned = tuned === 0 ? view.trajectory.findLast((model) => model.tuned.length > 0) : null;
  return (
    <p class="program-walk small row" data-testid="effort">
      <span class="quiet">
        {CONTROLS.adjusted(tuned)}
        {granularity !== "root" && CONTROLS.offered(offered.length)}
        {granularity === "select" && offered.length > 0 && CONTROLS.covered(covered(program))}
      </span>
      {turned && (
        <button
          type="button"
          class="text-button"
          data-testid="back-to-turned"
          onClick={() => room.send({ action: "show-model", number: turned.number })}
        >
          {CONTROLS.back(turned.number)}
        </button>
      )}
      {granularity !== "root" && (
        <button
          type="button"
          class="button"
          data-testid="next-node"
          disabled={next === undefined}
          onClick={() => room.chooseNode(next!)}
        >
          {next === undefined
            ? CONTROLS.noneLeft
            : CONTROLS.next(next, short > 0 ? votesShort(short) : "")}
        </button>
      )}
    </p>
  );
}
