import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { MiniPlane } from "../plot/mini-plane";
import type { Session } from "../session";
import { rate } from "../ui/format";
import type { Scale } from "../ui/scale";
import { Slider } from "../ui/slider";
import { Term } from "../ui/term";
import { TERMS, type TermName } from "../ui/terms";
import type { BayesSpace } from "../wire/types";
import { EightObjects } from "./eight-objects";

type Page = "spaces" | "objects";
const UNIT = { x0: 0, x1: 1, y0: 0, y1: 1 };
const LOGARITHMS = { x0: -7, x1: 0, y0: -7, y1: 0 };
const LEAST = 0.001;

/** Bayes' rule in the plane: one document in four spaces, and eight documents of three words. */
export function BayesRoom({ session }: { session: Session }) {
  const page = useSignal<Page>("spaces");
  const tab = (name: Page, title: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={page.value === name}
      data-testid={`bayes-${name}`}
      onClick={() => {
        page.value = name;
      }}
    >
      {title}
    </button>
  );
  return (
    <div class="bayes-room">
      <div class="tabs" role="tablist">
        {tab("spaces", "One document, four spaces")}
        {tab("objects", "Three words, eight documents")}
      </div>
      {page.value === "spaces" ? (
        <FourSpaces session={session} />
      ) : (
        <EightObjects session={session} />
      )}
    </div>
  );
}

const CONTROLS: ({ name: string; label: string; term: TermName; start: number } & Scale)[] = [
  {
    name: "positive",
    label: "P(o | c)",
    term: "likelihood",
    start: 0.3,
    low: LEAST,
    high: 1,
    scale: "log",
  },
  {
    name: "negative",
    label: "P(o | not c)",
    term: "likelihood",
    start: 0.1,
    low: LEAST,
    high: 1,
    scale: "log",
  },
  {
    name: "prior",
    label: "P(c)",
    term: "prior",
    start: 0.3,
    low: 0.01,
    high: 0.99,
    scale: "linear",
  },
  { name: "cost", label: "cost ratio", term: "cost", start: 1, low: 0.05, high: 20, scale: "log" },
];

type Asked = Record<string, number>;

function FourSpaces({ session }: { session: Session }) {
  const { store } = session;
  const asked = useSignal<Asked>(
    Object.fromEntries(CONTROLS.map(({ name, start }) => [name, start])),
  );
  useEffect(() => ask(session, asked.value), []);
  const change = (next: Asked) => {
    asked.value = { ...asked.value, ...next };
    ask(session, asked.value);
  };
  const shown = store.bayesPlane.value;
  return (
    <div class="bayes-page">
      <div class="bayes-controls">
        <Sliders session={session} controls={CONTROLS} values={asked} onChange={change} />
        {shown && (
          <p class="bayes-verdict" data-testid="bayes-verdict">
            {shown.positive ? "Put into the category" : "Left out"}: P(c | o) ={" "}
            <b>{rate(shown.posterior.point[0])}</b>, P(o) = <b>{rate(shown.evidence)}</b>.
          </p>
        )}
        <p class="quiet">
          The same document and the same line four times. Drag the point in the data space: the
          decision never differs from space to space.
        </p>
      </div>
      {shown && (
        <div class="bayes-planes">
          <Space
            name="posterior"
            x="P(c | o)"
            y="P(not c | o)"
            space={shown.posterior}
            positive={shown.positive}
          />
          <Space
            name="joint"
            x="P(o, c)"
            y="P(o, not c)"
            space={shown.joint}
            positive={shown.positive}
          />
          <Space
            name="data"
            x="P(o | c)"
            y="P(o | not c)"
            space={shown.data}
            positive={shown.positive}
            onDrag={([x, y]) =>
              change({
                positive: Math.min(1, Math.max(LEAST, x)),
                negative: Math.min(1, Math.max(LEAST, y)),
              })
            }
          />
          <Space
            name="likelihood"
            x="log P(o | c)"
            y="log P(o | not c)"
            space={shown.likelihood}
            positive={shown.positive}
            logarithmic
          />
        </div>
      )}
    </div>
  );
}

function ask(session: Session, asked: Asked): void {
  session.store.send({
    action: "bayes-plane",
    positive_likelihood: asked.positive!,
    negative_likelihood: asked.negative!,
    prior: asked.prior!,
    cost_ratio: asked.cost!,
  });
}

function Space(props: {
  name: TermName & ("posterior" | "joint" | "data" | "likelihood");
  x: string;
  y: string;
  space: BayesSpace;
  positive: boolean;
  logarithmic?: boolean;
  onDrag?: (point: [number, number]) => void;
}) {
  return (
    <figure class="bayes-space">
      <figcaption>
        <Term name={props.name}>{props.name}</Term>
      </figcaption>
      <div class="plot-box">
        <MiniPlane
          name={props.name}
          domain={props.logarithmic ? LOGARITHMS : UNIT}
          line={props.space}
          points={[{ label: "o", point: props.space.point, positive: props.positive }]}
          xName={props.x}
          yName={props.y}
          onDrag={props.onDrag}
        />
      </div>
    </figure>
  );
}

/** Sliders over a record of numbers that the page itself keeps. */
export function Sliders(props: {
  session: Session;
  controls: typeof CONTROLS;
  values: Signal<Asked>;
  onChange: (next: Asked) => void;
}) {
  return (
    <>
      {props.controls.map((control) => (
        <Slider
          key={control.name}
          {...control}
          name={`bayes-${control.name}`}
          help={TERMS[control.term]}
          value={props.values.value[control.name]!}
          ticks={[{ kind: "default", value: control.start, title: "Start" }]}
          newGesture={() => props.session.store.newGesture()}
          onMove={(value) => props.onChange({ [control.name]: value })}
          onReset={() => props.onChange({ [control.name]: control.start })}
        />
      ))}
    </>
  );
}
