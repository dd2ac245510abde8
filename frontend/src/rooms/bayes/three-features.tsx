import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { Spoken } from "../../ui/spoken";
import type { BayesDemoFrame, BayesObject } from "../../wire/types";
import { DemoControls } from "./demo-controls";
import { EightObjects } from "./eight-objects";
import { Power } from "./power-curve";
import { demoSpace } from "./spaces";
import type { DemoAsked } from "./store";
import { axisFormulas, DEMO, demoSentences, share } from "./words";

/** Every object that three features can make, as eight points of one plane. */
export function ThreeFeatures({ workbench }: { workbench: Workbench }) {
  const room = workbench.rooms.bayes;
  const { demo } = room;
  const lit = useSignal<string | null>(null);
  const glides = useSignal(false);
  const shown = workbench.rooms.bayes.objects.value;
  useEffect(() => room.ask(), [room]);
  const change = (next: Partial<DemoAsked>, dragging = false) => {
    glides.value = !dragging;
    room.changeDemo(next, dragging);
  };
  const light = (label: string | null) => {
    lit.value = label;
  };
  return (
    <>
      <div class="lecture-objects pane">
        {shown && (
          <>
            <EightObjects shown={shown} lit={lit.value} glides={glides.value} onLight={light} />
            <div class="objects-side">
              <ObjectTable shown={shown} lit={lit.value} onLight={light} />
              <Power shown={shown} onLight={light} />
            </div>
          </>
        )}
      </div>
      <DemoControls workbench={workbench} asked={demo.value} change={change} />
      {shown && <DemoVerdict rates={demo.value.rates} shown={shown} />}
    </>
  );
}

interface TableProps {
  shown: BayesDemoFrame;
  lit: string | null;
  onLight: (label: string | null) => void;
}

function ObjectTable({ shown, lit, onLight }: TableProps) {
  const [x, y] = axisFormulas(demoSpace(shown.objects));
  return (
    <table class="figures objects" data-testid="bayes-objects-table">
      <caption>{DEMO.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{DEMO.object}</th>
          <th scope="col">{x}</th>
          <th scope="col">{y}</th>
          <th scope="col">{DEMO.decision}</th>
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
          {positive ? DEMO.sides.c : DEMO.sides.not}
        </span>
      </td>
    </tr>
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
