import { Chart, curvePath } from "../../charts/chart";
import { visible } from "../../ui/format";
import { SearchField } from "../../ui/search-field";
import { Term } from "../../ui/term";
import type { DependenceFrame, ImportanceFrame, UsedFeature } from "../../wire/why";
import type { Side, WhyStore } from "./store";
import { CURVE, number, USES } from "./words";

/** The features by importance, searchable, and the curve of the chosen one. */
export function UsesPanel({ room }: { room: WhyStore }) {
  const found = room.importance.value;
  return (
    <section class="why-uses" aria-label={USES.title}>
      <div class="why-uses-head">
        <h3>
          <Term name="importance">{USES.title}</Term>
        </h3>
        <SearchField
          search={room.search}
          label={USES.search}
          testid="uses-search"
          hint={USES.hint}
          onSearch={() => room.measure()}
        />
        {found && <Sides room={room} found={found} />}
      </div>
      {found ? (
        <Bars room={room} found={found} />
      ) : (
        <p class="quiet why-waiting" data-testid="uses-waiting">
          {room.busy.value ? (
            USES.measuring
          ) : (
            <button type="button" class="text-button" onClick={() => room.measure()}>
              {USES.again}
            </button>
          )}
        </p>
      )}
      <Dependence room={room} />
    </section>
  );
}

/** The colors and what they speak for; one of them alone where it is pressed. */
function Sides({ room, found }: { room: WhyStore; found: ImportanceFrame }) {
  const names = USES.sides(found.category, found.against);
  const sides = (["for", "against", "mixed"] as const).filter(
    (side) => side !== "mixed" || found.features.some(({ direction }) => direction === 0),
  );
  return (
    <fieldset class="why-legend" aria-label={USES.sidesLabel}>
      {sides.map((side) => (
        <button
          key={side}
          type="button"
          class="chip"
          data-testid={`side-${side}`}
          aria-pressed={room.side.value === side}
          onClick={() => {
            room.side.value = room.side.value === side ? null : side;
          }}
        >
          <span class={`why-key why-${side}`} /> {names[side]}
        </button>
      ))}
    </fieldset>
  );
}

function sideOf({ direction }: UsedFeature): Side {
  return direction > 0 ? "for" : direction < 0 ? "against" : "mixed";
}

function Bars({ room, found }: { room: WhyStore; found: ImportanceFrame }) {
  const only = room.side.value;
  const features = found.features.filter((feature) => !only || sideOf(feature) === only);
  const longest = Math.max(1e-9, ...found.features.map(({ high }) => high));
  const digits = lossDigits(Math.max(...found.features.map(({ drop }) => drop)));
  const shown = found.features.length;
  return (
    <div class="why-list">
      <ol class="why-bars" data-testid="uses" data-baseline={found.baseline}>
        {features.map((feature) => (
          <li key={feature.group}>
            <Bar room={room} found={found} feature={feature} longest={longest} digits={digits} />
          </li>
        ))}
      </ol>
      {shown === 0 && <p class="quiet">{USES.none}</p>}
      <p class="note-faint why-measured">
        {USES.measured(found)} {!found.search && shown < found.of && USES.some(shown, found.of)}
      </p>
    </div>
  );
}

function Bar(props: {
  room: WhyStore;
  found: ImportanceFrame;
  feature: UsedFeature;
  longest: number;
  digits: number;
}) {
  const { room, found, feature, longest, digits } = props;
  const { name, drop, low, high, direction, weight } = feature;
  const at = (value: number) => `${(100 * Math.max(0, value)) / longest}%`;
  const speaks = direction > 0 ? found.category : found.against;
  const hint = direction === 0 ? USES.mixed : speaks ? USES.for(speaks) : USES.mixed;
  return (
    <button
      type="button"
      class="why-bar bare"
      data-testid="used-feature"
      data-name={name}
      aria-pressed={room.group.value === feature.group}
      title={weight === null ? hint : `${hint}; ${USES.weight(weight)}`}
      onClick={() => room.choose(feature.group)}
    >
      <span class="why-name clip">{visible(name)}</span>
      <span class="why-track">
        <span class={`why-fill why-${sideOf(feature)}`} style={{ width: at(drop) }} />
        <span class="why-whisker" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      </span>
      <span class="why-value">{lossText(drop, digits)}</span>
    </button>
  );
}

function Dependence({ room }: { room: WhyStore }) {
  const curve = room.dependence.value;
  if (!curve) return <p class="quiet why-curve-empty">{CURVE.choose}</p>;
  return (
    <figure class="why-curve" data-testid="dependence" data-feature={curve.name}>
      <figcaption class="clip">
        <Term name="partialDependence">{CURVE.title(curve.name)}</Term>
      </figcaption>
      {curve.feature_kind === "category" ? <Categories curve={curve} /> : <Curve curve={curve} />}
    </figure>
  );
}

function Curve({ curve }: { curve: DependenceFrame }) {
  const { points, cutoff } = curve;
  const x = points.map(({ value }) => value);
  const y = points.map(({ score }) => score);
  const [low, high] = spanOf([...y, cutoff]);
  const wide = x.at(-1)! > x[0]! ? 0 : 0.5;
  const domain = { x0: x[0]! - wide, x1: x.at(-1)! + wide, y0: low, y1: high };
  return (
    <Chart
      name="dependence"
      description={CURVE.describe(curve.name)}
      width={320}
      height={150}
      domain={domain}
      xName={visible(curve.name)}
      yName={CURVE.axis(curve.category, curve.scale)}
    >
      {(place) => (
        <>
          {points.map(({ value, share }) => (
            <rect
              key={value}
              class="why-share"
              x={place.x(value) - 2}
              width={4}
              y={place.height - share * place.height * 0.6}
              height={share * place.height * 0.6}
            />
          ))}
          <path
            class="why-cutoff"
            d={`M0 ${place.y(cutoff)}H${place.width}`}
            data-cutoff={cutoff}
          />
          <text
            class="why-cutoff-name small"
            x={place.width - 4}
            y={place.y(cutoff) + (place.y(cutoff) < 16 ? 12 : -4)}
          >
            {CURVE.cutoff}
          </text>
          <path class="why-curve-line" d={curvePath(place, x, y)} />
        </>
      )}
    </Chart>
  );
}

/** A bar for each value of a category, from the cut-off to its mean score. */
function Categories({ curve }: { curve: DependenceFrame }) {
  const [low, high] = spanOf([...curve.points.map(({ score }) => score), curve.cutoff]);
  const at = (score: number) => (100 * (score - low)) / (high - low);
  const zero = at(curve.cutoff);
  const sorted = [...curve.points].sort((a, b) => b.score - a.score);
  return (
    <div class="why-categories">
      {sorted.map(({ label, score, share }) => (
        <div key={label} class="why-category" title={`${(100 * share).toFixed(0)} %`}>
          <span class="why-name clip">{visible(label) || "–"}</span>
          <span class="why-track">
            <span
              class={`why-fill ${score >= curve.cutoff ? "why-for" : "why-against"}`}
              style={{
                left: `${Math.min(zero, at(score))}%`,
                width: `${Math.abs(at(score) - zero)}%`,
              }}
            />
            <span class="why-zero" style={{ left: `${zero}%` }} />
          </span>
          <span class="why-value">{number(score)}</span>
        </div>
      ))}
      <p class="note-faint">
        {CURVE.axis(curve.category, curve.scale)}, {CURVE.cutoff} {number(curve.cutoff)}
      </p>
    </div>
  );
}

function spanOf(values: number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || 1) * 0.08;
  return [low - room, high + room];
}

/** Three decimals, and more where the largest loss is so small that they would say nothing. */
export function lossDigits(largest: number): number {
  return largest > 0 ? Math.min(5, Math.max(3, 1 - Math.floor(Math.log10(largest)))) : 3;
}

/** A loss with so many decimals, and no minus before what rounds to nothing. */
export function lossText(drop: number, digits: number): string {
  return drop
    .toFixed(digits)
    .replace(/^-(?=0\.0+$)/, "")
    .replace("-", "−");
}
