import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fittedDomain } from "../plot/domain";
import { MiniPlane } from "../plot/mini-plane";
import type { Session } from "../session";
import type { BayesObject } from "../wire/types";
import { Sliders } from "./bayes-room";

const RATE = { low: 0.01, high: 0.99, scale: "linear", term: "rate" } as const;
const CONTROLS = [
  { name: "c1", label: "P(f1 | c)", start: 0.2, ...RATE },
  { name: "n1", label: "P(f1 | not c)", start: 0.3, ...RATE },
  { name: "c2", label: "P(f2 | c)", start: 0.9, ...RATE },
  { name: "n2", label: "P(f2 | not c)", start: 0.4, ...RATE },
  { name: "c3", label: "P(f3 | c)", start: 0.5, ...RATE },
  { name: "n3", label: "P(f3 | not c)", start: 0.6, ...RATE },
  { name: "prior", label: "P(c)", start: 0.5, ...RATE, term: "prior" } as const,
];

type Asked = Record<string, number>;

/** Every document that three words can make, as a point; the line moves with the prior. */
export function EightObjects({ session }: { session: Session }) {
  const asked = useSignal<Asked>(
    Object.fromEntries(CONTROLS.map(({ name, start }) => [name, start])),
  );
  const normalised = useSignal(false);
  const logarithmic = useSignal(false);
  const send = () =>
    session.store.send({
      action: "bayes-demo",
      rates: CONTROLS.slice(0, 6).map(({ name }) => asked.value[name]!),
      prior: asked.value.prior!,
      normalised: normalised.value,
      logarithmic: logarithmic.value,
    });
  useEffect(send, []);
  const shown = session.store.bayesDemo.value;
  const toggle = (name: string, flag: typeof normalised, other: typeof normalised) => (
    <label class="toggle">
      <input
        type="checkbox"
        data-testid={`bayes-${name}`}
        checked={flag.value}
        onChange={(event) => {
          flag.value = event.currentTarget.checked;
          if (flag.value) other.value = false;
          send();
        }}
      />
      {name}
    </label>
  );
  return (
    <div class="bayes-page">
      <div class="bayes-controls">
        <Sliders
          session={session}
          controls={CONTROLS}
          values={asked}
          onChange={(next) => {
            asked.value = { ...asked.value, ...next };
            send();
          }}
        />
        <div class="toggles">
          {toggle("normalised", normalised, logarithmic)}
          {toggle("logarithmic", logarithmic, normalised)}
        </div>
        <p class="quiet">
          101 is a document with the first and the third word. Below the line it is put into the
          category.
        </p>
      </div>
      {shown && (
        <div class="plot-box">
          <MiniPlane
            name="eight"
            domain={domainOf(shown.objects, normalised.value)}
            line={shown.line}
            points={shown.objects}
            xName={logarithmic.value ? "log P(o | c)" : normalised.value ? "P(c | o)" : "P(o | c)"}
            yName={
              logarithmic.value
                ? "log P(o | not c)"
                : normalised.value
                  ? "P(not c | o)"
                  : "P(o | not c)"
            }
          />
        </div>
      )}
    </div>
  );
}

function domainOf(objects: BayesObject[], unit: boolean) {
  if (unit) return { x0: 0, x1: 1, y0: 0, y1: 1 };
  const xs = objects.map(({ point }) => point[0]);
  const ys = objects.map(({ point }) => point[1]);
  const low = Math.min(...xs, ...ys);
  const high = Math.max(...xs, ...ys);
  return fittedDomain([[low, high, low, high]]);
}
