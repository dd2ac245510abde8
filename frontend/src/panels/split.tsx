import { useRef } from "preact/hooks";
import { plotFile } from "../plot/export";
import { Plot } from "../plot/plot";
import type { Session } from "../session";
import { count } from "../ui/format";
import { IconButton } from "../ui/icons";
import { Term } from "../ui/term";
import type { SplitName } from "../wire/types";
import { Numbers } from "./numbers";

interface SplitProps {
  session: Session;
  split: SplitName;
}

/** One split: what it holds, its plot and its numbers. */
export function SplitPanel({ session, split }: SplitProps) {
  const part = session.store.shown[split].value;
  const root = useRef<HTMLElement>(null);
  if (!part) return <section class="split" />;
  return (
    <section ref={root} class="split" aria-label={split}>
      <header class="split-head">
        <h2>
          <Term name={split}>{split}</Term>
        </h2>
        <p class="split-facts">
          <span data-testid={`${split}-documents`}>{count(part.documents)}</span> documents
          <span class="dot">·</span>
          <span class="positive-key" />
          <span data-testid={`${split}-positives`}>{count(part.positives)}</span>{" "}
          <Term name="positives">positive</Term>
          {part.fold !== null && part.fold !== undefined && (
            <>
              <span class="dot">·</span>
              fold {part.fold + 1}
            </>
          )}
        </p>
        <PlotTools session={session} split={split} />
      </header>
      <div class="plot-box">
        <span class="axis-name axis-name-y">
          <Term name="likelihood">log P(o | not c)</Term>
        </span>
        <Plot
          plane={session.plane}
          split={split}
          onInspect={(row) => session.inspect(row)}
          onSelect={() => session.showSelection()}
        />
        <span class="axis-name axis-name-x">
          <Term name="likelihood">log P(o | c)</Term>
        </span>
      </div>
      <Numbers split={split} part={part} before={session.store.before.value?.[split] ?? null} />
    </section>
  );
}

function PlotTools({ session, split }: SplitProps) {
  const { plane } = session;
  const lassoing = plane.tool.value === "lasso";
  const save = (kind: "svg" | "png") => {
    plotFile(session, split, kind).then(
      (name) => session.say(`Saved ${name}`),
      (error: Error) => session.say(`The picture could not be made: ${error.message}`),
    );
  };
  return (
    <div class="plot-tools">
      <IconButton
        icon="lasso"
        label="Gather documents with a lasso"
        hint="Lasso: draw around points (or Shift and drag)"
        pressed={lassoing}
        testid={`lasso-${split}`}
        onClick={() => {
          plane.tool.value = lassoing ? "hand" : "lasso";
        }}
      />
      <IconButton
        icon="fit"
        label="Fit the axes to the points"
        hint="Fit the axes to the points (double-click on the plot)"
        testid={`fit-${split}`}
        onClick={() => plane.fitAgain(plane.showAll.value)}
      />
      <button
        type="button"
        class="text-button"
        title="Save this plot as a picture"
        data-testid={`export-png-${split}`}
        onClick={() => save("png")}
      >
        PNG
      </button>
      <button
        type="button"
        class="text-button"
        title="Save this plot as a drawing"
        data-testid={`export-svg-${split}`}
        onClick={() => save("svg")}
      >
        SVG
      </button>
    </div>
  );
}
