import type { ComponentChildren } from "preact";
import { CHANCE, COST, chance } from "../rooms/bayes/spaces";
import { shortShare } from "../rooms/bayes/words";
import type { Workbench } from "../session/workbench";
import { useSay } from "./naming";
import { Slider } from "./slider";
import { pageOf, TERMS, type TermName } from "./terms";

interface ControlProps {
  workbench: Workbench;
  name: string;
  label: string;
  term: TermName;
  value: number;
  start: number;
  onMove: (value: number, dragging: boolean) => void;
}

/** A slider for a probability, in thousandths. */
export function ChanceSlider(props: ControlProps) {
  return (
    <PlainSlider
      {...props}
      {...CHANCE}
      scale="linear"
      shown={shortShare}
      onMove={(value, dragging) => props.onMove(chance(value), dragging)}
    />
  );
}

/** A slider for how many times one error is worth the other. */
export function CostSlider(props: ControlProps) {
  return <PlainSlider {...props} {...COST} scale="log" />;
}

interface PlainProps extends ControlProps {
  low: number;
  high: number;
  scale: "linear" | "log";
  shown?: (value: number) => string;
}

/** A slider of a page that changes nothing in the project. */
export function PlainSlider(props: PlainProps) {
  const say = useSay();
  return (
    <Slider
      name={`bayes-${props.name}`}
      label={props.label}
      help={say(TERMS[props.term])}
      page={pageOf(props.term)}
      low={props.low}
      high={props.high}
      scale={props.scale}
      value={props.value}
      shown={props.shown}
      ticks={[{ kind: "default", value: props.start, title: "Start" }]}
      newGesture={() => props.workbench.store.newGesture()}
      onMove={(value, _gesture, dragging) => props.onMove(value, dragging)}
      onReset={() => props.onMove(props.start, false)}
    />
  );
}

/** On or off, with what it does said to those who hover. */
export function Switch(props: {
  name: string;
  checked: boolean;
  title?: string;
  onChange: (checked: boolean) => void;
  children: ComponentChildren;
}) {
  return (
    <label class="switch" title={props.title}>
      <input
        type="checkbox"
        role="switch"
        data-testid={`bayes-${props.name}`}
        checked={props.checked}
        aria-checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span class="switch-track" aria-hidden="true" />
      {props.children}
    </label>
  );
}

/** A button that sets several sliders at once. */
export function Example(props: {
  name: string;
  title: string;
  onClick: () => void;
  children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class="button"
      title={props.title}
      data-testid={`bayes-example-${props.name}`}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
