import { Chart, curvePath, type Place, type Point } from "../../../charts/chart";
import { LOSSES, type Loss, type LossesAnswer, type LossLine } from "../../../wire/lessons";
import { inside, nearestPlace, pointKeys, rowsOf } from "./class-points";
import type * as kinds from "./kinds";
import { figure } from "./numbers";

const DOMAIN = { x0: 0, x1: 10, y0: 0, y1: 8 };

/** What each loss is called, and what it is. */
export const TITLES: Record<Loss, { title: string; formula: string }> = {
  epsilon: { title: "ε-insensitive", formula: "max(0, |z| − ε)" },
  laplacian: { title: "Laplacian", formula: "|z|" },
  gaussian: { title: "Gaussian", formula: "z² / 2" },
  huber: { title: "Huber", formula: "z² / 2σ near, |z| − σ/2 far" },
};

export const KIND = "lesson-losses";
export type LossesAsked = kinds.LessonAsked[typeof KIND];
export type Change = kinds.Change<typeof KIND>;

interface PanelProps {
  loss: Loss;
  asked: LossesAsked;
  shown: LossesAnswer;
  change: Change;
}

/** One loss: the points with its line, and the loss itself. */
export function LossPanel({ loss, asked, shown, change }: PanelProps) {
  const mine = shown.lines.find((line) => line.loss === loss)!;
  const { title, formula } = TITLES[loss];
  return (
    <section class={`loss-panel pane loss-${loss}`} aria-label={title}>
      <header>
        <h3>
          <span class="loss-key" aria-hidden="true" />
          {title} <span class="quiet">{formula}</span>
        </h3>
        <p>
          <b data-testid={`slope-${loss}`}>{figure(mine.slope, 4)}</b> x{" "}
          {mine.intercept < 0 ? "−" : "+"} <b>{figure(Math.abs(mine.intercept), 4)}</b>
        </p>
      </header>
      <div class="loss-pictures">
        <Points loss={loss} asked={asked} shown={shown} change={change} />
        <LossCurve loss={loss} mine={mine} shown={shown} />
      </div>
      <p class="quiet loss-by small clip" title={mine.fitted_by}>
        {mine.fitted_by}
      </p>
    </section>
  );
}

/** The points, which can be dragged, with this loss's line and what is left over. */
function Points({ loss, asked, shown, change }: PanelProps) {
  const mine = shown.lines.find((line) => line.loss === loss)!;
  const others = shown.lines.filter((line) => line.loss !== loss);
  const move = (i: number, to: Point, dragging: boolean) => {
    const [x, y] = inside(to, DOMAIN);
    change({ x: asked.x.with(i, x), y: asked.y.with(i, y) }, dragging);
  };
  return (
    <Chart
      name={`losses-${loss}`}
      description={`${TITLES[loss].title}: slope ${figure(mine.slope, 3)}, intercept ${figure(mine.intercept, 3)}`}
      width={300}
      height={206}
      domain={DOMAIN}
      xTicks={[0, 2, 4, 6, 8, 10]}
      yTicks={[0, 2, 4, 6, 8]}
      onTake={(_, near) => nearestPlace(rowsOf(asked.x, asked.y), near)}
      onMove={move}
    >
      {(place) => (
        <>
          {loss === "epsilon" && <Tube place={place} line={mine} width={asked.epsilon} />}
          {others.map((line) => (
            <Line key={line.loss} place={place} line={line} name="loss-line-other" />
          ))}
          {asked.x.map((x, i) => (
            <line
              key={i}
              class="loss-residual"
              x1={place.x(x)}
              x2={place.x(x)}
              y1={place.y(asked.y[i]!)}
              y2={place.y(mine.slope * x + mine.intercept)}
            />
          ))}
          <Line place={place} line={mine} name="loss-line" />
          {asked.x.map((x, i) => (
            <circle
              key={i}
              class={`loss-point ${mine.pulling[i] ? "" : "loss-point-idle"}`}
              cx={place.x(x)}
              cy={place.y(asked.y[i]!)}
              r={4.5}
              data-testid={`${loss}-point-${i}`}
              // The four panels hold the same points; those of one are enough for the keyboard.
              {...(loss === "epsilon"
                ? pointKeys(`point ${i + 1}`, [x, asked.y[i]!], DOMAIN, (to, drag) =>
                    move(i, to, drag),
                  )
                : {})}
            />
          ))}
        </>
      )}
    </Chart>
  );
}

function Line({ place, line, name }: { place: Place; line: LossLine; name: string }) {
  const at = (x: number) => place.y(line.slope * x + line.intercept);
  return (
    <line
      class={`${name} loss-${line.loss}`}
      x1={place.x(DOMAIN.x0)}
      x2={place.x(DOMAIN.x1)}
      y1={at(DOMAIN.x0)}
      y2={at(DOMAIN.x1)}
    />
  );
}

/** Inside it nothing is counted. */
function Tube({ place, line, width }: { place: Place; line: LossLine; width: number }) {
  const edge = (x: number, by: number) =>
    `${place.x(x)},${place.y(line.slope * x + line.intercept + by)}`;
  const { x0, x1 } = DOMAIN;
  return (
    <polygon
      class="loss-tube"
      points={`${edge(x0, width)} ${edge(x1, width)} ${edge(x1, -width)} ${edge(x0, -width)}`}
    />
  );
}

/** V(z), with the residuals as ticks on it. */
function LossCurve({ loss, mine, shown }: { loss: Loss; mine: LossLine; shown: LossesAnswer }) {
  const { z } = shown.curves;
  const domain = { x0: z[0]!, x1: z.at(-1)!, y0: 0, y1: 3 };
  return (
    <Chart
      name={`curve-${loss}`}
      description={`The ${TITLES[loss].title} loss`}
      width={190}
      height={206}
      domain={domain}
      xTicks={[-2, 0, 2]}
      yTicks={[0, 1, 2, 3]}
      xName="residual z"
    >
      {(place) => (
        <>
          {LOSSES.filter((other) => other !== loss).map((other) => (
            <path
              key={other}
              class={`loss-line-other loss-${other}`}
              d={curvePath(place, z, shown.curves[other])}
            />
          ))}
          <path class={`loss-line loss-${loss}`} d={curvePath(place, z, shown.curves[loss])} />
          {mine.residuals.map((residual, i) => (
            <line
              key={i}
              class="loss-residual-tick"
              x1={place.x(residual)}
              x2={place.x(residual)}
              y1={place.height}
              y2={place.height - 7}
            />
          ))}
        </>
      )}
    </Chart>
  );
}
