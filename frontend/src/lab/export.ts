import { offerFile } from "../matrix/words";
import type { Session } from "../session";
import { plural, rate } from "../ui/format";
import { theme } from "../ui/theme";
import { boxIn, drawScene } from "./drawing";
import { inkOf } from "./ink";
import { sceneOf } from "./scene";

const SIDE = 720;
const HEAD = 56;
const SCALE = 2;

/** Saves the picture of a model with its title and figures; gives the name of the file. */
export async function savePicture(session: Session, place: number): Promise<string> {
  const view = session.lab.view.value;
  const scene = view && sceneOf(view, session.store.columns.value, place);
  if (!view || !scene) throw new Error("there is no picture yet");
  const sheet = document.createElement("canvas");
  sheet.width = SIDE * SCALE;
  sheet.height = (SIDE + HEAD) * SCALE;
  const pen = sheet.getContext("2d");
  if (!pen) throw new Error("this browser gives no canvas");
  const ink = inkOf(theme.value);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, SIDE, SIDE + HEAD);
  pen.fillStyle = ink.text;
  pen.font = "600 15px system-ui, sans-serif";
  pen.fillText(scene.model.title, 44, 26);
  pen.fillStyle = ink.quiet;
  pen.font = "12px system-ui, sans-serif";
  pen.fillText(figures(scene.model, view), 44, 46);
  pen.translate(0, HEAD);
  drawScene(pen, boxIn(SIDE, SIDE, scene.curves !== null), scene, ink);
  const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve));
  if (!blob) throw new Error("no picture came out");
  const name = `steersman-lab-${scene.model.model}.png`;
  offerFile(name, new Uint8Array(await blob.arrayBuffer()), "image/png");
  return name;
}

type View = NonNullable<Session["lab"]["view"]["value"]>;

function figures(model: View["models"][number], view: View): string {
  const parts = [plural(view.points.count, "point", "points")];
  if (model.refusal) parts.push(model.refusal);
  if (model.training) parts.push(`training error ${rate(model.training.rate)}`);
  if (model.test) parts.push(`test error ${rate(model.test.rate)}`);
  if (view.points.bayes_error !== null) parts.push(`Bayes error ${rate(view.points.bayes_error)}`);
  return parts.join(" · ");
}
