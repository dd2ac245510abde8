import { visible } from "../../ui/format";
import { shownValue } from "../../ui/scale";
import { Select } from "../../ui/select";
import { Term } from "../../ui/term";
import type { MatrixView } from "../../wire/matrix";
import { costOf } from "./cost-matrix";
import { classFigures, rowSums } from "./matrix-figures";
import type { MatrixStore } from "./store";
import { accuracyText, STRIP } from "./words";

const FIGURES = ["recall", "precision", "f1"] as const;

/** Precision, recall and F1 of one class and the average cost, with the change of the last step. */
export function FigureStrip({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const place = room.focused.value;
  const now = classFigures(view.shown.matrix, place);
  const earlier = view.outcome && classFigures(view.outcome.before, place);
  return (
    <section class="strip row" aria-label={STRIP.label} data-testid="strip">
      {view.positive ? (
        <b class="strip-class">{visible(view.positive)}</b>
      ) : (
        <FocusChoice room={room} view={view} place={place} />
      )}
      {FIGURES.map((name) => (
        <Figure
          key={name}
          testid={`strip-${name}`}
          name={<Term name={name}>{STRIP[name]}</Term>}
          value={Number.isFinite(now[name]) ? accuracyText(now[name]) : "–"}
          by={earlier ? 100 * (now[name] - earlier[name]) : 0}
          digits={1}
          better={1}
        />
      ))}
      <AverageCost room={room} view={view} />
    </section>
  );
}

function FocusChoice(props: { room: MatrixStore; view: MatrixView; place: number }) {
  const { room, view, place } = props;
  return (
    <Select
      class="field field-small"
      label={STRIP.which}
      testid="strip-class"
      value={String(place)}
      options={view.classes.map((name, each) => [String(each), visible(name)] as const)}
      onChoose={(value) => {
        room.focus.value = Number(value);
      }}
    />
  );
}

function AverageCost({ room, view }: { room: MatrixStore; view: MatrixView }) {
  const costs = room.choice.value?.costs ?? [];
  if (costs.length !== view.classes.length) return null;
  const rows = Math.max(
    1,
    rowSums(view.shown.matrix).reduce((sum, value) => sum + value, 0),
  );
  const now = costOf(view.shown.matrix, costs) / rows;
  const earlier = view.outcome ? costOf(view.outcome.before, costs) / rows : now;
  return (
    <Figure
      testid="strip-cost"
      name={STRIP.cost}
      value={shownValue(Number(now.toPrecision(3)))}
      by={now - earlier}
      digits={3}
      better={-1}
    />
  );
}

function Figure(props: {
  testid: string;
  name: preact.ComponentChildren;
  value: string;
  by: number;
  digits: number;
  /** The sign of a change for the better. */
  better: 1 | -1;
}) {
  const shown = Number(props.by.toFixed(props.digits));
  const worse = shown * props.better < 0;
  return (
    <p class="strip-figure" data-testid={props.testid}>
      <span>{props.name}</span>
      <b>
        {props.value}
        {Number.isFinite(shown) && shown !== 0 && (
          <span class={`strip-change ${worse ? "strip-worse" : "strip-better"}`}>
            {shown > 0 ? "+" : "−"}
            {Math.abs(shown)}
          </span>
        )}
      </b>
    </p>
  );
}
