import { Chart, curvePath } from "../../../charts/chart";
import type { Workbench } from "../../../session/workbench";
import { Switch } from "../../../ui/controls";
import type { GroupMethod, KmeansAnswer } from "../../../wire/lessons";
import { Choice } from "./choice";
import type { Change } from "./kinds";
import { type KIND, type KmeansAsked, pairsOf, SETS, START } from "./kmeans-asked";
import { figure } from "./numbers";
import { GoodToKnow, Group, Knob } from "./parts";

interface ControlProps {
  workbench: Workbench;
  asked: KmeansAsked;
  shown: KmeansAnswer;
  change: Change<typeof KIND>;
}

const METHODS: { name: GroupMethod; title: string; hint: string }[] = [
  { name: "k-means", title: "K-means", hint: "Each point belongs to one cluster" },
  { name: "mixture", title: "Gaussian mixture", hint: "Each point is shared by all clusters" },
];
const MOST_POINTS = 2000;

/** Which points, which method, and from where. */
export function Controls(props: ControlProps) {
  return (
    <>
      <PointsGroup {...props} />
      <MethodGroup {...props} />
      {props.asked.method === "k-means" && <Elbow {...props} />}
      <GoodToKnow>
        <li>
          K-means finds a local optimum. Another start may end better, and nothing tells you the
          right K.
        </li>
        <li>It is a Gaussian mixture whose variance goes to 0: choose the mixture, lower σ.</li>
      </GoodToKnow>
    </>
  );
}

function PointsGroup({ workbench, asked, change }: ControlProps) {
  const lab = workbench.rooms.lab.points.value;
  const own = asked.points.length > 0;
  return (
    <Group title="Points">
      <Choice
        label="Points"
        testid="kmeans-data"
        options={SETS}
        chosen={own ? null : asked.data}
        onChoose={(data) =>
          change({
            data,
            points: [],
            centers: [],
            step: 0,
            clusters: data === "digits" ? 10 : data === "moons" ? 2 : 3,
          })
        }
      />
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="kmeans-draw"
          disabled={!own && asked.data === "digits"}
          onClick={() => change({ points: [], centers: [], step: 0, draw: asked.draw + 1 })}
        >
          Draw again
        </button>
        <button
          type="button"
          class="button"
          data-testid="kmeans-lab"
          title="The points of the Lab, without their classes"
          disabled={!lab || lab.length < 4}
          onClick={() =>
            change({ points: pairsOf(lab!).slice(0, MOST_POINTS), centers: [], step: 0 })
          }
        >
          Lab's points
        </button>
      </div>
    </Group>
  );
}

function MethodGroup({ workbench, asked, shown, change }: ControlProps) {
  return (
    <Group title="Method">
      <Choice
        label="Method"
        testid="kmeans-method"
        options={METHODS}
        chosen={asked.method}
        onChoose={(method) => change({ method, step: 0 })}
      />
      <Knob
        workbench={workbench}
        name="clusters"
        label="clusters K"
        help="How many centers there are."
        low={1}
        high={12}
        whole
        value={shown.centers.length}
        start={START.clusters}
        onMove={(clusters) => change({ clusters, centers: [], step: 0 })}
      />
      {asked.method === "mixture" && (
        <>
          <Knob
            workbench={workbench}
            name="sigma"
            label={asked.learn_spread ? "σ at start" : "σ"}
            help="The deviation of every Gaussian. As it goes to 0, the mixture becomes k-means."
            low={0.02}
            high={2}
            scale="log"
            value={asked.sigma}
            start={START.sigma}
            onMove={(sigma, dragging) => change({ sigma }, dragging)}
          />
          <Switch
            name="learn-spread"
            checked={asked.learn_spread}
            title="Each Gaussian learns its own covariance"
            onChange={(learn_spread) => change({ learn_spread })}
          >
            learn each covariance
          </Switch>
        </>
      )}
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="kmeans-again"
          onClick={() => change({ centers: [], step: 0, seed: asked.seed + 1 })}
        >
          New random start
        </button>
      </div>
    </Group>
  );
}

/** The lowest sum of squares for each K; it always falls. */
function Elbow({ shown, change }: ControlProps) {
  const most = shown.elbow[0] ?? 1;
  const numbers = shown.elbow.map((_, i) => i + 1);
  const now = shown.centers.length;
  return (
    <Group title="Lowest sum found for each K">
      <div class="kmeans-elbow">
        <Chart
          name="elbow"
          description={`Lowest sum of squares: ${shown.elbow.map((each, i) => `${figure(each, 3)} with ${i + 1}`).join(", ")}`}
          width={296}
          height={120}
          domain={{ x0: 0.5, x1: numbers.length + 0.5, y0: 0, y1: most * 1.05 }}
          xTicks={numbers}
          onTake={([x]) => Math.round(x)}
          onMove={(_, [x], dragging) => {
            const clusters = Math.min(numbers.length, Math.max(1, Math.round(x)));
            if (clusters !== now) change({ clusters, centers: [], step: 0 }, dragging);
          }}
        >
          {(place) => (
            <>
              <path class="lesson-curve" d={curvePath(place, numbers, shown.elbow)} />
              {shown.elbow.map((each, i) => (
                <circle
                  key={i}
                  class={i + 1 === now ? "lesson-dot lesson-dot-now" : "lesson-dot"}
                  cx={place.x(i + 1)}
                  cy={place.y(each)}
                  r={i + 1 === now ? 5 : 3}
                />
              ))}
            </>
          )}
        </Chart>
      </div>
    </Group>
  );
}
