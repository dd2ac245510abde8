import type { Workbench } from "../../session/workbench";
import { ChanceSlider, CostSlider, Example, Switch } from "../../ui/controls";
import type { TermName } from "../../ui/terms";
import { type Asked, START } from "./spaces";
import type { BayesStore, Show } from "./store";

interface FourControlsProps {
  workbench: Workbench;
  state: BayesStore;
  change: (next: Partial<Asked>, dragging?: boolean) => void;
}

/** What moves the object and the line, examples to begin with, and what is drawn. */
export function FourControls({ workbench, state, change }: FourControlsProps) {
  const slider = (name: keyof Asked, label: string, term: TermName) => ({
    workbench,
    name,
    label,
    term,
    value: state.asked.value[name],
    start: START[name],
    onMove: (value: number, dragging: boolean) => change({ [name]: value }, dragging),
  });
  return (
    <aside class="lecture-controls scrolls" aria-label="Controls">
      <section class="group">
        <h3>How well each side explains it</h3>
        <ChanceSlider {...slider("positive", "P(o | c)", "data")} />
        <ChanceSlider {...slider("negative", "P(o | not c)", "data")} />
      </section>
      <section class="group">
        <h3>Before it is seen; what errors cost</h3>
        <ChanceSlider {...slider("prior", "prior P(c)", "prior")} />
        <CostSlider {...slider("cost", "cost ratio m", "cost")} />
      </section>
      <Examples asked={state.asked.value} change={change} />
      <Shown state={state} />
      <p class="lecture-hint">
        Drag the object or the line in any of the four. Arrow keys move a focused slider, and the
        object in the data space.
      </p>
    </aside>
  );
}

const RARE: Asked = { positive: 0.8, negative: 0.15, prior: 0.08, cost: 1 };

interface Tried {
  name: string;
  text: string;
  title: string;
  /** What it sets, given what is set. */
  asks: (asked: Asked) => Partial<Asked>;
}

const EXAMPLES: Tried[] = [
  {
    name: "common",
    text: "A common class",
    title: "The prior is so high that c wins although not c explains the object better",
    asks: () => START,
  },
  {
    name: "rebalance",
    text: "Rebalance",
    title: "m = P(not c) / P(c): the line in data space becomes the bisector",
    asks: ({ prior }) => ({ cost: Number(((1 - prior) / prior).toPrecision(3)) }),
  },
  {
    name: "rare",
    text: "A rare class",
    title: "Good evidence, yet c is so rare that it loses",
    asks: () => RARE,
  },
  {
    name: "costly",
    text: "A costly miss",
    title: "The same rare class when a miss is ten times worse than a false alarm",
    asks: () => ({ ...RARE, cost: 10 }),
  },
];

function Examples({ asked, change }: { asked: Asked } & Pick<FourControlsProps, "change">) {
  return (
    <section class="group">
      <h3>Try</h3>
      <div class="buttons">
        {EXAMPLES.map(({ name, text, title, asks }) => (
          <Example key={name} name={name} title={title} onClick={() => change(asks(asked))}>
            {text}
          </Example>
        ))}
      </div>
    </section>
  );
}

const SHOWN: { name: keyof Show; text: string; title: string }[] = [
  { name: "traces", text: "points of the other spaces", title: "In light gray" },
  { name: "sides", text: "the two sides of the line", title: "Below it: c" },
  { name: "bisector", text: "the bisector", title: "Dashed, when the line is not y = x" },
];

function Shown({ state: { show } }: { state: BayesStore }) {
  return (
    <section class="group">
      <h3>Show</h3>
      {SHOWN.map(({ name, text, title }) => (
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
