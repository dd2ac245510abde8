import type { Workbench } from "../session/workbench";
import { GUIDE_TEXTS } from "./words";

export type GuideName = keyof typeof GUIDE_TEXTS;

/** A step of a guided path: the control it points at, and how one knows that it was done. */
export interface GuideStep {
  /** The test id of the control; of several, the first that is on the page counts. */
  target: string[];
  text: string;
  room: string;
  /** A click on the control, or something that then holds; without it, "Next" goes on. */
  done?: "click" | ((workbench: Workbench) => boolean);
}

type Aim = Omit<GuideStep, "text">;

const outcomeShown = ({ rooms }: Workbench) => Boolean(rooms.matrix.view.value?.outcome);

const AIMS: Record<GuideName, Aim[]> = {
  tumors: [
    { room: "matrix", target: ["matrix"] },
    { room: "matrix", target: ["builder"], done: outcomeShown },
    { room: "matrix", target: ["answer"] },
    { room: "matrix", target: ["cell-1-0"], done: "click" },
    {
      room: "matrix",
      target: ["final-test-run", "final-test-open"],
      done: ({ rooms }) => Boolean(rooms.matrix.view.value?.test.matrix),
    },
    { room: "matrix", target: ["answer-save"] },
  ],
  text: [
    { room: "matrix", target: ["matrix"] },
    { room: "matrix", target: ["builder"], done: outcomeShown },
    { room: "matrix", target: ["answer"] },
    { room: "matrix", target: ["section-explore"], done: ({ room }) => room.value === "plane" },
    {
      room: "plane",
      target: ["plot-training"],
      done: ({ store }) => store.document.value !== null,
    },
    { room: "plane", target: ["document"] },
  ],
  groups: [
    { room: "clusters", target: ["cluster-map"] },
    {
      room: "clusters",
      target: ["find-first", "find-clusters"],
      done: ({ rooms }) => Boolean(rooms.clusters.found.value),
    },
    {
      room: "clusters",
      target: ["clusters"],
      done: ({ rooms }) => rooms.clusters.cluster.value !== null,
    },
    { room: "clusters", target: ["cluster-panel"] },
    { room: "clusters", target: ["tab-labels"], done: "click" },
    { room: "clusters", target: ["make-labels"] },
  ],
  learn: [
    { room: "lab", target: ["picture-0"] },
    {
      room: "lab",
      target: ["lab-source"],
      done: ({ store }) => store.state.value?.lab?.source === "xor",
    },
    {
      room: "lab",
      target: ["lab-model-0"],
      done: ({ store }) => store.state.value?.lab?.models[0]?.model === "neighbors",
    },
    { room: "lab", target: ["room-bayes"], done: ({ room }) => room.value === "bayes" },
    { room: "bayes", target: ["bayes-example-costly"], done: "click" },
    { room: "bayes", target: ["room-lessons"] },
  ],
};

/** The guided paths of the start page. */
export const GUIDES = Object.fromEntries(
  Object.entries(AIMS).map(([name, aims]) => [
    name,
    aims.map((aim, place) => ({ ...aim, text: GUIDE_TEXTS[name as GuideName][place]! })),
  ]),
) as Record<GuideName, GuideStep[]>;

export function guideNamed(name: string): GuideStep[] | null {
  return GUIDES[name as GuideName] ?? null;
}
