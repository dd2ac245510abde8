import { useComputed } from "@preact/signals";
import type { Workbench } from "../../session/workbench";
import { count } from "../../ui/format";
import { IconButton } from "../../ui/icons";
import { useSay } from "../../ui/naming";
import { Term } from "../../ui/term";
import type { SplitName } from "../../wire/types";
import { plotFile } from "./export";
import { Numbers } from "./numbers";
import { Plot } from "./plot";
import { PLOT } from "./words";

interface SplitProps {
  workbench: Workbench;
  split: SplitName;
}

/** One split: what it holds, its plot and its numbers. */
export function SplitPanel({ workbench, split }: SplitProps) {
  const level = workbench.rooms.plane.level.value;
  return (
    <section class="split" aria-label={split}>
      <SplitHead workbench={workbench} split={split} />
      <div class="plot-box">
        <span class="axis-name note axis-name-y">
          <Term name={level ? "margin" : "likelihood"}>{level ? PLOT.levelY : PLOT.y}</Term>
        </span>
        <Plot
          plane={workbench.rooms.plane}
          split={split}
          onInspect={(row) => workbench.rooms.plane.inspect(row)}
          onSelect={() => workbench.rooms.plane.showSelection()}
        />
        <span class="axis-name note axis-name-x">
          <Term name="likelihood">{PLOT.x}</Term>
        </span>
      </div>
      <Numbers store={workbench.store} split={split} />
    </section>
  );
}

function SplitHead({ workbench, split }: SplitProps) {
  const say = useSay();
  const part = workbench.store.viewParts[split];
  const documents = useComputed(() => part.value?.documents ?? 0).value;
  const positives = useComputed(() => part.value?.positives ?? 0).value;
  const fold = useComputed(() => part.value?.fold ?? null).value;
  return (
    <header class="split-head row">
      <h2>
        <Term name={split}>{split}</Term>
      </h2>
      <p class="split-facts note clip">
        <span data-testid={`${split}-documents`}>{count(documents)}</span> {say(PLOT.documents)}
        <span class="dot">·</span>
        <span class="positive-key" />
        <span data-testid={`${split}-positives`}>{count(positives)}</span>{" "}
        <Term name="positives">{PLOT.positive}</Term>
        {fold !== null && (
          <span class="split-fold">
            <span class="dot">·</span>
            {PLOT.fold(fold)}
          </span>
        )}
      </p>
      <PlotTools workbench={workbench} split={split} />
    </header>
  );
}

function PlotTools({ workbench, split }: SplitProps) {
  const say = useSay();
  const { plane } = workbench.rooms;
  const lassoing = plane.tool.value === "lasso";
  const save = (kind: "svg" | "png") => {
    plotFile(workbench, split, kind).then(
      (name) => workbench.say(PLOT.saved(name)),
      (error: Error) => workbench.say(PLOT.unsaved(error.message)),
    );
  };
  return (
    <div class="plot-tools">
      <IconButton
        icon="lasso"
        label={say(PLOT.lasso)}
        hint={PLOT.lassoHint}
        pressed={lassoing}
        testid={`lasso-${split}`}
        onClick={() => {
          plane.tool.value = lassoing ? "hand" : "lasso";
        }}
      />
      <button
        type="button"
        class="text-button"
        title={say(PLOT.levelHint)}
        aria-pressed={plane.level.value}
        data-testid={`level-${split}`}
        onClick={() => plane.setLevel(!plane.level.value)}
      >
        {PLOT.level}
      </button>
      <IconButton
        icon="fit"
        label={PLOT.fit}
        hint={PLOT.fitHint}
        testid={`fit-${split}`}
        onClick={() => plane.fitAgain(plane.showAll.value)}
      />
      <button
        type="button"
        class="text-button"
        title={PLOT.png}
        data-testid={`export-png-${split}`}
        onClick={() => save("png")}
      >
        PNG
      </button>
      <button
        type="button"
        class="text-button"
        title={PLOT.svg}
        data-testid={`export-svg-${split}`}
        onClick={() => save("svg")}
      >
        SVG
      </button>
    </div>
  );
}
