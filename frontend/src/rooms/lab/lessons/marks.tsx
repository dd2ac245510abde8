import { useRef } from "preact/hooks";
import type { Workbench } from "../../../session/workbench";
import { plural } from "../../../ui/format";
import { Spoken } from "../../../ui/spoken";
import type { MarksAnswer } from "../../../wire/lessons";
import type { Change, LessonAsked, LessonPage } from "./kinds";
import { figure } from "./numbers";
import { Awaiting, GoodToKnow, Group, Large, Lesson } from "./parts";
import { useLesson } from "./store";

const KIND = "lesson-marks";
type MarksAsked = LessonAsked[typeof KIND];
const START: MarksAsked = {
  categories: [0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2],
  clusters: [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2],
};
const NAMES = ["cross", "circle", "diamond"];
const SIGNS = ["✕", "○", "◇"];
const RINGS = 3;

export const marksLesson: LessonPage = {
  name: "marks",
  topic: "evaluation",
  source: "song",
  title: "Purity and bits",
  about: "Seventeen marks in three clusters. Drag a mark to another cluster.",
  start: { [KIND]: START },
  view: MarksLesson,
};

interface Shared {
  asked: MarksAsked;
  shown: MarksAnswer;
  change: Change<typeof KIND>;
}

/** Marks of three categories in clusters, and how well both agree. */
function MarksLesson({ workbench }: { workbench: Workbench }) {
  const { asked, shown, change } = useLesson(workbench, KIND);
  if (!shown) return <Awaiting what="Counting the marks" />;
  const shared = { asked, shown, change };
  return (
    <Lesson
      name="marks"
      main={
        <>
          <Rings {...shared} />
          <Measures {...shared} />
        </>
      }
      aside={<Aside {...shared} />}
    />
  );
}

/** The clusters as rings; a mark is dragged, or moved on by Enter. */
function Rings({ asked, shown, change }: Shared) {
  const rings = useRef<HTMLDivElement>(null);
  const held = useRef<number | null>(null);
  const count = Math.max(RINGS, shown.table[0]!.length);
  const move = (mark: number, cluster: number) => {
    if (asked.clusters[mark] !== cluster) {
      change({ clusters: asked.clusters.with(mark, cluster) });
    }
  };
  const drop = (event: PointerEvent) => {
    const mark = held.current;
    held.current = null;
    if (mark === null) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const ring = under?.closest<HTMLElement>("[data-ring]");
    if (ring && rings.current?.contains(ring)) move(mark, Number(ring.dataset.ring));
  };
  return (
    <div
      class={count > 6 ? "marks-rings marks-rings-many" : "marks-rings"}
      ref={rings}
      onPointerUp={drop}
      data-testid="marks-rings"
    >
      {Array.from({ length: count }, (_, ring) => (
        <section key={ring} class="marks-ring" data-ring={ring} aria-label={`cluster ${ring + 1}`}>
          <div class="marks-inside">
            {asked.clusters.map((cluster, mark) =>
              cluster === ring ? (
                <button
                  key={mark}
                  type="button"
                  class={`mark-token mark-token-${asked.categories[mark]} ${
                    shown.largest[ring] === asked.categories[mark] ? "mark-token-most" : ""
                  }`}
                  data-testid={`mark-${mark}`}
                  aria-label={`${NAMES[asked.categories[mark]!]} in cluster ${ring + 1}; Enter moves it on`}
                  onPointerDown={() => {
                    held.current = mark;
                  }}
                  onKeyDown={(event) => {
                    if (event.key === "Enter") move(mark, (ring + 1) % count);
                  }}
                >
                  {SIGNS[asked.categories[mark]!]}
                </button>
              ) : null,
            )}
          </div>
          <p class="note">{ringText(shown, ring)}</p>
        </section>
      ))}
    </div>
  );
}

/** "most: ✕, 5 of 6". */
function ringText(shown: MarksAnswer, ring: number): string {
  const most = shown.largest[ring] ?? -1;
  if (most < 0) return "empty";
  const size = shown.table.reduce((sum, row) => sum + row[ring]!, 0);
  return `most: ${SIGNS[most]}, ${shown.table[most]![ring]} of ${size}`;
}

function Measures({ asked, shown }: Shared) {
  const most = shown.largest.map((category, ring) =>
    category < 0 ? 0 : shown.table[category]![ring]!,
  );
  const sum = most.filter((each) => each > 0);
  const text = `purity ${shown.purity.toFixed(2)}, NMI ${shown.nmi.toFixed(3)}`;
  const short = sum.length > 6 ? `${sum.reduce((a, b) => a + b, 0)}` : sum.join(" + ");
  return (
    <div class="lesson-larges marks-measures">
      <Large
        name="marks-purity"
        label="purity"
        value={shown.purity.toFixed(4)}
        note={`(${short}) / ${asked.categories.length}`}
      />
      <Large
        name="marks-matched"
        label="matched one to one"
        value={shown.matched.toFixed(4)}
        note="Hungarian algorithm"
      />
      <Large
        name="marks-information"
        label="mutual information"
        value={`${figure(shown.information, 4)} bits`}
        note={`of ${figure(shown.category_entropy, 4)} bits in the categories`}
      />
      <Large
        name="marks-nmi"
        label="NMI = I / √(H H)"
        value={shown.nmi.toFixed(4)}
        note={`H = ${figure(shown.category_entropy, 3)} and ${figure(shown.cluster_entropy, 3)} bits`}
      />
      <Spoken text={text} />
    </div>
  );
}

const EXAMPLES: { name: string; title: string; clusters: (categories: number[]) => number[] }[] = [
  { name: "perfect", title: "Perfect", clusters: (categories) => categories },
  { name: "one", title: "All together", clusters: (categories) => categories.map(() => 0) },
  { name: "apart", title: "Every mark alone", clusters: (categories) => [...categories.keys()] },
];

function Aside({ asked, shown, change }: Shared) {
  return (
    <>
      <Group title="Clusters">
        <div class="buttons">
          <button
            type="button"
            class="button"
            data-testid="marks-reset"
            onClick={() => change(START)}
          >
            As published
          </button>
          {EXAMPLES.map(({ name, title, clusters }) => (
            <button
              key={name}
              type="button"
              class="button"
              data-testid={`marks-${name}`}
              onClick={() => change({ clusters: clusters(asked.categories) })}
            >
              {title}
            </button>
          ))}
        </div>
      </Group>
      <Group title="Marks in each cluster">
        <p class="note">{plural(asked.categories.length, "mark")}; boxed: the matched category</p>
        <div class="marks-table-scroll">
          <table class="marks-table">
            <tbody>
              {shown.table.map((row, category) => (
                <tr key={category}>
                  <th scope="row">{SIGNS[category]}</th>
                  {row.map((value, ring) => (
                    <td
                      key={ring}
                      class={shown.partners[ring] === category ? "marks-partner" : undefined}
                    >
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Group>
      <GoodToKnow>
        <li>Purity is 1 as soon as every mark is alone: read it together with NMI.</li>
        <li>
          Mutual information says how many bits the cluster of a mark tells about its category.
        </li>
        <li>
          Marks: Manning, Raghavan and Schütze, <i>Introduction to Information Retrieval</i>, figure
          16.1. NMI: Strehl and Ghosh (2002).
        </li>
      </GoodToKnow>
    </>
  );
}
