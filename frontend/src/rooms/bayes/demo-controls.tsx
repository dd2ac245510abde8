import type { Workbench } from "../../session/workbench";
import { ChanceSlider, Example, Switch } from "../../ui/controls";
import { DEMO_START, type DemoAsked } from "./store";

interface DemoControlsProps {
  workbench: Workbench;
  asked: DemoAsked;
  change: (next: Partial<DemoAsked>, dragging?: boolean) => void;
}

const FEATURES = [0, 1, 2];

/** The six conditional probabilities, the prior, and the two switches. */
export function DemoControls(props: DemoControlsProps) {
  const { workbench, asked, change } = props;
  return (
    <aside class="lecture-controls scrolls" aria-label="Controls">
      {FEATURES.map((feature) => (
        <FeatureSliders key={feature} {...props} feature={feature} />
      ))}
      <section class="group">
        <ChanceSlider
          workbench={workbench}
          name="demo-prior"
          label="prior P(c)"
          term="prior"
          value={asked.prior}
          start={DEMO_START.prior}
          onMove={(prior, dragging) => change({ prior }, dragging)}
        />
        <Switch
          name="normalized"
          title="Divide by P(o): the posteriors, on the segment from (0, 1) to (1, 0)"
          checked={asked.normalized}
          onChange={(normalized) => change({ normalized })}
        >
          normalized
        </Switch>
        <Switch
          name="logarithmic"
          title="Logarithms of the coordinates: the likelihood space"
          checked={asked.logarithmic}
          onChange={(logarithmic) => change({ logarithmic })}
        >
          log space
        </Switch>
      </section>
      <Examples asked={asked} change={change} />
    </aside>
  );
}

function FeatureSliders(props: DemoControlsProps & { feature: number }) {
  const { asked, feature } = props;
  const name = `f${feature + 1}`;
  return (
    <section class="group">
      <h3>Feature {name}: how often each side has it</h3>
      {["c", "not c"].map((side, i) => {
        const place = 2 * feature + i;
        return (
          <ChanceSlider
            key={side}
            workbench={props.workbench}
            name={`rate-${place}`}
            label={`P(${name} | ${side})`}
            term="rate"
            value={asked.rates[place]!}
            start={DEMO_START.rates[place]!}
            onMove={(value, dragging) =>
              props.change({ rates: asked.rates.with(place, value) }, dragging)
            }
          />
        );
      })}
    </section>
  );
}

function Examples({ asked, change }: Pick<DemoControlsProps, "asked" | "change">) {
  return (
    <section class="group">
      <h3>Try</h3>
      <div class="buttons">
        <Example
          name="start"
          title="Each feature tells the sides apart"
          onClick={() => change({ rates: DEMO_START.rates, prior: DEMO_START.prior })}
        >
          All speak
        </Example>
        <Example
          name="mute"
          title="f3 is as frequent in c as in not c: points fall together"
          onClick={() => change({ rates: [...asked.rates.slice(0, 4), 0.5, 0.5] })}
        >
          f3 says nothing
        </Example>
      </div>
    </section>
  );
}
