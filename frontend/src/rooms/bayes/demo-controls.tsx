import type { Workbench } from "../../session/workbench";
import { ChanceSlider, Example, Switch } from "../../ui/controls";
import { DEMO_START, type DemoAsked } from "./store";
import { DEMO, ROOM } from "./words";

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
    <aside class="lecture-controls scrolls" aria-label={ROOM.controls}>
      {FEATURES.map((feature) => (
        <FeatureSliders key={feature} {...props} feature={feature} />
      ))}
      <section class="group">
        <ChanceSlider
          workbench={workbench}
          name="demo-prior"
          label={DEMO.prior}
          term="prior"
          value={asked.prior}
          start={DEMO_START.prior}
          onMove={(prior, dragging) => change({ prior }, dragging)}
        />
        <Switch
          name="normalized"
          title={DEMO.normalized.title}
          checked={asked.normalized}
          onChange={(normalized) => change({ normalized })}
        >
          {DEMO.normalized.text}
        </Switch>
        <Switch
          name="logarithmic"
          title={DEMO.logarithmic.title}
          checked={asked.logarithmic}
          onChange={(logarithmic) => change({ logarithmic })}
        >
          {DEMO.logarithmic.text}
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
      <h3>{DEMO.feature(name)}</h3>
      {Object.values(DEMO.sides).map((side, i) => {
        const place = 2 * feature + i;
        return (
          <ChanceSlider
            key={side}
            workbench={props.workbench}
            name={`rate-${place}`}
            label={DEMO.rate(name, side)}
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
      <h3>{ROOM.try}</h3>
      <div class="buttons">
        <Example
          name="start"
          title={DEMO.informative.title}
          onClick={() => change({ rates: DEMO_START.rates, prior: DEMO_START.prior })}
        >
          {DEMO.informative.text}
        </Example>
        <Example
          name="mute"
          title={DEMO.uninformative.title}
          onClick={() => change({ rates: [...asked.rates.slice(0, 4), 0.5, 0.5] })}
        >
          {DEMO.uninformative.text}
        </Example>
      </div>
    </section>
  );
}
