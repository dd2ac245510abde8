import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Workbench } from "../../session/workbench";
import { rate } from "../../ui/format";
import { colorsOf } from "../../ui/palette";
import { theme } from "../../ui/theme";
import type { LabView } from "../../wire/lab";
import { boxIn, drawScene, placesIn } from "./drawing";
import { usePainting } from "./painting";
import { PointTip } from "./point-tip";
import { sceneOf } from "./scene";
import { FIGURES, pictureText } from "./words";

interface PictureProps {
  workbench: Workbench;
  view: LabView;
  place: number;
}

/** The plane with the regions of one model; the hand points at points or paints them. */
export function Picture({ workbench, view, place }: PictureProps) {
  const room = workbench.rooms.lab;
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSignal({ width: 0, height: 0 });
  useEffect(() => {
    const measure = () => {
      const around = canvas.current?.parentElement;
      if (around) size.value = { width: around.clientWidth, height: around.clientHeight };
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(canvas.current!.parentElement!);
    return () => observer.disconnect();
  }, []);
  const { width, height } = size.value;
  const model = view.models[place]!;
  const box = boxIn(width, height, model.densities);
  const places = placesIn(box, view.points.window);
  const scene = sceneOf(view, workbench.store.columns.value, place, room.hover.value);
  const hands = usePainting(room, view, places, canvas);
  const cursor = hands.cursor.value;
  const shade = theme.value;
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext?.("2d");
    if (!element || !pen || !scene || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    drawScene(pen, box, scene, colorsOf(shade));
  });
  return (
    <div
      class={room.brush.value ? "lab-picture lab-picture-brush" : "lab-picture"}
      data-testid={`picture-${place}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: points are painted with the keys, too
      tabIndex={0}
      role="application"
      aria-label={spoken(view, place)}
      {...hands.handlers}
    >
      <canvas ref={canvas} class="lab-canvas" />
      {cursor && (
        <span
          class="lab-cursor"
          style={{ left: `${places.x(cursor[0])}px`, top: `${places.y(cursor[1])}px` }}
          aria-hidden="true"
        />
      )}
      {model.refusal && (
        <p
          class={model.proof ? "lab-refusal lab-refusal-aside" : "lab-refusal"}
          role="status"
          data-testid={`refusal-${place}`}
        >
          {model.refusal}
        </p>
      )}
      {scene && room.hover.value !== null && (
        <PointTip workbench={workbench} scene={scene} place={place} places={places} />
      )}
    </div>
  );
}

/** The picture for those who listen. */
function spoken(view: LabView, place: number): string {
  const model = view.models[place]!;
  const errors = [
    ...(model.training ? [`${FIGURES.training} ${rate(model.training.rate)}. `] : []),
    ...(model.test ? [`${FIGURES.test} ${rate(model.test.rate)}. `] : []),
  ];
  return pictureText(model.title, view.points, errors.join(""));
}
