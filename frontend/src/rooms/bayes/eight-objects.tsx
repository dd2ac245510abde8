import type { BayesDemoFrame } from "../../wire/types";
import { type Named, type PlacedLabel, placedLabels } from "./labels";
import { demoSpace, squareDomain, sumToOne } from "./spaces";
import { Mark, onSquare, SquarePlot } from "./square-plot";
import { axisFormulas, DEMO } from "./words";

const SIDE = 480;

interface EightObjectsProps {
  shown: BayesDemoFrame;
  lit: string | null;
  /** The points glide to their new place; not while the hand holds a slider. */
  glides: boolean;
  onLight: (label: string | null) => void;
}

/** The eight objects as labeled points, and the line that decides between them. */
export function EightObjects({ shown, lit, glides, onLight }: EightObjectsProps) {
  const space = demoSpace(shown.objects);
  const domain =
    space.normalized && !space.logarithmic
      ? { x0: 0, x1: 1, y0: 0, y1: 1 }
      : squareDomain(
          shown.objects.map(({ point }) => point),
          space.logarithmic,
        );
  const at = onSquare(domain, SIDE);
  const marks = shown.objects.map(({ label, point, positive }) => {
    const [x, y] = at(point);
    return { label, x, y, positive };
  });
  const inside = shown.objects.filter(({ positive }) => positive).length;
  const [x, y] = axisFormulas(space);
  return (
    <SquarePlot
      name="eight"
      description={DEMO.description(inside)}
      side={SIDE}
      domain={domain}
      line={shown.line}
      x={{ words: DEMO.axes.x, formula: x }}
      y={{ words: DEMO.axes.y, formula: y }}
      sides
      bisector={shown.line.slope !== 1 || Math.abs(shown.line.intercept) > 1e-6}
      behind={
        space.normalized && (
          <polyline
            class="one-sum"
            points={sumToOne(space.logarithmic, domain.x0).map(at).join(" ")}
          />
        )
      }
    >
      <Marks marks={marks} lit={lit} glides={glides} onLight={onLight} />
      <Labels marks={marks} lit={lit} glides={glides} />
    </SquarePlot>
  );
}

interface MarksProps extends Pick<EightObjectsProps, "lit" | "glides" | "onLight"> {
  marks: (Named & { positive: boolean })[];
}

function Marks({ marks, lit, glides, onLight }: MarksProps) {
  return (
    <g class={glides ? "glides" : ""}>
      {marks.map((mark) => (
        <g
          key={mark.label}
          class={`object-mark ${lit === mark.label ? "object-mark-lit" : ""}`}
          style={{ transform: `translate(${mark.x}px, ${mark.y}px)` }}
          data-testid={`bayes-mark-${mark.label}`}
          onPointerEnter={() => onLight(mark.label)}
          onPointerLeave={() => onLight(null)}
        >
          <circle class="movable-hit" r={11} />
          <Mark positive={mark.positive} />
        </g>
      ))}
    </g>
  );
}

function Labels(props: { marks: Named[]; lit: string | null; glides: boolean }) {
  const { marks, lit } = props;
  return (
    <g class={props.glides ? "glides" : ""}>
      {placedLabels(marks, SIDE).map((placed) => (
        <Label key={placed.labels.join()} {...placed} lit={lit} />
      ))}
    </g>
  );
}

function Label({ labels, x, y, anchor, lit }: PlacedLabel & { lit: string | null }) {
  const bright = lit !== null && labels.includes(lit);
  return (
    <text
      class={`object-label ${bright ? "object-label-lit" : ""}`}
      data-testid="bayes-label"
      style={{ transform: `translate(${x}px, ${y}px)` }}
      text-anchor={anchor}
    >
      {labels.join(", ")}
    </text>
  );
}
