import type { ComponentChildren } from "preact";
import type { Workbench } from "../../../session/workbench";
import { NumberField } from "../../../ui/number-field";
import { Slider } from "../../../ui/slider";
import type { LessonKind } from "./kinds";

/** The frame of one lesson: what is seen, and what can be turned. */
export function Lesson(props: {
  name: string;
  main: ComponentChildren;
  aside?: ComponentChildren;
}) {
  return (
    <div class={`lesson lesson-${props.name}`} data-testid={`lesson-${props.name}`}>
      <div class="lesson-main">{props.main}</div>
      {props.aside && (
        <aside class="lesson-aside scrolls" aria-label="Settings">
          {props.aside}
        </aside>
      )}
    </div>
  );
}

export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="group">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What a lesson is worth remembering for, one list item a remark. */
export function GoodToKnow({ children }: { children: ComponentChildren }) {
  return (
    <Group title="Good to know">
      <ul class="lesson-remarks">{children}</ul>
    </Group>
  );
}

/** Puts a lesson back to its start. */
export function ResetButton({ name, onReset }: { name: string; onReset: () => void }) {
  return (
    <button type="button" class="button" data-testid={`${name}-reset`} onClick={onReset}>
      Reset
    </button>
  );
}

/** A slider with the range and start of a lesson's knob. */
export function Knob(props: {
  workbench: Workbench;
  name: string;
  label: string;
  help: string;
  value: number;
  start: number;
  low: number;
  high: number;
  scale?: "log" | "linear";
  whole?: boolean;
  onMove: (value: number, dragging: boolean) => void;
}) {
  return (
    <Slider
      name={`lesson-${props.name}`}
      label={props.label}
      help={props.help}
      low={props.low}
      high={props.high}
      scale={props.scale ?? "linear"}
      whole={props.whole}
      value={props.value}
      ticks={[{ kind: "default", value: props.start, title: "Start" }]}
      newGesture={() => props.workbench.store.newGesture()}
      onMove={(value, _gesture, dragging) => props.onMove(value, dragging)}
      onReset={() => props.onMove(props.start, false)}
    />
  );
}

/** One number of what is asked, with its range and words. */
export interface AskedKnob<Asked> {
  of: keyof Asked & string;
  /** How the slider is called, where that is not the number's own name. */
  name?: string;
  label: string;
  help: string;
  low: number;
  high: number;
  scale?: "log" | "linear";
  whole?: boolean;
}

/** A knob for each of several numbers that are asked. */
export function Knobs<Asked extends object>(props: {
  workbench: Workbench;
  knobs: AskedKnob<Asked>[];
  asked: Asked;
  start: Partial<Asked>;
  onMove: (next: Partial<Asked>, dragging: boolean) => void;
}) {
  return (
    <>
      {props.knobs.map(({ of, name, ...knob }) => (
        <Knob
          key={of}
          workbench={props.workbench}
          name={name ?? of}
          {...knob}
          value={Number(props.asked[of])}
          start={Number(props.start[of])}
          onMove={(value, dragging) =>
            props.onMove({ [of]: value } as unknown as Partial<Asked>, dragging)
          }
        />
      ))}
    </>
  );
}

/** Stop a study, draw again, or put everything back. */
export function StudyButtons(props: {
  workbench: Workbench;
  kind: LessonKind;
  name: string;
  onAgain: () => void;
  onReset: () => void;
}) {
  const { workbench, kind, name } = props;
  const { lessons } = workbench.rooms.lab;
  const running = lessons.running.value === kind && workbench.store.progress.value !== null;
  return (
    <div class="buttons">
      {running ? (
        <button
          type="button"
          class="button"
          data-testid={`${name}-stop`}
          onClick={() => lessons.stop()}
        >
          Stop
        </button>
      ) : (
        <button type="button" class="button" data-testid={`${name}-again`} onClick={props.onAgain}>
          New samples
        </button>
      )}
      <ResetButton name={name} onReset={props.onReset} />
    </div>
  );
}

/** The most decimals that any of the numbers is written with. */
export function decimalsOf(values: number[]): number {
  return Math.max(0, ...values.map((value) => String(value).split(".")[1]?.length ?? 0));
}

/** A number with at least so many decimals; one with an exponent stays as it is. */
function inLine(value: number, decimals: number): string {
  const text = String(value);
  return text.includes("e") ? text : value.toFixed(Math.max(decimalsOf([value]), decimals));
}

/** A number of a table that can be typed over; what is none is refused and stays. */
export function Cell(props: {
  label: string;
  testid?: string;
  value: number;
  /** How many decimals the numbers below and above have, so that they stand in line. */
  decimals?: number;
  onChange: (value: number) => void;
}) {
  return (
    <NumberField
      kind="lesson-cell"
      label={props.label}
      testid={props.testid ?? ""}
      value={props.value}
      shown={inLine(props.value, props.decimals ?? 0).replace("-", "−")}
      onSet={props.onChange}
    />
  );
}

/** One large number with what it is. */
export function Large(props: {
  name: string;
  label: string;
  value: string;
  note?: string;
  tone?: "in" | "out";
}) {
  return (
    <div class={`lesson-large ${props.tone ? `lesson-large-${props.tone}` : ""}`}>
      <span class="lesson-large-label note">{props.label}</span>
      <b data-testid={props.name}>{props.value}</b>
      {props.note && <span class="lesson-large-note note">{props.note}</span>}
    </div>
  );
}

/** What a lesson shows before its first answer. */
export function Awaiting({ what }: { what: string }) {
  return <p class="lesson-awaiting quiet">{what}</p>;
}
