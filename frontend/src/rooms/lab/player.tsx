import type { Workbench } from "../../session/workbench";
import { StepButtons } from "../../ui/step-buttons";
import type { LabModel, Way } from "../../wire/lab";
import { PLAYER, signedNumber } from "./words";

/** Plays a training: to and fro, one update at a time, or by itself. */
export function Player({
  workbench,
  model,
  place,
}: {
  workbench: Workbench;
  model: LabModel;
  place: number;
}) {
  const room = workbench.rooms.lab;
  const way = model.training_way!;
  const playing = room.playing.value === place;
  const step = (to: number) => {
    room.pause();
    room.goTo(place, to);
  };
  return (
    <div class="lab-player">
      <div class="lab-player-row">
        <StepButtons
          words={PLAYER}
          step={way.step}
          steps={way.steps}
          playing={playing}
          testid={(button) => `way-${button}-${place}`}
          onStep={step}
          onPlay={() => (playing ? room.pause() : room.play(place))}
        />
        <Scrubber workbench={workbench} way={way} place={place} />
      </div>
      <p
        class="lab-way note"
        data-testid={`way-${place}`}
        data-step={way.step}
        data-steps={way.steps}
      >
        {wayText(way)}
      </p>
      {way.verdict && (
        <p
          class={way.converged ? "lab-verdict" : "lab-verdict lab-verdict-not"}
          data-testid={`verdict-${place}`}
        >
          {way.verdict}
        </p>
      )}
    </div>
  );
}

function Scrubber({ workbench, way, place }: { workbench: Workbench; way: Way; place: number }) {
  const room = workbench.rooms.lab;
  return (
    <input
      type="range"
      class="lab-scrub"
      data-testid={`way-scrub-${place}`}
      aria-label={PLAYER.scrub}
      aria-valuetext={wayText(way)}
      min={0}
      max={way.steps}
      value={way.step}
      onPointerDown={() => room.pause()}
      onInput={(event) => room.goTo(place, Number(event.currentTarget.value), scrubGesture(room))}
      onChange={() => {
        gesture = 0;
      }}
    />
  );
}

let gesture = 0;

/** One gesture from the first move of the thumb until it is released. */
function scrubGesture(room: Workbench["rooms"]["lab"]): number {
  gesture ||= room.newGesture();
  return gesture;
}

function wayText(way: Way): string {
  if (way.kind === "ascent") return PLAYER.ascent(way.updates, signedNumber(way.likelihood ?? 0));
  if (way.step === 0) return PLAYER.before(way.steps);
  return PLAYER.update(way.step, way.steps, way.epoch ?? 0);
}
