import { niceTicks } from "../../charts/scale";
import { rate } from "../../ui/format";
import type { Figure } from "../../wire/compare";
import { Mark, modelColor } from "./marks";
import { axisEnds } from "./words";

export interface Line {
  name: string;
  place: number;
  figure: Figure;
}

export interface Group {
  title?: string;
  note?: string;
  lines: Line[];
}

/** Dots with intervals on one axis: a line for each model, in groups; fold by fold behind them. */
export function IntervalPlot(props: { label: string; groups: Group[]; dense?: boolean }) {
  const figures = props.groups.flatMap(({ lines }) => lines.map(({ figure }) => figure));
  const [low, high] = axisEnds(figures);
  const at = (value: number) =>
    `${(Math.min(1, Math.max(0, (value - low) / (high - low))) * 100).toFixed(2)}%`;
  const marks = niceTicks(low, high, 5);
  return (
    <figure
      class={`interval-plot ${props.dense ? "interval-plot-dense" : ""}`}
      aria-label={props.label}
    >
      {props.groups.map((group) => (
        <div key={group.title ?? ""} class="interval-group">
          {group.title && (
            <h3>
              {group.title}
              {group.note && <span class="quiet"> {group.note}</span>}
            </h3>
          )}
          {group.lines.map((line) => (
            <IntervalLine key={line.name} line={line} at={at} marks={marks} />
          ))}
        </div>
      ))}
      <div class="interval-axis" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ left: at(mark) }}>
            {rate(mark, 3)
              .replace(/(\.\d*?)0+$/, "$1")
              .replace(/\.$/, "") || "0"}
          </span>
        ))}
      </div>
    </figure>
  );
}

function IntervalLine(props: { line: Line; at: (value: number) => string; marks: number[] }) {
  const { at, line } = props;
  const { value, low, high, scores } = line.figure;
  const left = at(low);
  const width = `${(Number.parseFloat(at(high)) - Number.parseFloat(left)).toFixed(2)}%`;
  return (
    <div class="interval-line" data-testid="interval-line" data-model={line.name}>
      <span class="interval-name clip" title={line.name}>
        {line.name}
      </span>
      <span
        class="interval-track"
        role="img"
        aria-label={`${line.name}: ${rate(value)}, interval ${rate(low)} to ${rate(high)}`}
      >
        {props.marks.map((mark) => (
          <i key={mark} class="interval-tick" style={{ left: at(mark) }} />
        ))}
        {scores.map((score, fold) => (
          <i key={fold} class="interval-fold" style={{ left: at(score) }} />
        ))}
        <i class="interval-range" style={{ left, width, background: modelColor(line.place) }} />
        <i class="interval-dot" style={{ left: at(value) }}>
          <Mark place={line.place} />
        </i>
      </span>
      <span class="interval-value">
        <b>{rate(value)}</b> <small>{`${rate(low)} – ${rate(high)}`}</small>
      </span>
    </div>
  );
}
