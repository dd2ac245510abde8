import { Menu } from "../ui/menu";
import type { CompareDesk } from "./desk";
import type { CompareView } from "./wire";
import { measureName } from "./words";

/** What models are measured by, on every page of the room. */
export function MeasureMenu({ desk, view }: { desk: CompareDesk; view: CompareView }) {
  return (
    <Menu
      name="measure"
      title="Measure"
      chosen={desk.choice.value!.measure}
      items={view.measures.map((measure) => ({ value: measure, label: measureName(measure) }))}
      onChoose={(measure) => desk.show({ measure })}
    />
  );
}
