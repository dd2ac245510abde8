import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import type { BayesDemoFrame, BayesObject } from "../wire/types";
import { ChanceSlider, Example, Switch } from "./controls";
import { EightObjects } from "./eight-objects";
import { DEMO_START, type DemoAsked, roomState } from "./room-state";
import { demoSpace } from "./spaces";
import { Spoken } from "./spoken";
import { axisFormulas, demoSentences, share } from "./words";

/** Every object that three features can make, as eight points of one plane. */
export function ThreeFeatures({ session }: { session: Session }) {
  const { demo } = roomState(session);
  const lit = useSignal<string | null>(null);
  const glides = useSignal(false);
  const shown = session.store.bayesDemo.value;
  useEffect(() => ask(session, demo.value), []);
  const change = (next: Partial<DemoAsked>, dragging = false) => {
    glides.value = !dragging;
    demo.value = { ...demo.value, ...next };
    ask(session, demo.value, dragging);
  };
  const light = (label: string | null) => {
    lit.value = label;
  };
  return (
    <>
      <div class="lecture-objects">
        {shown && (
          <>
            <EightObjects shown={shown} lit={lit.value} glides={glides.value} onLight={light} />
            <ObjectTable shown={shown} lit={lit.value} onLight={light} />
          </>
        )}
      </div>
      <DemoControls session={session} asked={demo.value} change={change} />
      {shown && <DemoVerdict rates={demo.value.rates} shown={shown} />}
    </>
  );
}

function ask(session: Session, asked: DemoAsked, dragging = false): void {
  session.store.send({ action: "bayes-demo", ...asked }, dragging);
}

interface TableProps {
  shown: BayesDemoFrame;
  lit: string | null;
  onLight: (label: string | null) => void;
}

function ObjectTable({ shown, lit, onLight }: TableProps) {
  const [x, y] = axisFormulas(demoSpace(shown.objects));
  return (
    <table class="objects" data-testid="bayes-objects-table">
      <caption>The eight objects: 101 has the first and the third feature.</caption>
      <thead>
        <tr>
          <th scope="col">object</th>
          <th scope="col">{x}</th>
          <th scope="col">{y}</th>
          <th scope="col">put in</th>
        </tr>
      </thead>
      <tbody onPointerLeave={() => onLight(null)}>
        {shown.objects.map((object) => (
          <ObjectRow
            key={object.label}
            object={object}
            lit={lit === object.label}
            onLight={onLight}
          />
        ))}
      </tbody>
    </table>
  );
}

function ObjectRow(props: {
  object: BayesObject;
  lit: boolean;
  onLight: (label: string | null) => void;
}) {
  const { label, point, positive } = props.object;
  return (
    <tr
      class={props.lit ? "object-lit" : ""}
      data-testid={`bayes-object-${label}`}
      data-positive={positive}
      onPointerEnter={() => props.onLight(label)}
    >
      <th scope="row">{label}</th>
      <td>{share(point[0], 3)}</td>
      <td>{share(point[1], 3)}</td>
      <td>
        <span class={`object-side ${positive ? "object-in" : "object-out"}`}>
          {positive ? "c" : "not c"}
        </span>
      </td>
    </tr>
  );
}

interface DemoControlsProps {
  session: Session;
  asked: DemoAsked;
  change: (next: Partial<DemoAsked>, dragging?: boolean) => void;
}

function DemoControls({ session, asked, change }: DemoControlsProps) {
  const setRate = (place: number, value: number, dragging: boolean) =>
    change({ rates: asked.rates.with(place, value) }, dragging);
  return (
    <aside class="lecture-controls" aria-label="Controls">
      {[0, 1, 2].map((feature) => (
        <section key={feature} class="group">
          <h3>Feature f{feature + 1}: how often each side has it</h3>
          {[0, 1].map((other) => {
            const place = 2 * feature + other;
            return (
              <ChanceSlider
                key={place}
                session={session}
                name={`rate-${place}`}
                label={`P(f${feature + 1} | ${other ? "not c" : "c"})`}
                term="rate"
                value={asked.rates[place]!}
                start={DEMO_START.rates[place]!}
                onMove={(value, dragging) => setRate(place, value, dragging)}
              />
            );
          })}
        </section>
      ))}
      <section class="group">
        <ChanceSlider
          session={session}
          name="demo-prior"
          label="prior P(c)"
          term="prior"
          value={asked.prior}
          start={DEMO_START.prior}
          onMove={(prior, dragging) => change({ prior }, dragging)}
        />
        <Switch
          name="normalised"
          title="Divide by P(o): the posteriors, on the segment from (0, 1) to (1, 0)"
          checked={asked.normalised}
          onChange={(normalised) => change({ normalised })}
        >
          normalised
        </Switch>
        <Switch
          name="logarithmic"
          title="Logarithms of the coordinates: the likelihood space"
          checked={asked.logarithmic}
          onChange={(logarithmic) => change({ logarithmic })}
        >
          log space
        </Switch>
      </section>
      <section class="group">
        <h3>Try</h3>
        <div class="buttons">
          <Example
            name="start"
            title="Each feature tells the sides apart"
            onClick={() => change({ rates: DEMO_START.rates, prior: DEMO_START.prior })}
          >
            All speak
          </Example>
          <Example
            name="mute"
            title="f3 is as frequent in c as in not c: points fall together"
            onClick={() => change({ rates: [...asked.rates.slice(0, 4), 0.5, 0.5] })}
          >
            f3 says nothing
          </Example>
        </div>
      </section>
    </aside>
  );
}

function DemoVerdict({ rates, shown }: { rates: number[]; shown: BayesDemoFrame }) {
  const [main, rest] = demoSentences(rates, shown);
  const inside = shown.objects.filter(({ positive }) => positive).map(({ label }) => label);
  return (
    <footer class="lecture-verdict" data-testid="bayes-demo-verdict">
      <p class="verdict-main">
        <b>{main}</b>
        {inside.length > 0 && `: ${inside.join(", ")}`}.
      </p>
      <p class="verdict-evidence">{rest}</p>
      <Spoken text={`${main}. ${rest}`} />
    </footer>
  );
}
