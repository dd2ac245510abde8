import { Chart, type Place } from "../../../charts/chart";
import type { Shared } from "./mail-table";
import { figure } from "./numbers";

/** The mails in the plane of the two tests, with both lines. */
export function MailPlane({ asked, shown, change }: Shared) {
  const most = Math.max(1, ...asked.rows.flat(), ...asked.mail);
  const domain = { x0: -0.35, x1: most + 0.6, y0: -0.35, y1: most + 0.6 };
  const { centers } = shown;
  const ticks = Array.from({ length: most + 1 }, (_, i) => i);
  return (
    <figure class="mail-plane">
      <Chart
        name="mails"
        description={`The mails in the plane; the line is right about ${shown.line.right} of ${asked.rows.length}`}
        width={250}
        height={236}
        domain={domain}
        xTicks={ticks}
        yTicks={ticks}
        xName="x₁"
        yName="x₂"
        onTake={() => 0}
        onMove={(_, [x, y], dragging) => {
          const whole = (value: number) => Math.max(0, Math.round(value));
          const mail = [whole(x), whole(y)];
          if (String(mail) !== String(asked.mail) || !dragging) change({ mail }, dragging);
        }}
      >
        {(place) => (
          <>
            <Boundary place={place} w={asked.weights} t={asked.threshold} name="line" />
            <Boundary place={place} w={centers.w} t={centers.t} name="bisector" />
            <Center place={place} at={centers.spam} name="spam" />
            <Center place={place} at={centers.ham} name="ham" />
            {asked.rows.map(([x, y], i) => (
              <g key={i} transform={`translate(${place.x(x!)} ${place.y(y!)})`}>
                {asked.spam[i] ? (
                  <circle class="mark-in" r={7} />
                ) : (
                  <rect class="mark-out" x={-6} y={-6} width={12} height={12} />
                )}
              </g>
            ))}
            <circle
              class="mail-new-ring"
              cx={place.x(asked.mail[0]!)}
              cy={place.y(asked.mail[1]!)}
              r={11}
            />
          </>
        )}
      </Chart>
      <figcaption class="mail-legend note">
        <span class="mail-key mail-key-line">
          the weights: right about {shown.line.right} of {asked.rows.length}
        </span>
        <span class="mail-key mail-key-centers">
          half-way between the centers: w = ({centers.w.map((each) => figure(each, 3)).join(", ")}),
          t = <b data-testid="centers-t">{figure(centers.t, 4)}</b>
        </span>
      </figcaption>
    </figure>
  );
}

/** w · x = t. */
function Boundary(props: { place: Place; w: number[]; t: number; name: string }) {
  const [a, b] = props.w as [number, number];
  if (a === 0 && b === 0) return null;
  const far = 40;
  const ends: [number, number][] =
    Math.abs(b) > Math.abs(a)
      ? [-far, far].map((x) => [x, (props.t - a * x) / b])
      : [-far, far].map((y) => [(props.t - b * y) / a, y]);
  const [from, to] = ends as [[number, number], [number, number]];
  return (
    <line
      class={props.name}
      x1={props.place.x(from[0])}
      y1={props.place.y(from[1])}
      x2={props.place.x(to[0])}
      y2={props.place.y(to[1])}
    />
  );
}

function Center({ place, at, name }: { place: Place; at: number[]; name: string }) {
  const [x, y] = [place.x(at[0]!), place.y(at[1]!)];
  return (
    <path
      class={`mail-center mail-center-${name}`}
      d={`M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}`}
    />
  );
}
