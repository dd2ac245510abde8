import { Chart } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { plural } from "../../../ui/format";
import { clusterColors } from "../../../ui/palette";
import { RowPicture } from "../../../ui/row-picture";
import { Spoken } from "../../../ui/spoken";
import { theme } from "../../../ui/theme";
import type { KmeansAnswer } from "../../../wire/lessons";
import type { Change, LessonPage } from "./kinds";
import { drawnPoints, KIND, type KmeansAsked, START } from "./kmeans-asked";
import { Controls } from "./kmeans-controls";
import { Cells, Centers, Clouds, Points, Trails } from "./kmeans-marks";
import { figure } from "./numbers";
import { Awaiting, Large, Lesson } from "./parts";
import { LessonPlayer } from "./player";
import { useLesson } from "./store";

export const kmeansLesson: LessonPage = {
  name: "kmeans",
  topic: "clusters",
  source: "song",
  title: "K-means",
  about: "Assign, update, repeat. Drag a point or a center, and step through it.",
  start: { [KIND]: START },
  view: KmeansLesson,
};

const CENTER_REACH = 16;
const POINT_REACH = 9;
/** What the hand holds: a center by its place, a point by its place after these. */
const FIRST_POINT = 1000;

/** K-means and mixtures on points in the plane, half a round at a time. */
function KmeansLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Placing the centers" />;
  return (
    <Lesson
      name="kmeans"
      main={
        <>
          <Plane asked={asked} shown={shown} change={change} />
          <LessonPlayer
            name="kmeans"
            step={shown.step}
            steps={shown.steps}
            onStep={(step) => change({ step })}
          >
            {says(asked, shown)}
          </LessonPlayer>
          {shown.digits.length > 0 && <Digits shown={shown} />}
          <Figures asked={asked} shown={shown} />
        </>
      }
      aside={<Controls workbench={workbench} asked={asked} shown={shown} change={change} />}
    />
  );
}

function says(asked: KmeansAsked, shown: KmeansAnswer): string {
  const last = shown.step === shown.steps;
  if (asked.method === "mixture") {
    if (shown.half === "start") return "Each cluster is a Gaussian. The rings are 1σ and 2σ.";
    if (last) return "The likelihood no longer rises: a local maximum.";
    return shown.half === "assign"
      ? "E-step: every cluster gets a share of each point; pale points are shared."
      : "M-step: each mean moves to the average of the points, weighted by its shares.";
  }
  if (shown.half === "start")
    return "Centers are drawn at random points. Drag them, or press play.";
  if (last) return "No point changes its cluster: k-means has converged.";
  return shown.half === "assign"
    ? "Assign: each point goes to its nearest center. The cells are a Voronoi diagram."
    : "Update: each center moves to the mean of its points.";
}

function Plane(props: { asked: KmeansAsked; shown: KmeansAnswer; change: Change<typeof KIND> }) {
  const { asked, shown, change } = props;
  const [x0, x1, y0, y1] = shown.box;
  const points = drawnPoints(asked, shown);
  const colors = clusterColors(theme.value);
  const fixed = asked.data === "digits" && asked.points.length === 0;
  const labels = shown.columns.labels as Uint8Array;
  const sure = shown.columns.sure as Float32Array;
  const text = `${plural(points.length, "point")} in ${plural(shown.centers.length, "cluster")}, step ${shown.step} of ${shown.steps}`;
  return (
    <div class="kmeans-plane">
      <Chart
        name="kmeans"
        description={text}
        width={840}
        height={500}
        domain={{ x0, x1, y0, y1 }}
        onTake={(_, near) => {
          const [center, away] = nearest(shown.centers.map(near));
          if (away < CENTER_REACH) return center;
          const [point, far] = fixed ? [0, Number.POSITIVE_INFINITY] : nearest(points.map(near));
          return far < POINT_REACH ? FIRST_POINT + point : null;
        }}
        onMove={(held, [x, y], dragging) => {
          const at = [Number(x.toFixed(2)), Number(y.toFixed(2))];
          if (held < FIRST_POINT) {
            // What is dragged is a new start, and its cells follow the hand.
            change({ centers: shown.centers.with(held, pair(at)), step: 1 }, dragging);
          } else {
            change({ points: points.with(held - FIRST_POINT, pair(at)) }, dragging);
          }
        }}
      >
        {(place) => (
          <>
            <Cells
              place={place}
              cells={shown.cells}
              colors={colors}
              faint={shown.half === "start"}
            />
            <Points place={place} points={points} labels={labels} sure={sure} colors={colors} />
            <Clouds place={place} shown={shown} colors={colors} />
            <Trails place={place} trails={shown.trails} />
            <Centers place={place} centers={shown.centers} colors={colors} />
          </>
        )}
      </Chart>
      <Spoken text={text} />
    </div>
  );
}

function pair([x, y]: number[]): [number, number] {
  return [x!, y!];
}

/** The place of the least of several distances, and that distance. */
function nearest(away: number[]): [number, number] {
  const least = Math.min(...away);
  return [away.indexOf(least), least];
}

/** The picture at each center, and the digit that is most frequent around it. */
function Digits({ shown }: { shown: KmeansAnswer }) {
  const colors = clusterColors(theme.value);
  return (
    <ol class="kmeans-digits" aria-label="Pictures at the centers">
      {shown.digits.map(({ pixels, digit, share }, i) => (
        <li key={i}>
          <span class="kmeans-digit" style={{ borderColor: colors[i % colors.length] }}>
            <RowPicture
              picture={{ width: 8, height: 8, pixels: pixels.map((each) => 100 * each) }}
              size={40}
            />
          </span>
          <span class="note">
            {digit === null ? "–" : `${digit}: ${Math.round(100 * share)} %`}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Figures({ asked, shown }: { asked: KmeansAsked; shown: KmeansAnswer }) {
  const now = shown.history.at(-1);
  const [best] = shown.starts;
  const soft = asked.method === "mixture";
  return (
    <div class="lesson-larges kmeans-figures">
      <Large
        name="kmeans-value"
        label={soft ? "log likelihood" : "sum of squared distances"}
        value={figure(now, 5)}
      />
      {shown.limit && (
        <>
          <Large
            name="kmeans-distance"
            label="distance to k-means"
            value={shown.limit.distance < 1e-6 ? "0" : figure(shown.limit.distance, 3)}
            note="of the final means"
          />
          <Large
            name="kmeans-sure"
            label="mean largest share"
            value={shown.limit.sure.toFixed(3)}
            note="1: every point in one cluster"
          />
        </>
      )}
      {!soft && (
        <Large
          name="kmeans-best"
          label={`best of ${shown.starts.length} random starts`}
          value={figure(best, 5)}
          note={endsText(shown.starts)}
        />
      )}
      {shown.purity !== null && (
        <Large
          name="kmeans-purity"
          label="purity against the true digits"
          value={shown.purity.toFixed(3)}
          note={`NMI ${shown.nmi?.toFixed(3)}`}
        />
      )}
    </div>
  );
}

/** "reached by 8 of 12": how many starts end with the least. */
function endsText(starts: number[]): string {
  const least = starts[0]!;
  const reached = starts.filter((each) => each < least * (1 + 1e-6)).length;
  return `reached by ${reached}; the worst ends at ${figure(starts.at(-1), 5)}`;
}
