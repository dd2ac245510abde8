import { useEffect } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { TabList } from "../../ui/tabs";
import { LineAndCurve } from "./curves";
import { FourSpaces } from "./four-spaces";
import { ManyFeatures } from "./many-features";
import { ThreeFeatures } from "./three-features";
import { ROOM } from "./words";

const PAGES = [
  { name: "spaces", title: ROOM.pages.spaces },
  { name: "curves", title: ROOM.pages.curves },
  { name: "objects", title: ROOM.pages.objects },
  { name: "product", title: ROOM.pages.product },
] as const;

const VIEWS = {
  spaces: FourSpaces,
  curves: LineAndCurve,
  objects: ThreeFeatures,
  product: ManyFeatures,
};

/** Bayes' rule in the plane, to be shown in front of people. */
export function BayesRoom({ workbench }: { workbench: Workbench }) {
  const { page, steps } = workbench.rooms.bayes;
  useEffect(() => {
    const { canUndo, canRedo } = steps;
    workbench.own.value = { canUndo, canRedo, undo: () => steps.undo(), redo: () => steps.redo() };
    return () => {
      workbench.own.value = null;
    };
  }, [workbench, steps]);
  const Page = VIEWS[page.value];
  return (
    <div class="lecture" data-testid="bayes-room">
      <TabList
        tabs={PAGES}
        chosen={page.value}
        onChoose={(name) => {
          page.value = name;
        }}
        label={ROOM.label}
        testid="bayes"
        arrows
      />
      <Page workbench={workbench} />
    </div>
  );
}
