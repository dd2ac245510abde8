import { Menu } from "../../ui/menu";
import type { CompareView } from "../../wire/compare";
import type { CompareStore } from "./store";
import { measureName } from "./words";

/** What models are measured by, on every page of the room. */
export function MeasureMenu({ room, view }: { room: CompareStore; view: CompareView }) {
  return (
    <Menu
      name="measure"
      title="Measure"
      chosen={view.measure}
      items={view.measures.map((measure) => ({ value: measure, label: measureName(measure) }))}
      onChoose={(measure) => room.show({ measure })}
    />
  );
}
