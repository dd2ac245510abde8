import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { StepButtons } from "../../../ui/step-buttons";

/** Shorter than what makes two changes two steps of undo: a run is taken back at once. */
const PACE_MS = 560;
const WORDS = {
  start: "To the start",
  back: "One step back",
  pause: "Pause",
  play: "Play",
  on: "One step forward",
  end: "To the end",
};

/** Goes through the steps of a lesson, by hand or by itself; says beside it what a step did. */
export function LessonPlayer(props: {
  name: string;
  step: number;
  steps: number;
  onStep: (to: number) => void;
  children: ComponentChildren;
}) {
  const { name, step, steps, onStep } = props;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (step >= steps) {
      setPlaying(false);
      return;
    }
    const timer = window.setTimeout(() => onStep(step + 1), PACE_MS);
    return () => window.clearTimeout(timer);
  }, [playing, step, steps]);
  const go = (to: number) => {
    setPlaying(false);
    onStep(to);
  };
  const play = () => {
    if (!playing && step >= steps) onStep(0);
    setPlaying(!playing);
  };
  return (
    <div class="lesson-player">
      <StepButtons
        words={WORDS}
        step={step}
        steps={steps}
        playing={playing}
        testid={(button) => `${name}-${button}`}
        onStep={go}
        onPlay={play}
      />
      <span class="lesson-player-step note" data-testid={`${name}-step`} data-step={step}>
        {step} / {steps}
      </span>
      <p class="lesson-player-says" data-testid={`${name}-says`}>
        {props.children}
      </p>
    </div>
  );
}
