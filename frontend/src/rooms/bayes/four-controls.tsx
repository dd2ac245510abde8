import type { Workbench } from "../../session/workbench";
import { ChanceSlider, CostSlider, Example, Switch } from "../../ui/controls";
import type { TermName } from "../../ui/terms";
import { type Asked, START } from "./spaces";
import type { BayesStore } from "./store";
import { FOUR, ROOM } from "./words";

interface FourControlsProps {
  workbench: Workbench;
  state: BayesStore;
  change: (next: Partial<Asked>, dragging?: boolean) => void;
}

/** What moves the object and the line, examples to begin with, and what is drawn. */
export function FourControls({ workbench, state, change }: FourControlsProps) {
  const slider = (name: keyof Asked, term: TermName) => ({
    workbench,
    name,
    label: FOUR.labels[name],
    term,
    value: state.asked.value[name],
    start: START[name],
    onMove: (value: number, dragging: boolean) => change({ [name]: value }, dragging),
  });
  return (
    <aside class="lecture-controls scrolls" aria-label={ROOM.controls}>
      <section class="group">
        <h3>{FOUR.likelihoods}</h3>
        <ChanceSlider {...slider("positive", "data")} />
        <ChanceSlider {...slider("negative", "data")} />
      </section>
      <section class="group">
        <h3>{FOUR.prior}</h3>
        <ChanceSlider {...slider("prior", "prior")} />
        <CostSlider {...slider("cost", "cost")} />
      </section>
      <Examples asked={state.asked.value} change={change} />
      <Shown state={state} />
      <p class="lecture-hint">{FOUR.hint}</p>
    </aside>
  );
}

const entries = <Name extends string, Value>(record: Record<Name, Value>) =>
  Object.entries(record) as [Name, Value][];

const RARE: Asked = { positive: 0.8, negative: 0.15, prior: 0.08, cost: 1 };

/** What each example sets, given what is set. */
const EXAMPLES: Record<keyof typeof FOUR.examples, (asked: Asked) => Partial<Asked>> = {
  common: () => START,
  unlikely: () => ({ ...START, positive: 0.22, negative: 0.5 }),
  rebalance: ({ prior }) => ({ cost: Number(((1 - prior) / prior).toPrecision(3)) }),
  rare: () => RARE,
  costly: () => ({ ...RARE, cost: 10 }),
};

function Examples({ asked, change }: { asked: Asked } & Pick<FourControlsProps, "change">) {
  return (
    <section class="group">
      <h3>{ROOM.try}</h3>
      <div class="buttons">
        {entries(FOUR.examples).map(([name, { text, title }]) => (
          <Example
            key={name}
            name={name}
            title={title}
            onClick={() => change(EXAMPLES[name](asked))}
          >
            {text}
          </Example>
        ))}
      </div>
    </section>
  );
}

function Shown({ state: { show } }: { state: BayesStore }) {
  return (
    <section class="group">
      <h3>{FOUR.show}</h3>
      {entries(FOUR.shown).map(([name, { text, title }]) => (
        <Switch
          key={name}
          name={name}
          title={title}
          checked={show.value[name]}
          onChange={(checked) => {
            show.value = { ...show.value, [name]: checked };
          }}
        >
          {text}
        </Switch>
      ))}
    </section>
  );
}
