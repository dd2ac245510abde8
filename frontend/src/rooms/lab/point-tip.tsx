import type { Workbench } from "../../session/workbench";
import { rate } from "../../ui/format";
import type { Places } from "./drawing";
import type { Scene } from "./scene";
import { POINT, signedNumber } from "./words";

/** What the model says of the point under the hand, in homogeneous coordinates where it is linear. */
export function PointTip(props: {
  workbench: Workbench;
  scene: Scene;
  place: number;
  places: Places;
}) {
  const { workbench, scene, place, places } = props;
  const row = scene.hover!;
  const [x, y] = [scene.xy[2 * row], scene.xy[2 * row + 1]];
  if (x === undefined || y === undefined) return null;
  const { model, view } = scene;
  const said = workbench.store.columns.value[`lab.${place}.said`]?.[row];
  const name = view.points.classes[scene.classes[row]!];
  const right = places.x(x) > places.box.left + places.box.size / 2;
  return (
    <div
      class={`lab-tip small ${right ? "lab-tip-left" : ""}`}
      data-testid={`point-${place}`}
      role="status"
      style={{ left: `${places.x(x)}px`, top: `${places.y(y)}px` }}
    >
      <b>{name}</b>
      {model.weights ? (
        <span>
          x° = (1, {signedNumber(x)}, {signedNumber(y)})
        </span>
      ) : (
        <span>
          x = ({signedNumber(x)}, {signedNumber(y)})
        </span>
      )}
      {said !== undefined && !model.refusal && (
        <span>
          {model.says === "probability"
            ? `P(${view.points.classes[1]}) = ${rate(said)}`
            : `${model.weights ? "w°·x°" : "f(x)"} = ${signedNumber(said)}`}
        </span>
      )}
      {scene.duals && <span>{dualText(scene, row)}</span>}
      {scene.duals && said !== undefined && (
        <span>
          {POINT.slack(signedNumber(Math.max(0, 1 - (scene.classes[row] ? said : -said))))}
        </span>
      )}
    </div>
  );
}

/** The dual coefficient of a point, and what its size means. */
function dualText(scene: Scene, row: number): string {
  const dual = Math.abs(scene.duals![row]!);
  if (dual === 0) return POINT.noEffect;
  const bound = dual >= (scene.model.support!.C ?? Infinity) * (1 - 1e-6);
  const where = bound ? POINT.bound : POINT.margin;
  return `α = ${dual.toPrecision(3)}, ${where}`;
}
