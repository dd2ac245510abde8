import type { LabModel, LabView } from "../../wire/lab";

/** Everything one picture needs; drawn on the page and into files by the same hand. */
export interface Scene {
  view: LabView;
  model: LabModel;
  xy: Float32Array;
  classes: Uint8Array;
  field: Float32Array | null;
  truth: Float32Array | null;
  wrong: Uint8Array | null;
  duals: Float32Array | null;
  curves: Float32Array | null;
  way: Float32Array | null;
  /** The example that triggered the visible update. */
  trigger: number | null;
  hover: number | null;
}

type Columns = Record<string, unknown>;

/** The scene of the model at a place. */
export function sceneOf(
  view: LabView,
  columns: Columns,
  place: number,
  hover: number | null = null,
): Scene | null {
  const model = view.models[place];
  const xy = columns["lab.xy"] as Float32Array | undefined;
  const classes = columns["lab.class"] as Uint8Array | undefined;
  if (!model || !xy || !classes || classes.length !== view.points.count) return null;
  const shown = model.refusal === "";
  const of = <T>(name: string, there: boolean) =>
    there && shown ? ((columns[`lab.${place}.${name}`] as T | undefined) ?? null) : null;
  const way = model.training_way;
  const examples = of<Uint32Array>("examples", way?.kind === "perceptron");
  return {
    view,
    model,
    xy,
    classes,
    field: of<Float32Array>("field", true),
    truth: view.points.bayes_error === null ? null : (columns["lab.truth"] as Float32Array),
    wrong: of<Uint8Array>("wrong", true),
    duals: of<Float32Array>("duals", model.support !== null),
    curves: of<Float32Array>("curves", model.densities),
    way: of<Float32Array>("way", way !== null),
    trigger: way && examples && way.step > 0 ? (examples[way.step - 1] ?? null) : null,
    hover,
  };
}
