import { count, plural } from "../../ui/format";
import { SettledSlider } from "../../ui/settled-slider";
import { tipHandlers } from "../../ui/term";
import type { Granularity, Learner, MatrixView, Program } from "../../wire/matrix";
import { votesShort } from "./program-graph";
import { isWeak } from "./program-layout";
import type { MatrixStore } from "./store";

const GRANULARITIES: { name: Granularity; title: string; help: string }[] = [
  {
    name: "root",
    title: "the whole",
    help: "You edit the matrix of the whole program; every node follows the root (I-ROOT).",
  },
  {
    name: "select",
    title: "weak nodes",
    help: "You are also led to the nodes whose advantage is under the threshold (I-SELECT).",
  },
  { name: "all", title: "every node", help: "You may also turn every node by hand (I-ALL)." },
];

const LEARNERS: { name: Learner; title: string }[] = [
  { name: "auto", title: "logistic (auto)" },
  { name: "linear", title: "logistic" },
  { name: "rbf", title: "logistic on similarities" },
  { name: "both", title: "logistic on both" },
  { name: "tree", title: "small trees" },
];
const LEARNER_HELP = "What decides at each node.";

/** How the program is grown and what of it is turned by hand. */
export function ProgramControls(props: { room: MatrixStore; view: MatrixView; program: Program }) {
  const { room, view, program } = props;
  const choice = room.choice.value!;
  return (
    <div class="program-controls row">
      <SettledSlider
        name="levels"
        label="levels"
        help="How many votes a row casts on its way. More levels decide more finely and take longer."
        value={choice.levels}
        low={1}
        high={30}
        start={15}
        whole
        scale="linear"
        newGesture={() => 0}
        page="martingale.md#settings"
        onSettle={(levels) => room.chooseModel("martingale", { levels })}
      />
      <SettledSlider
        name="freeze"
        label="freezing"
        help="A node that hardly any row of a class reaches ends the path early; higher freezes more, 0 none."
        value={choice.freeze}
        low={0}
        high={1}
        start={0.1}
        scale="linear"
        newGesture={() => 0}
        page="martingale.md#settings"
        onSettle={(freeze) => room.chooseModel("martingale", { freeze })}
      />
      <label class="program-learner" {...tipHandlers(LEARNER_HELP, "martingale.md#settings")}>
        <span class="unseen">node learner</span>
        <select
          class="field field-small"
          data-testid="learner"
          value={choice.learner}
          onChange={(event) =>
            room.chooseModel("martingale", { learner: event.currentTarget.value as Learner })
          }
        >
          {LEARNERS.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="segments">
        <legend class="unseen">What is turned by hand</legend>
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
    </div>
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
        label="weak under"
        help="A node whose advantage over a coin is under this for some class is weak: 0.3 is what was published. The thicker its ring, the more votes it lacks."
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
        {count(weak)} of {plural(deciding, "deciding node", "deciding nodes")}
      </span>
      <Walk room={room} view={view} program={program} granularity={granularity} />
    </div>
  );
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
        {tuned === 0 ? "none turned by hand" : `${tuned} turned by hand`}
        {granularity !== "root" && ` of ${offered.length} offered`}
      </span>
      {turned && (
        <button
          type="button"
          class="text-button"
          data-testid="back-to-turned"
          onClick={() => room.send({ action: "show-model", number: turned.number })}
        >
          back to model {turned.number}, turned by hand
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
            ? "no node is left"
            : `next: node ${next}${short > 0 ? `, ${votesShort(short)}` : ""}`}
        </button>
      )}
    </p>
  );
}
