import type { Workbench } from "../../session/workbench";
import { plural, rate } from "../../ui/format";
import { colorsOf } from "../../ui/palette";
import { savePicture } from "../../ui/picture-file";
import { theme } from "../../ui/theme";
import { boxIn, drawScene } from "./drawing";
import { sceneOf } from "./scene";

const SIDE = 720;
const HEAD = 56;

/** Saves the picture of a model with its title and figures; gives the name of the file. */
export async function saveModelPicture(workbench: Workbench, place: number): Promise<string> {
  const view = workbench.rooms.lab.view.value;
  const scene = view && sceneOf(view, workbench.store.columns.value, place);
  if (!view || !scene) throw new Error("there is no picture yet");
  const ink = colorsOf(theme.value);
  return savePicture(`steersman-lab-${scene.model.model}.png`, [SIDE, SIDE + HEAD], (pen) => {
    pen.fillStyle = ink.paper;
    pen.fillRect(0, 0, SIDE, SIDE + HEAD);
    pen.fillStyle = ink.ink;
    pen.font = "600 15px system-ui, sans-serif";
    pen.fillText(scene.model.title, 44, 26);
    pen.fillStyle = ink["ink-faint"];
    pen.font = "12px system-ui, sans-serif";
    pen.fillText(figures(scene.model, view), 44, 46);
    pen.translate(0, HEAD);
    drawScene(pen, boxIn(SIDE, SIDE, scene.curves !== null), scene, ink);
  });
}

type View = NonNullable<Workbench["rooms"]["lab"]["view"]["value"]>;

function figures(model: View["models"][number], view: View): string {
  const parts = [plural(view.points.count, "point", "points")];
  if (model.refusal) parts.push(model.refusal);
  if (model.training) parts.push(`training error ${rate(model.training.rate)}`);
  if (model.test) parts.push(`test error ${rate(model.test.rate)}`);
  if (view.points.bayes_error !== null) parts.push(`Bayes error ${rate(view.points.bayes_error)}`);
  return parts.join(" · ");
}
